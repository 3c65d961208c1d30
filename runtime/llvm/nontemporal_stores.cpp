/// Non-temporal stores for loops that fill arrays larger than the cache. A store into the cache reads the line first,
/// which is a third of the traffic of a loop that computes little. The loads of such a loop are prefetched, because the
/// processor looks less far ahead than it does beside stores into the cache.
///
/// Programs that profit: loops that compute little per element of results larger than the cache: masks and scalings of
/// long columns, images of many megapixels, conversions of types.
#include "kernel/reduce/reduce.h"
#include "llvm/emitter.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

void find_allocated(const Block& block, std::vector<bool>& allocated) {
  for (const Statement& statement : block) {
    const auto at = static_cast<size_t>(statement.array);
    if (statement.kind == Kind::Allocate) allocated[at] = true;
    for (const Block& inner : statement.blocks) find_allocated(inner, allocated);
  }
}

/// Marks the arrays that get other memory or other elements.
void find_changed(const Program& program, const Block& block, std::vector<bool>& changed) {
  for (const Statement& statement : block) {
    const Kind kind = statement.kind;
    if (kind == Kind::Kernel || kind == Kind::Call) {
      const Site& site = program.site(statement.site);
      for (ArrayId id : site.outputs) changed[static_cast<size_t>(id)] = true;
      if (site.overwrites_first) changed[static_cast<size_t>(site.inputs[0])] = true;
    } else if (kind != Kind::Load && kind != Kind::MakeContiguous && kind != Kind::Free && kind != Kind::Length) {
      if (statement.array != kNone) changed[static_cast<size_t>(statement.array)] = true;
      if (kind == Kind::Swap) changed[static_cast<size_t>(statement.source)] = true;
    }
    for (const Block& inner : statement.blocks) find_changed(program, inner, changed);
  }
}

/// Unmarks the arrays that may get other memory.
void drop_others(const Block& block, std::vector<bool>& allocated) {
  for (const Statement& statement : block) {
    const Kind kind = statement.kind;
    if (kind == Kind::Alias || kind == Kind::Swap) {
      allocated[static_cast<size_t>(statement.array)] = allocated[static_cast<size_t>(statement.source)] = false;
    }
    for (const Block& inner : statement.blocks) drop_others(inner, allocated);
  }
}

}  // namespace

/// Finds the arrays in memory from Allocate, which is aligned to the size of the widest vector.
void Emitter::plan_nontemporal_stores() {
  nontemporal_.assign(program_.arrays.size(), false);
  find_allocated(program_.body, nontemporal_);  // functions allocate none
  drop_others(program_.body, nontemporal_);
  for (const Site& site : program_.sites) {
    for (ArrayId id : site.outputs) nontemporal_[static_cast<size_t>(id)] = false;
  }
}

/// Finds the inputs and constants that the program only reads. While a program holds them, no other code changes them.
void Emitter::plan_invariants() {
  std::vector<bool> changed(program_.arrays.size());
  find_changed(program_, program_.body, changed);
  invariant_.assign(program_.arrays.size(), false);
  const auto add = [&](ArrayId id) { invariant_[static_cast<size_t>(id)] = !changed[static_cast<size_t>(id)]; };
  for (ArrayId id : program_.inputs) add(id);
  for (const auto& [id, value] : program_.constants) add(id);
}

/// Emits prefetches. Addresses past the end of an array are harmless.
void Emitter::fetch_ahead(llvm::Value* address, uint64_t bytes) {
  const auto line_bytes = static_cast<uint64_t>(machine_.line_bytes), ahead = 32 * line_bytes;
  constexpr uint32_t kToRead = 0, kOften = 3, kData = 1;
  for (uint64_t line = 0; line < bytes; line += line_bytes) {
    llvm::Value* place = ir_.CreateConstGEP1_64(ir_.getInt8Ty(), address, ahead + line);
    ir_.CreateIntrinsic(llvm::Intrinsic::prefetch, {ir_.getPtrTy()},
                        {place, ir_.getInt32(kToRead), ir_.getInt32(kOften), ir_.getInt32(kData)});
  }
}

/// True if the stores of a plain loop bypass the cache: they exceed two thirds of the last-level cache, are in the
/// order of the elements, and go to arrays that the loop does not read.
bool Emitter::passes_by_cache(const Statement& loop) const {
  int64_t bytes = 0;
  for (const Statement& statement : loop.blocks[0]) {
    for (Register operand : statement.operands) {
      if (operand == loop.result) return false;
    }
    if (statement.kind != Kind::Store) continue;
    const bool in_order = statement.index.terms.size() == 1 && statement.index.terms[0].first == loop.result &&
                          statement.index.terms[0].second == 1 && statement.index.offset == 0;
    if (!in_order || !nontemporal_[static_cast<size_t>(statement.array)]) return false;
    bytes += loop.extent * static_cast<int64_t>(item_size(program_.array(statement.array).type.dtype));
    for (const Statement& other : loop.blocks[0]) {
      if (other.kind == Kind::Load && other.array == statement.array) return false;
    }
  }
  return bytes >= machine_.llc_bytes / 3 * 2;
}

/// Emits an innermost loop whose stores bypass the cache. Returns false for other loops, and emits nothing.
bool Emitter::emit_nontemporal_loop(const Statement& loop) {
  if (!passes_by_cache(loop)) return false;
  emit_streamed_rounds(loop);
  return true;
}

void Emitter::emit_streamed_rounds(const Statement& loop) {
  constexpr int64_t kLanes = kernel::kLanes;
  const bool is_range = range_.loop == &loop;  // begins at a multiple of kLanes
  const auto groups = [&](llvm::Value* count) { return ir_.CreateLShr(count, 4); };
  static_assert(kLanes == 16);
  llvm::Value* extent = ir_.getInt64(static_cast<uint64_t>(loop.extent));
  llvm::Value* first = is_range ? range_.begin : ir_.getInt64(0);
  llvm::Value* end = is_range ? range_.end : extent;
  streaming_ = true;
  counted(groups(first), groups(end), [&](llvm::Value* group) {
    emit_lanes(loop, ir_.CreateMul(group, ir_.getInt64(kLanes), "", true, true), kLanes);
    end_lanes();
  });
  streaming_ = false;
  const int64_t rest = loop.extent % kLanes;
  if (rest != 0) {
    llvm::BasicBlock *last = new_block("rest"), *after = new_block("rest.end");
    ir_.CreateCondBr(ir_.CreateICmpEQ(end, extent), last, after);
    ir_.SetInsertPoint(last);
    emit_lanes(loop, ir_.getInt64(static_cast<uint64_t>(loop.extent - rest)), rest);
    end_lanes();
    ir_.CreateBr(after);
    ir_.SetInsertPoint(after);
  }
  // Non-temporal stores are not ordered with the stores that signal other threads.
  ir_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
}

}  // namespace ag::codegen
