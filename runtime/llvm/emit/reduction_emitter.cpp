#include "llvm/emit/reduction_emitter.h"

#include <algorithm>
#include <numeric>

#include "kernel/reduce/reduce.h"
#include "llvm/emit/statement_emitter.h"

namespace ag::codegen {

namespace {

bool is_zero(const llvm::Value* value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
  return number && number->isZero();
}

}  // namespace

ReductionEmitter::ReductionEmitter(EmissionContext& context, ParallelLoopEmitter& threads, StatementEmitter& statements)
    : context_(context),
      program_(context.program),
      ir_(context.function.ir()),
      arithmetic_(context.program, ir_, context.scalars),
      threads_(threads),
      statements_(statements) {}

void ReductionEmitter::emit(const Statement& fold) {
  context_.elements.enter_loop(fold);
  Values results;
  if (context_.small_loops.is_short_fold(fold))
    results = fold_short(fold);
  else if (fold.extent <= kernel::kBlock)
    results = fold_block(fold, ir_.getInt64(0), context_.values.trip_count(fold));
  else
    results = fold_long(fold);
  for (size_t k = 0; k < results.size(); ++k) context_.values.define(fold.reductions[k].result, results[k]);
  context_.elements.leave_loop();
}

/// Emits the body for `lanes` consecutive indices. Returns the operands of the reductions.
std::vector<ReductionOperand> ReductionEmitter::operands(const Statement& fold, llvm::Value* index, int64_t lanes) {
  statements_.lanes(fold, index, lanes);
  std::vector<ReductionOperand> list;
  for (const RowReduction& one : fold.reductions) {
    list.push_back({context_.values.use(one.value), one.factor == kNone ? nullptr : context_.values.use(one.factor)});
  }
  context_.values.end_lanes();
  return list;
}

/// Returns stack memory for the lanes of each reduction, in `parts` pieces.
ReductionEmitter::Values ReductionEmitter::lane_memory(const Statement& fold, uint64_t parts) {
  Values memory;
  for (const RowReduction& one : fold.reductions) {
    llvm::Type* piece = llvm::ArrayType::get(context_.scalars.stored_type(dtype(one)), kWidth / parts);
    for (uint64_t part = 0; part < parts; ++part) memory.push_back(context_.function.stack(piece, "lanes"));
  }
  return memory;
}

/// Combines `groups` groups of lanes from `first` on, or the first `lanes` lanes of one group, with the accumulated
/// lanes.
void ReductionEmitter::take_lanes(const Statement& fold, llvm::Value* first, int64_t groups, int64_t lanes,
                                  const Values& memory) {
  const size_t parts = memory.size() / fold.reductions.size();
  const int64_t width = kernel::kLanes / static_cast<int64_t>(parts);
  for (size_t part = 0; part < parts && lanes > 0; ++part, lanes -= width) {
    const int64_t count = std::min(lanes, width);
    llvm::Value* at = ir_.CreateAdd(first, ir_.getInt64(part * static_cast<uint64_t>(width)), "", true, true);
    const std::vector<ReductionOperand> values = operands(fold, at, groups * count);
    for (size_t k = 0; k < values.size(); ++k) {
      RowReduction one = fold.reductions[k];
      if (parts > 1) one.rounding = Rounding::Each;  // a fused multiply-add has a longer latency than an addition
      llvm::Value* place = memory[k * parts + part];
      llvm::Value* total = arithmetic_.load_lanes(dtype(one), place, count);
      arithmetic_.store_lanes(dtype(one), arithmetic_.take_together(one, total, values[k], groups), place);
    }
  }
}

/// Combines the element `lane` after `first` with that lane.
void ReductionEmitter::take_lane(const Statement& fold, llvm::Value* first, llvm::Value* lane, const Values& memory) {
  const std::vector<ReductionOperand> values = operands(fold, ir_.CreateAdd(first, lane, "", true, true), 1);
  for (size_t k = 0; k < values.size(); ++k) {
    const RowReduction& one = fold.reductions[k];
    llvm::Type* element = context_.scalars.stored_type(dtype(one));
    llvm::Value* place = ir_.CreateInBoundsGEP(element, memory[k], lane);
    llvm::Value* total = context_.scalars.from_memory(dtype(one), ir_.CreateLoad(element, place));
    ir_.CreateStore(context_.scalars.to_memory(dtype(one), arithmetic_.take(one, total, values[k])), place);
  }
}

/// True if the remainder of a counted reduction is one masked vector: the machine has masks of lanes, and the body may
/// run on the zeros of the other lanes.
bool ReductionEmitter::has_masked_rest(const Statement& fold) const {
  if (!is_counted(fold) || context_.machine.mask_registers == 0) return false;
  return std::ranges::all_of(fold.blocks[0], [&](const Statement& one) {
    if (one.kind == StatementKind::Load || one.kind == StatementKind::Constant) return true;
    const bool divides = one.primitive == Primitive::Divide || one.primitive == Primitive::Remainder;
    return one.kind == StatementKind::Let && (!divides || is_floating(program_.dtype(one.operands.back())));
  });
}

/// Combines the `left` elements from `first` on with the first lanes. The other lanes keep their values.
void ReductionEmitter::take_masked_rest(const Statement& fold, llvm::Value* first, llvm::Value* left,
                                        const Values& memory) {
  const size_t parts = memory.size() / fold.reductions.size();
  const uint64_t width = kWidth / parts;
  const auto lanes = static_cast<unsigned>(width);
  for (uint64_t part = 0; part < parts; ++part) {
    llvm::Value* const before = ir_.getInt64(part * width);
    llvm::Value* const numbers =
        ir_.CreateAdd(ir_.CreateStepVector(llvm::FixedVectorType::get(ir_.getInt64Ty(), lanes)),
                      ir_.CreateVectorSplat(lanes, before));
    llvm::Value* const mask = ir_.CreateICmpULT(numbers, ir_.CreateVectorSplat(lanes, left));
    context_.elements.set_mask(mask);
    const std::vector<ReductionOperand> values =
        operands(fold, ir_.CreateAdd(first, before, "", true, true), static_cast<int64_t>(width));
    context_.elements.set_mask(nullptr);
    for (size_t k = 0; k < values.size(); ++k) {
      const RowReduction& one = fold.reductions[k];
      llvm::Value* const place = memory[k * parts + part];
      llvm::Value* const total = arithmetic_.load_lanes(dtype(one), place, static_cast<int64_t>(width));
      llvm::Value* const next = arithmetic_.take(one, total, values[k]);
      arithmetic_.store_lanes(dtype(one), ir_.CreateSelect(mask, next, total), place);
    }
  }
}

/// Reduces the remainder of a row after its last whole group, in the first lanes. Only the last block of a row has a
/// remainder. Its length is static unless the reduction is counted: then it is one masked vector, or one lane follows
/// another.
void ReductionEmitter::take_rest(const Statement& fold, llvm::Value* first, llvm::Value* length, const Values& memory) {
  static_assert(kernel::kBlock % kernel::kLanes == 0);
  const int64_t rest = fold.extent % kernel::kLanes;
  llvm::Value* left = ir_.CreateAnd(length, kWidth - 1);
  if (has_masked_rest(fold)) {
    context_.function.either(ir_.CreateIsNotNull(left), [&] { take_masked_rest(fold, first, left, memory); }, [] {});
    return;
  }
  if (is_counted(fold)) {
    context_.function.counted(left, [&](llvm::Value* lane) { take_lane(fold, first, lane, memory); });
    return;
  }
  if (rest == 0 || is_zero(left)) return;
  const bool surely = llvm::isa<llvm::ConstantInt>(left);
  llvm::BasicBlock* after = surely ? nullptr : context_.function.new_block("rest.end");
  if (!surely) {
    llvm::BasicBlock* inside = context_.function.new_block("rest");
    ir_.CreateCondBr(ir_.CreateIsNotNull(left), inside, after);
    ir_.SetInsertPoint(inside);
  }
  take_lanes(fold, first, 1, rest, memory);
  if (surely) return;
  ir_.CreateBr(after);
  ir_.SetInsertPoint(after);
}

/// Reduces a block of at most kernel::kBlock elements from `first` on. Returns one value per reduction.
ReductionEmitter::Values ReductionEmitter::fold_block(const Statement& fold, llvm::Value* first, llvm::Value* length) {
  ReductionSchedule schedule = schedule_reduction(program_, context_.machine, fold);
  if (is_counted(fold) && !has_masked_rest(fold)) schedule.parts = 1;  // the remainder addresses the lanes of one array
  const Values memory = start_fold(fold, schedule);
  static_assert(kernel::kLanes == 16);
  constexpr uint64_t kLogWidth = 4;
  llvm::Value* groups = ir_.CreateLShr(length, kLogWidth);
  // Processes `count` groups, `together` of them per iteration.
  const auto take_groups = [&](llvm::Value* from, llvm::Value* count, int64_t together) {
    if (is_zero(count)) return;
    llvm::Value* step = int64(together);
    llvm::BranchInst* latch = context_.function.counted(ir_.CreateUDiv(count, step), [&](llvm::Value* round) {
      llvm::Value* group = ir_.CreateAdd(from, ir_.CreateMul(round, step, "", true, true), "", true, true);
      llvm::Value* at = ir_.CreateAdd(first, ir_.CreateShl(group, kLogWidth), "", true, true);
      take_lanes(fold, at, together, kernel::kLanes, memory);
    });
    context_.function.describe_loop(latch, fold.extent);
  };
  llvm::Value* left = ir_.CreateAnd(groups, int64(schedule.groups - 1));
  llvm::Value* whole = ir_.CreateSub(groups, left);
  take_groups(ir_.getInt64(0), whole, schedule.groups);
  take_groups(whole, left, 1);
  take_rest(fold, ir_.CreateAdd(first, ir_.CreateShl(groups, kLogWidth), "", true, true), length, memory);
  return end_fold(fold, schedule, memory);
}

/// Returns lanes that hold the identity.
ReductionEmitter::Values ReductionEmitter::start_fold(const Statement& fold, const ReductionSchedule& schedule) {
  const auto parts = static_cast<uint64_t>(schedule.parts);
  Values memory = lane_memory(fold, parts);
  for (size_t place = 0; place < memory.size(); ++place) {
    const RowReduction& one = fold.reductions[place / parts];
    llvm::Value* start = ir_.CreateVectorSplat(static_cast<unsigned>(kWidth / parts), arithmetic_.identity(one));
    arithmetic_.store_lanes(dtype(one), start, memory[place]);
  }
  return memory;
}

/// Returns one value per reduction from its lanes.
ReductionEmitter::Values ReductionEmitter::end_fold(const Statement& fold, const ReductionSchedule& schedule,
                                                    const Values& memory) {
  const auto parts = static_cast<uint64_t>(schedule.parts);
  Values results;
  for (size_t k = 0; k < fold.reductions.size(); ++k) {
    const RowReduction& one = fold.reductions[k];
    llvm::Value* lanes = arithmetic_.load_lanes(dtype(one), memory[k * parts], kernel::kLanes / schedule.parts);
    if (parts == 2) {
      std::vector<int> all(kWidth);
      std::iota(all.begin(), all.end(), 0);
      llvm::Value* others = arithmetic_.load_lanes(dtype(one), memory[k * parts + 1], kernel::kLanes / 2);
      lanes = ir_.CreateShuffleVector(lanes, others, all);
    }
    results.push_back(arithmetic_.halve(one, lanes));
  }
  return results;
}

}  // namespace ag::codegen
