#pragma once
/// Calls of the runtime (program/runtime_abi.h), and the exits of a function after a failed call.
#include <vector>

#include "llvm/emit/function_builder.h"

namespace ag::codegen {

class RuntimeCallEmitter {
 public:
  explicit RuntimeCallEmitter(FunctionBuilder& function) : function_(function), ir_(function.ir()) {}

  /// Calls a function of the runtime with the Context and `arguments`, and leaves the function if it fails.
  void call(const char* name, std::vector<llvm::Value*> arguments);
  /// Calls a function that cannot fail.
  void note_span(const char* name, int32_t span);
  llvm::Value* length(ArrayId array);

  void leave_if_failed(llvm::CallInst* call);
  /// Branches to `where` unless the result of a call is 0.
  void leave_if(llvm::Value* result, llvm::BasicBlock* where);

  /// Makes the next poll for cancellation come within a limited number of iterations.
  void poll_soon();
  /// Emits a poll in an iteration of a loop, or in a call, which has no `rounds`: memory of the number of complete
  /// iterations.
  void poll(int32_t loop, llvm::Value* rounds);

 private:
  llvm::Value* until_poll();
  llvm::Value* load_until_poll();
  void store_until_poll(llvm::Value* left);

  FunctionBuilder& function_;
  llvm::IRBuilder<>& ir_;
};

}  // namespace ag::codegen
