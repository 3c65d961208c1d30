/// Parallel loops. A range of iterations is a function of its own, which the runtime calls on all available threads.
/// The other values that it needs are in a record of its caller.
#include <tuple>

#include "kernel/reduce/reduce.h"
#include "llvm/emitter.h"
#include "llvm/parallelize.h"

namespace ag::codegen {

/// Emits a runtime call for the iterations 0 … count - 1. `body` emits the function body for one range; `more` are
/// values that it takes besides those of the statement.
void Emitter::emit_ranges(const Statement& statement, llvm::Value* count, int64_t chunk,
                          std::span<llvm::Value* const> more, RangeBody body) {
  const std::vector<SharedValue> shared = list_shared({&statement, 1}).values;
  std::vector<llvm::Value*> values;
  for (const SharedValue& one : shared) values.push_back(one.outside);
  values.insert(values.end(), more.begin(), more.end());
  std::vector<llvm::Type*> types;
  for (llvm::Value* value : values) types.push_back(value->getType());
  auto* record = llvm::StructType::get(context_, types);
  llvm::AllocaInst* memory = stack(record, "shared");
  const auto field = [&](llvm::Value* of, size_t k) {
    return ir_.CreateStructGEP(record, of, static_cast<unsigned>(k));
  };
  for (size_t k = 0; k < values.size(); ++k) ir_.CreateStore(values[k], field(memory, k));
  const auto number = [&](int64_t value) { return ir_.getInt64(static_cast<uint64_t>(value)); };
  auto* type = llvm::FunctionType::get(ir_.getInt32Ty(),
                                       {ir_.getPtrTy(), ir_.getInt64Ty(), ir_.getInt64Ty(), ir_.getPtrTy()}, false);
  auto* function = llvm::Function::Create(type, llvm::Function::InternalLinkage, "range", module_);
  call_runtime("ag_rt_parallel_for",
               {function, memory, count, number(chunk), number(nanoseconds_of(program_, statement))});

  const llvm::IRBuilder<>::InsertPoint outside = ir_.saveIP();
  const llvm::DebugLoc line = ir_.getCurrentDebugLocation();
  const std::tuple caller(function_, runtime_, table_, failed_);
  std::vector<llvm::Value*> pinned(pinned_.size(), nullptr);
  pinned_.swap(pinned);
  begin(function);
  std::vector<llvm::Value*> taken;
  for (size_t k = 0; k < values.size(); ++k) {
    llvm::Value* value = ir_.CreateLoad(types[k], field(function->getArg(3), k));
    if (k < shared.size())
      *shared[k].place = value;
    else
      taken.push_back(value);
  }
  pin_arrays(statement);
  body(function->getArg(1), function->getArg(2), taken);
  end();
  pinned_.swap(pinned);
  std::tie(function_, runtime_, table_, failed_) = caller;
  ir_.restoreIP(outside);
  ir_.SetCurrentDebugLocation(line);
  for (const SharedValue& one : shared) *one.place = one.outside;
}

/// Emits a nest that threads share. Returns false for other nests, and emits nothing.
bool Emitter::share_loop(const Statement& nest) {
  if (written_.contains(&nest) || !is_long(program_, machine_, nest)) return false;
  if (register_mentions_.empty()) count_mentions();
  const std::optional<Parallelization> sharing =
      parallelize_nest(program_, machine_, nest, {register_mentions_, array_mentions_});
  if (!sharing || written_.contains(sharing->loop)) return false;
  llvm::Value* extent = ir_.getInt64(static_cast<uint64_t>(sharing->loop->extent));
  emit_ranges(nest, extent, sharing->chunk, {}, [&](llvm::Value* begin, llvm::Value* end, auto) {
    range_ = {sharing->loop, begin, end};
    ++loop_depth_;
    emit_loop(nest);
    --loop_depth_;
    range_ = {};
  });
  return true;
}

/// Emits the blocks of a long row and passes their values to `take` in order. Returns false, and emits nothing, if
/// threads do not share the blocks. The values are kept in memory for one part of the row at a time. Parts are large,
/// so that the row starts at the end whose elements are in the cache.
bool Emitter::share_blocks(const Statement& fold, uint64_t blocks, TakeBlock take) {
  constexpr uint64_t kPart = 8192;  // a multiple of the number of lanes
  static_assert(kPart % kernel::kLanes == 0);
  if (loop_depth_ != 1 || !is_long(program_, machine_, fold)) return false;
  if (register_mentions_.empty()) count_mentions();
  const int64_t chunk = shared_blocks(program_, machine_, fold, kernel::kBlock, {register_mentions_, array_mentions_});
  if (chunk == 0) return false;
  std::vector<llvm::Value*> more;
  std::vector<llvm::Type*> elements;
  for (const RowReduction& one : fold.reductions) {
    elements.push_back(stored_type(program_.dtype(one.result)));
    more.push_back(stack(llvm::ArrayType::get(elements.back(), std::min(blocks, kPart)), "blocks"));
  }
  const std::vector<llvm::Value*> memory = more;
  for (llvm::Value* values : memory) ir_.CreateLifetimeStart(values);  // reductions reuse the memory in sequence
  counted(ir_.getInt64((blocks + kPart - 1) / kPart), [&](llvm::Value* part) {
    llvm::Value* first = ir_.CreateMul(part, ir_.getInt64(kPart), "", true, true);
    llvm::Value* left = ir_.CreateSub(ir_.getInt64(blocks), first, "", true, true);
    llvm::Value* count = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, ir_.getInt64(kPart));
    more.push_back(first);
    emit_ranges(fold, count, chunk, more, [&](llvm::Value* begin, llvm::Value* end, auto shared) {
      const auto keep = [&](llvm::Value* number, const std::vector<llvm::Value*>& values) {
        for (size_t k = 0; k < values.size(); ++k) {
          ir_.CreateStore(to_memory(program_.dtype(fold.reductions[k].result), values[k]),
                          ir_.CreateInBoundsGEP(elements[k], shared[k], number));
        }
      };
      if (const ReductionSchedule rounds = rounds_of(fold); rounds.blocks > 1) {
        // All blocks but the last one of the row are complete.
        llvm::Value* whole = ir_.getInt64(static_cast<uint64_t>(fold.extent / kernel::kBlock));
        whole = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, end, ir_.CreateSub(whole, shared.back()));
        llvm::Value* const together = ir_.getInt64(static_cast<uint64_t>(rounds.blocks));
        llvm::Value* const count = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, whole, begin);
        llvm::Value* const times = ir_.CreateUDiv(count, together);
        counted(times, [&](llvm::Value* time) {
          llvm::Value* number = ir_.CreateAdd(begin, ir_.CreateMul(time, together, "", true, true), "", true, true);
          const auto values = fold_side_by_side(fold, rounds, ir_.CreateAdd(shared.back(), number));
          for (size_t block = 0; block < values.size(); ++block)
            keep(ir_.CreateAdd(number, ir_.getInt64(block)), values[block]);
        });
        begin = ir_.CreateAdd(begin, ir_.CreateMul(times, together, "", true, true), "", true, true);
      }
      counted(begin, end,
              [&](llvm::Value* number) { keep(number, fold_numbered(fold, ir_.CreateAdd(shared.back(), number))); });
    });
    counted(count, [&](llvm::Value* number) {
      std::vector<llvm::Value*> values;
      for (size_t k = 0; k < memory.size(); ++k) {
        llvm::Value* value = ir_.CreateLoad(elements[k], ir_.CreateInBoundsGEP(elements[k], memory[k], number));
        values.push_back(from_memory(program_.dtype(fold.reductions[k].result), value));
      }
      take(number, values);
    });
  });
  for (llvm::Value* values : memory) ir_.CreateLifetimeEnd(values);
  return true;
}

}  // namespace ag::codegen
