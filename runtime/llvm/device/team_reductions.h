#pragma once
/// Emission of reductions in kernels, in the order of kernel/reduce/reduce.h. In a team, the thread of number l holds
/// lane l; a single thread holds all lanes in memory.
#include "llvm/device/kernel_context.h"
#include "llvm/emit/reduction_arithmetic.h"

namespace ag::codegen {

class TeamReductions {
 public:
  /// `body` emits the body of a reduction for one index.
  using Body = llvm::function_ref<void(llvm::Value* index)>;

  explicit TeamReductions(KernelContext& context)
      : context_(context), arithmetic_(context.program, context.ir, context.scalars) {}

  /// Emits a reduction, and defines its results. `is_shared`: the threads of the team share it.
  void emit(const Statement& row, bool is_shared, Body body);

 private:
  using Values = std::vector<llvm::Value*>;

  Values reduce_block(const Statement& row, llvm::Value* first, llvm::Value* last, Body body);
  void reduce_blocks(const Statement& row, llvm::Value* count, Body body);
  /// Combines lane `lane` of each reduction with a value.
  void take(const RowReduction& one, llvm::Value* place, const ReductionOperand& operand);
  /// Returns the value of the lanes by repeated halving.
  llvm::Value* halve(const RowReduction& one, llvm::Value* lanes);
  llvm::Value* halve_shared(const RowReduction& one, llvm::Value* value);
  llvm::Value* other_lane(llvm::Value* value, uint32_t lanes);

  llvm::Value* make_lanes(const RowReduction& one);
  void clear(const RowReduction& one, llvm::Value* lanes);
  llvm::Value* lane_place(const RowReduction& one, llvm::Value* lanes, llvm::Value* lane);
  llvm::Type* type(const RowReduction& one) { return context_.scalars.stored_type(context_.program.dtype(one.result)); }
  llvm::Value* load(const RowReduction& one, llvm::Value* place);
  void store(const RowReduction& one, llvm::Value* value, llvm::Value* place);

  KernelContext& context_;
  ReductionArithmetic arithmetic_;
  bool is_shared_ = false;
  SourceLocation location_ = SourceLocation::current();
};

}  // namespace ag::codegen
