/// Reductions of rows of several blocks.
#include <algorithm>

#include "kernel/reduce/reduce.h"
#include "llvm/emit/reduction_emitter.h"

namespace ag::codegen {

/// Emits the reduction of a row longer than a block. The values of the blocks are combined in lanes of their own, in
/// order. If threads share the blocks, the calling thread combines their values.
ReductionEmitter::Values ReductionEmitter::fold_long(const Statement& fold) {
  llvm::Value* blocks =
      ir_.CreateUDiv(ir_.CreateAdd(context_.values.trip_count(fold), int64(kernel::kBlock - 1)), int64(kernel::kBlock));
  ScalarEmitter& scalars = context_.scalars;
  const Values lanes = lane_memory(fold, 1);
  Values last;  // the value of the last block, if the number of blocks is not static
  for (size_t k = 0; k < lanes.size() && is_counted(fold); ++k)
    last.push_back(context_.function.stack(scalars.stored_type(dtype(fold.reductions[k])), "last"));
  for (size_t k = 0; k < lanes.size(); ++k) {
    llvm::Value* start = ir_.CreateVectorSplat(kWidth, arithmetic_.identity(fold.reductions[k]));
    arithmetic_.store_lanes(dtype(fold.reductions[k]), start, lanes[k]);
  }
  const auto take = [&](llvm::Value* number, const Values& values) {
    llvm::Value* lane = ir_.CreateAnd(number, kWidth - 1);
    for (size_t k = 0; k < lanes.size(); ++k) {
      const RowReduction& one = fold.reductions[k];
      llvm::Type* element = scalars.stored_type(dtype(one));
      llvm::Value* place = ir_.CreateInBoundsGEP(element, lanes[k], lane);
      llvm::Value* total = scalars.from_memory(dtype(one), ir_.CreateLoad(element, place));
      ir_.CreateStore(scalars.to_memory(dtype(one), arithmetic_.combine(one, total, values[k])), place);
      if (is_counted(fold)) ir_.CreateStore(scalars.to_memory(dtype(one), values[k]), last[k]);
    }
  };
  if (!share_blocks(fold, blocks, take)) {
    context_.function.counted(blocks, [&](llvm::Value* number) { take(number, fold_numbered(fold, number)); });
  }
  Values results;
  for (size_t k = 0; k < lanes.size(); ++k) {
    const DType of = dtype(fold.reductions[k]);
    llvm::Value* values = arithmetic_.load_lanes(of, lanes[k], kernel::kLanes);
    results.push_back(arithmetic_.halve(fold.reductions[k], values));
    if (last.empty()) continue;
    // A row of a single block has the value of the block. Without a block, the loaded value of `last` is not used.
    llvm::Value* single = scalars.from_memory(of, ir_.CreateLoad(scalars.stored_type(of), last[k]));
    results.back() =
        ir_.CreateSelect(ir_.CreateICmpEQ(blocks, ir_.getInt64(1)), ir_.CreateFreeze(single), results.back());
  }
  return results;
}

/// Reduces block `number` of a long row.
ReductionEmitter::Values ReductionEmitter::fold_numbered(const Statement& fold, llvm::Value* number) {
  llvm::Value* first = ir_.CreateMul(number, int64(kernel::kBlock), "", true, true);
  llvm::Value* left = ir_.CreateSub(context_.values.trip_count(fold), first, "", true, true);
  llvm::Value* length = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, int64(kernel::kBlock));
  return fold_block(fold, first, length);
}

/// Reduces `schedule.blocks` whole blocks from `number` on in one loop. Returns the values of each block.
std::vector<ReductionEmitter::Values> ReductionEmitter::fold_side_by_side(const Statement& fold,
                                                                          const ReductionSchedule& schedule,
                                                                          llvm::Value* number) {
  std::vector<Values> memory, results;
  Values firsts;
  for (int64_t block = 0; block < schedule.blocks; ++block) {
    llvm::Value* own = ir_.CreateAdd(number, int64(block), "", true, true);
    firsts.push_back(ir_.CreateMul(own, int64(kernel::kBlock), "", true, true));
    memory.push_back(start_fold(fold, schedule));
  }
  const int64_t step = schedule.groups * kernel::kLanes;
  static_assert(kernel::kBlock % (4 * kernel::kLanes) == 0);
  llvm::BranchInst* latch = context_.function.counted(int64(kernel::kBlock / step), [&](llvm::Value* round) {
    llvm::Value* at = ir_.CreateMul(round, int64(step), "", true, true);
    for (size_t block = 0; block < firsts.size(); ++block) {
      take_lanes(fold, ir_.CreateAdd(firsts[block], at, "", true, true), schedule.groups, kernel::kLanes,
                 memory[block]);
    }
  });
  context_.function.describe_loop(latch, fold.extent);
  for (const Values& own : memory) results.push_back(end_fold(fold, schedule, own));
  return results;
}

