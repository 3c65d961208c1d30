#include "llvm/emit/loop_emitter.h"

#include <llvm/IR/IntrinsicsX86.h>

#include <algorithm>

#include "kernel/reduce/reduce.h"
#include "llvm/emit/statement_emitter.h"
#include "program/walk.h"

namespace ag::codegen {

void LoopEmitter::emit(const Statement& loop) {
  if (context_.elements.loop_depth() > 0 || !share(loop)) emit_nest(loop);
}

/// Emits a nest that threads share. Returns false for other nests, and emits nothing.
bool LoopEmitter::share(const Statement& nest) {
  if (context_.small_loops.is_unrolled(nest)) return false;
  const std::optional<Parallelization> sharing = threads_.sharing(nest);
  if (!sharing || context_.small_loops.is_unrolled(*sharing->loop)) return false;
  threads_.emit_ranges(nest, {count_of(*sharing->loop), sharing->chunk, threads_.nanoseconds(nest, *sharing->loop)}, {},
                       [&](llvm::Value* begin, llvm::Value* end, auto) {
                         range_ = {sharing->loop, begin, end};
                         emit_nest(nest);
                         range_ = {};
                       });
  return true;
}

void LoopEmitter::emit_nest(const Statement& loop) {
  context_.elements.enter_loop(loop);
  const bool innermost = is_innermost(loop.blocks[0]);
  if (context_.small_loops.is_unrolled(loop))
    emit_unrolled(loop);
  else if (innermost && context_.nontemporal_stores.passes_by_cache(loop))
    emit_streamed(loop);
  else if (const auto compress = compress_loop_of(context_.program, context_.machine, loop))
    emit_compressed(loop, *compress);
  else
    emit_rounds(loop, innermost);
  context_.elements.leave_loop();
}

LoopEmitter::Range LoopEmitter::range_of(const Statement& loop) {
  return range_.loop == &loop ? range_ : Range{&loop, ir_.getInt64(0), count_of(loop)};
}

/// Emits the iterations of a loop as scalar code, which LLVM vectorizes.
void LoopEmitter::emit_rounds(const Statement& loop, bool innermost) {
  llvm::MDNode* const group = innermost ? llvm::MDNode::getDistinct(context_.function.context(), {}) : nullptr;
  if (innermost) context_.elements.set_access_group(group);
  const Range range = range_of(loop);
  llvm::BranchInst* latch = context_.function.counted(range.begin, range.end, [&](llvm::Value* index) {
    context_.values.define(loop.result, index);
    statements_.block(loop.blocks[0]);
  });
  if (!innermost) return;
  llvm::LLVMContext& context = context_.function.context();
  llvm::Metadata* parallel[] = {llvm::MDString::get(context, "llvm.loop.parallel_accesses"), group};
  llvm::Metadata* independent = llvm::MDNode::get(context, parallel);
  context_.function.describe_loop(latch, loop.extent, independent);
  context_.elements.set_access_group(nullptr);
}

void LoopEmitter::emit_unrolled(const Statement& loop) {
  if (!is_innermost(loop.blocks[0])) {
    for (int64_t at = 0; at < loop.extent; ++at) {
      context_.values.define(loop.result, int64(at));
      statements_.block(loop.blocks[0]);
    }
    return;
  }
  const int64_t lanes = context_.small_loops.vector_lanes(loop);
  for (int64_t at = 0; at < loop.extent; at += lanes) {
    statements_.lanes(loop, int64(at), std::min(lanes, loop.extent - at));
    context_.values.end_lanes();
  }
}

/// Emits a loop that stores selected elements: whole vectors, and then single elements. Each vector stores all of its
/// lanes at the counter, of which the next vector overwrites those that are not selected. Fewer elements precede the
/// store than the loop has passed, so that it is within the array.
void LoopEmitter::emit_compressed(const Statement& loop, const CompressLoop& compress) {
  const DType dtype = context_.program.array(compress.store.array).type.dtype;
  ScalarEmitter& scalars = context_.scalars;
  const Range range = range_of(loop);
  llvm::Value* const length = ir_.CreateSub(range.end, range.begin, "", true, true);
  llvm::Value* const vectors = ir_.CreateSDiv(length, int64(compress.width));
  llvm::Value* const counter = context_.values.variable(compress.counter);
  context_.function.counted(vectors, [&](llvm::Value* vector) {
    llvm::Value* const first =
        ir_.CreateAdd(range.begin, ir_.CreateMul(vector, int64(compress.width), "", true, true), "", true, true);
    statements_.lanes(compress.lanes, first, compress.width);
    llvm::Value* const elements = scalars.to_memory(dtype, context_.values.use(compress.element));
    llvm::Value* const selected = context_.values.use(compress.selected);
    context_.values.end_lanes();
    llvm::Value* const packed =
        ir_.CreateIntrinsic(llvm::Intrinsic::x86_avx512_mask_compress, {elements->getType()},
                            {elements, llvm::Constant::getNullValue(elements->getType()), selected});
    llvm::Value* const count = ir_.CreateLoad(ir_.getInt64Ty(), counter);
    llvm::Value* const place =
        ir_.CreateInBoundsGEP(scalars.stored_type(dtype), context_.elements.array_data(compress.store.array), count);
    context_.elements.annotate(ir_.CreateAlignedStore(packed, place, llvm::Align(item_size(dtype))),
                               compress.store.array);
    llvm::Value* const bits = ir_.CreateBitCast(selected, ir_.getIntNTy(static_cast<unsigned>(compress.width)));
    llvm::Value* const more = ir_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, ir_.CreateZExt(bits, ir_.getInt64Ty()));
    ir_.CreateStore(ir_.CreateAdd(count, more, "", true, true), counter);
  });
  llvm::Value* const rest =
      ir_.CreateAdd(range.begin, ir_.CreateMul(vectors, int64(compress.width), "", true, true), "", true, true);
  context_.function.counted(rest, range.end, [&](llvm::Value* index) {
    context_.values.define(loop.result, index);
    statements_.block(loop.blocks[0]);
  });
}

/// Emits an innermost loop whose stores bypass the cache.
void LoopEmitter::emit_streamed(const Statement& loop) {
  constexpr int64_t kLanes = kernel::kLanes;
  const auto groups = [&](llvm::Value* count) { return ir_.CreateLShr(count, 4); };
  static_assert(kLanes == 16);
  llvm::Value* const extent = int64(loop.extent);
  const Range range = range_of(loop);  // begins at a multiple of kLanes
  context_.elements.set_streaming(true);
  context_.function.counted(groups(range.begin), groups(range.end), [&](llvm::Value* group) {
    statements_.lanes(loop, ir_.CreateMul(group, ir_.getInt64(kLanes), "", true, true), kLanes);
    context_.values.end_lanes();
  });
  context_.elements.set_streaming(false);
  const int64_t rest = loop.extent % kLanes;
  if (rest != 0) {
    llvm::BasicBlock *last = context_.function.new_block("rest"), *after = context_.function.new_block("rest.end");
    ir_.CreateCondBr(ir_.CreateICmpEQ(range.end, extent), last, after);
    ir_.SetInsertPoint(last);
    statements_.lanes(loop, int64(loop.extent - rest), rest);
    context_.values.end_lanes();
    ir_.CreateBr(after);
    ir_.SetInsertPoint(after);
  }
  // Non-temporal stores are not ordered with the stores that signal other threads.
  ir_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
}

}  // namespace ag::codegen
