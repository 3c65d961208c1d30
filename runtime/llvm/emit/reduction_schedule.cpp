#include "llvm/emit/reduction_schedule.h"

#include <algorithm>
#include <map>

namespace ag::codegen {

using Kind = StatementKind;

ReductionSchedule schedule_reduction(const Program& program, const detail::Machine& machine, const Statement& fold) {
  constexpr int kShort = 4, kLong = 10, kSideBySide = 3;  // in steps; kSideBySide: steps per step of the longest chain
  constexpr size_t kFew = 2;
  constexpr int64_t kShortRow = 256;  // elements
  constexpr int64_t kStreams = 4;
  // Other data takes a fifth of the cache of a core, and two thirds of the cache that several cores share.
  const int64_t second_level = machine.l2_bytes / 5 * 4, caches = machine.llc_bytes / 3;
  std::map<Register, int> depths;
  int steps = 0, depth = 0;
  int64_t bytes = 0;
  const auto is_taken = [&](Register value) {
    return std::ranges::find(fold.reductions, value, &RowReduction::value) != fold.reductions.end();
  };
  for (const Statement& statement : fold.blocks[0]) {
    if (statement.array != kNone)
      bytes += fold.extent * static_cast<int64_t>(item_size(program.array(statement.array).type.dtype));
    if (statement.kind == Kind::Constant || statement.kind == Kind::Load || statement.kind == Kind::Store) continue;
    if (statement.kind != Kind::Let || is_math(statement.primitive)) return {};
    // A sum of selected values becomes a conditional addition (see combine), which is not recognised within wider
    // vectors.
    if (statement.primitive == Primitive::Select && is_taken(statement.result)) return {};
    int& own = depths[statement.result];
    for (Register operand : statement.operands) {
      if (const auto found = depths.find(operand); found != depths.end()) own = std::max(own, found->second);
    }
    depth = std::max(depth, ++own);
    ++steps;
  }
  const auto is_sum = [&](const RowReduction& one) {
    // Fused multiply-adds have the same latency at all widths. Only short rows gain from narrow vectors, which are
    // reduced sooner.
    const bool waits = one.factor == kNone || fold.extent <= kShortRow;
    return one.kind == ir::ReductionKind::Sum && waits && is_floating(program.dtype(one.result));
  };
  const int64_t blocks = steps <= kShort && bytes > caches && fold.reductions.size() <= kFew ? kStreams : 1;
  if (steps <= kShort && std::ranges::all_of(fold.reductions, is_extremum)) return {.groups = 4, .blocks = blocks};
  if (fold.reductions.size() > kFew) return {};
  if (steps <= kShort && bytes <= second_level && std::ranges::all_of(fold.reductions, is_sum)) return {.parts = 2};
  if (depth >= kLong && steps <= kSideBySide * depth) return {.groups = 2};
  return {.blocks = blocks};
}

}  // namespace ag::codegen