/// Emits the blocks of a long row and passes their values to `take` in order. Returns false, and emits nothing, if
/// threads do not share the blocks. The values are kept in memory for one part of the row at a time. Parts are large,
/// so that the row starts at the end whose elements are in the cache.
bool ReductionEmitter::share_blocks(const Statement& fold, llvm::Value* blocks, TakeBlock take) {
  constexpr uint64_t kPart = 8192;  // a multiple of the number of lanes
  static_assert(kPart % kernel::kLanes == 0);
  const int64_t chunk = context_.elements.loop_depth() == 1 ? threads_.shared_blocks(fold) : 0;
  if (chunk == 0) return false;
  ScalarEmitter& scalars = context_.scalars;
  const auto size = static_cast<uint64_t>(kernel::kBlock);
  const uint64_t most = std::min((static_cast<uint64_t>(fold.extent) + size - 1) / size, kPart);
  Values more;
  std::vector<llvm::Type*> elements;
  for (const RowReduction& one : fold.reductions) {
    elements.push_back(scalars.stored_type(dtype(one)));
    more.push_back(context_.function.stack(llvm::ArrayType::get(elements.back(), most), "blocks"));
  }
  const Values memory = more;
  for (llvm::Value* values : memory) ir_.CreateLifetimeStart(values);  // reductions reuse the memory in sequence
  llvm::Value* parts = ir_.CreateUDiv(ir_.CreateAdd(blocks, ir_.getInt64(kPart - 1)), ir_.getInt64(kPart));
  context_.function.counted(parts, [&](llvm::Value* part) {
    llvm::Value* first = ir_.CreateMul(part, ir_.getInt64(kPart), "", true, true);
    llvm::Value* left = ir_.CreateSub(blocks, first, "", true, true);
    llvm::Value* count = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, ir_.getInt64(kPart));
    more.push_back(first);
    threads_.emit_ranges(fold, {count, chunk, threads_.nanoseconds(fold, fold)}, more,
                         [&](llvm::Value* begin, llvm::Value* end, auto shared) {
                           emit_blocks(fold, shared.back(), begin, end, [&](llvm::Value* number, const Values& values) {
                             for (size_t k = 0; k < values.size(); ++k) {
                               ir_.CreateStore(scalars.to_memory(dtype(fold.reductions[k]), values[k]),
                                               ir_.CreateInBoundsGEP(elements[k], shared[k], number));
                             }
                           });
                         });
    context_.function.counted(count, [&](llvm::Value* number) {
      Values values;
      for (size_t k = 0; k < memory.size(); ++k) {
        llvm::Value* value = ir_.CreateLoad(elements[k], ir_.CreateInBoundsGEP(elements[k], memory[k], number));
        values.push_back(scalars.from_memory(dtype(fold.reductions[k]), value));
      }
      take(number, values);
    });
  });
  for (llvm::Value* values : memory) ir_.CreateLifetimeEnd(values);
  return true;
}

/// Emits the blocks begin … end - 1 after the first `before` blocks of a row, and passes their values to `take`.
void ReductionEmitter::emit_blocks(const Statement& fold, llvm::Value* before, llvm::Value* begin, llvm::Value* end,
                                   TakeBlock take) {
  if (const ReductionSchedule schedule = schedule_reduction(program_, context_.machine, fold); schedule.blocks > 1) {
    // All blocks but the last one of the row are complete.
    llvm::Value* whole = ir_.CreateUDiv(context_.values.trip_count(fold), int64(kernel::kBlock));
    whole = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, end, ir_.CreateSub(whole, before));
    llvm::Value* const together = int64(schedule.blocks);
    llvm::Value* const count = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, whole, begin);
    llvm::Value* const times = ir_.CreateUDiv(count, together);
    context_.function.counted(times, [&](llvm::Value* time) {
      llvm::Value* number = ir_.CreateAdd(begin, ir_.CreateMul(time, together, "", true, true), "", true, true);
      const std::vector<Values> values = fold_side_by_side(fold, schedule, ir_.CreateAdd(before, number));
      for (size_t block = 0; block < values.size(); ++block)
        take(ir_.CreateAdd(number, ir_.getInt64(block)), values[block]);
    });
    begin = ir_.CreateAdd(begin, ir_.CreateMul(times, together, "", true, true), "", true, true);
  }
  context_.function.counted(
      begin, end, [&](llvm::Value* number) { take(number, fold_numbered(fold, ir_.CreateAdd(before, number))); });
}

}  // namespace ag::codegen
