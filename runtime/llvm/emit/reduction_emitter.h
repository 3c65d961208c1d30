#pragma once
/// Emission of row reductions. The lanes of kernel/reduce/reduce.h are the elements of vectors, so the code is wide and
/// follows the specified order. A long row consists of blocks, which threads may share.
#include <vector>

#include "llvm/emit/emission_context.h"
#include "llvm/emit/parallel_loop_emitter.h"
#include "llvm/emit/reduction_arithmetic.h"
#include "llvm/emit/reduction_schedule.h"

namespace ag::codegen {

class StatementEmitter;

class ReductionEmitter {
 public:
  ReductionEmitter(EmissionContext& context, ParallelLoopEmitter& threads, StatementEmitter& statements);

  void emit(const Statement& fold);

 private:
  using Values = std::vector<llvm::Value*>;
  using TakeBlock = llvm::function_ref<void(llvm::Value* number, const Values& values)>;

  std::vector<ReductionOperand> operands(const Statement& fold, llvm::Value* index, int64_t lanes);
  DType dtype(const RowReduction& fold) const { return program_.dtype(fold.result); }
  llvm::Value* int64(int64_t value) { return ir_.getInt64(static_cast<uint64_t>(value)); }

  // One block of a row.
  Values fold_block(const Statement& fold, llvm::Value* first, llvm::Value* length);
  Values lane_memory(const Statement& fold, uint64_t parts);
  Values start_fold(const Statement& fold, const ReductionSchedule& schedule);
  Values end_fold(const Statement& fold, const ReductionSchedule& schedule, const Values& memory);
  void take_lanes(const Statement& fold, llvm::Value* first, int64_t groups, int64_t lanes, const Values& memory);
  void take_lane(const Statement& fold, llvm::Value* first, llvm::Value* lane, const Values& memory);
  void take_rest(const Statement& fold, llvm::Value* first, llvm::Value* length, const Values& memory);
  bool has_masked_rest(const Statement& fold) const;
  void take_masked_rest(const Statement& fold, llvm::Value* first, llvm::Value* left, const Values& memory);

  // long_reductions.cpp: rows of several blocks.
  Values fold_long(const Statement& fold);
  Values fold_numbered(const Statement& fold, llvm::Value* number);
  std::vector<Values> fold_side_by_side(const Statement& fold, const ReductionSchedule& schedule, llvm::Value* number);
  bool share_blocks(const Statement& fold, llvm::Value* blocks, TakeBlock take);
  void emit_blocks(const Statement& fold, llvm::Value* before, llvm::Value* begin, llvm::Value* end, TakeBlock take);

  // short_reductions.cpp: rows of one vector, or of a few.
  Values fold_short(const Statement& fold);
  Values fold_joined(const Statement& fold, int64_t most);

  EmissionContext& context_;
  const Program& program_;
  llvm::IRBuilder<>& ir_;
  ReductionArithmetic arithmetic_;
  ParallelLoopEmitter& threads_;
  StatementEmitter& statements_;
};

}  // namespace ag::codegen
