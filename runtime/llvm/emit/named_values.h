#pragma once
/// The LLVM values of registers and arrays in the function that is being emitted.
///
/// While the body of a reduction or of a small loop is emitted in vectors, the registers that it defines are vectors of
/// `lanes` values. The register of the induction variable holds the index of the first lane.
#include <vector>

#include "llvm/emit/function_builder.h"
#include "llvm/emit/scalar_emitter.h"
#include "llvm/emit/small_loop_plan.h"

namespace ag::codegen {

class NamedValues {
 public:
  NamedValues(const Program& program, FunctionBuilder& function, ScalarEmitter& scalars, const SmallLoopPlan& plan);

  /// Returns the value of a register; in vector code one for each lane.
  llvm::Value* use(Register id);
  /// Returns the trip count of a loop: its extent, or the value of its register.
  llvm::Value* trip_count(const Statement& loop);
  /// Returns a number in the low bits of 64.
  llvm::Value* bits(Register id);
  void define(Register id, llvm::Value* value) { registers_[static_cast<size_t>(id)] = value; }
  /// Returns the memory of a variable. It is allocated in the current function, unless the variable was passed to it.
  llvm::Value* variable(Register id);
  /// Returns the memory of a stack array's elements, or of the pointer to them.
  llvm::Value* local(ArrayId id);
  llvm::Type* elements_type(ArrayId id) const;

  /// References to the values, for code that passes them from one function to another.
  llvm::Value*& of_register(Register id) { return registers_[static_cast<size_t>(id)]; }
  llvm::Value*& of_variable(Register id) { return variables_[static_cast<size_t>(id)]; }
  llvm::Value*& of_local(ArrayId id) { return locals_[static_cast<size_t>(id)]; }
  /// Drops all values, at the beginning of a function that shares none with others.
  void clear();

  /// Starts the emission for `lanes` indices from `first` on.
  void begin_lanes(Register index, llvm::Value* first, int64_t lanes);
  void end_lanes();
  bool in_vectors() const { return in_vectors_; }
  int64_t lanes() const { return lanes_; }
  Register lane_index() const { return lane_index_; }
  /// True if the lanes of a register have different values.
  bool varies(Register id) const;
  /// Returns `scalar`, or a vector of it in vector code.
  llvm::Type* shaped(llvm::Type* scalar) const;

 private:
  friend class UniformCode;
  unsigned width() const { return static_cast<unsigned>(lanes_); }

  const Program& program_;
  FunctionBuilder& function_;
  llvm::IRBuilder<>& ir_;
  ScalarEmitter& scalars_;
  const SmallLoopPlan& plan_;
  std::vector<llvm::Value*> registers_;
  std::vector<llvm::Value*> variables_;  // by register
  std::vector<llvm::Value*> locals_;     // by array: the elements, or the pointer to them
  Register lane_index_ = kNone;          // the induction variable of the loop that is emitted in vectors
  int64_t lanes_ = 0;
  bool in_vectors_ = false;
};

/// Computes values that are the same for all lanes as scalars while it exists.
class UniformCode {
 public:
  UniformCode(NamedValues& values, bool uniform) : values_(values), before_(values.in_vectors_) {
    values.in_vectors_ = before_ && !uniform;
  }
  UniformCode(const UniformCode&) = delete;
  ~UniformCode() { values_.in_vectors_ = before_; }

 private:
  NamedValues& values_;
  const bool before_;
};

}  // namespace ag::codegen
