#pragma once
/// Functions of the program, and calls of them. Numbers are passed in registers, arrays as the addresses of their
/// elements. A call returns whether it failed, followed by the numbers.
///
/// Calls within small functions are inlined to a limited depth, so that independent calls overlap. Calls that are too
/// deep for the stack continue on another one.
#include <map>
#include <tuple>
#include <vector>

#include "llvm/emit/emission_context.h"

namespace ag::codegen {

class StatementEmitter;

class CallEmitter {
 public:
  CallEmitter(EmissionContext& context, StatementEmitter& statements);

  void emit(const Statement& call);
  /// Emits the functions that have been called, and those that they call.
  void emit_functions();
  /// True while a function of the program is emitted.
  bool in_function() const { return called_ != nullptr; }
  /// Emits a failed check in a function of its own. Otherwise each activation would need stack memory for its numbers.
  void emit_fault(const Statement& check);

 private:
  /// A copy of a function, inlined into others at this depth of calls.
  struct FunctionCopy {
    int32_t function;
    int depth;
    bool operator<(const FunctionCopy& other) const {
      return std::tie(function, depth) < std::tie(other.function, other.depth);
    }
  };

  void emit_function(const FunctionCopy& copy, llvm::Function* function);
  void check_stack(int32_t id, llvm::Function* function);
  llvm::Function* deeper(int32_t id, llvm::Function* function);
  llvm::Function* copy_of(const FunctionCopy& copy);
  llvm::Type* result_type(const Function& function);
  int most_depth(const Function& function) const;

  EmissionContext& context_;
  const Program& program_;
  FunctionBuilder& function_;
  llvm::IRBuilder<>& ir_;
  StatementEmitter& statements_;
  std::map<FunctionCopy, llvm::Function*> functions_;  // all called functions
  std::vector<FunctionCopy> waiting_;                  // called functions that are not yet emitted
  const FunctionCopy* called_ = nullptr;               // the function that is being emitted
};

}  // namespace ag::codegen
