#pragma once
/// Reductions fused into the loops that fill their operands.
///
/// Programs that profit: programs that reduce a result just computed: losses and norms, statistics of an image, the
/// nearest of several centres with the sum of the distances.
#include <optional>
#include <utility>

#include "base/machine.h"
#include "program/def_use.h"

namespace ag::codegen {

/// Fuses a reduction of an array into the earlier loop of the same block that fills the array. The reduction finds the
/// elements in registers, and several reductions of one loop's results are a single pass over memory. Required: each
/// element is reduced at the index at which it is stored, and no statement between the loops changes an operand.
void fuse_reductions(Program& program, const detail::Machine& machine);

/// Arrays with fewer elements stay in registers or in the first-level cache between two loops, on any machine.
inline constexpr int64_t kManyElements = 256;

/// True if `place` is `index` plus `offset`.
inline bool is_at(const Index& place, Register index, int64_t offset = 0) {
  return place.offset == offset && place.terms.size() == 1 && place.terms[0] == std::pair(index, int64_t{1});
}
/// Returns the stride of `place` along `index`; 0 if it is invariant.
inline int64_t step_along(const Index& place, Register index) {
  int64_t step = 0;
  for (const auto& [id, factor] : place.terms) step += id == index ? factor : 0;
  return step;
}
/// True if the statement is a loop over plain statements.
bool is_plain_nest(const Statement& statement);
/// True if the loop stores into an array that the reduction loads.
bool stores_operand(const Statement& loop, const Statement& fold);
/// Returns the statements of the reduction as a part of the loop, with loads replaced by registers of the loop. The
/// induction variable is still that of the reduction. Returns nullopt if the reduction reads other elements of these
/// arrays or a register that `elsewhere` assigns, or if the loop has accesses that lanes cannot make as vectors.
std::optional<Block> reduction_in_loop(const Statement& fold, const Statement& loop, const DefUse& elsewhere);

}  // namespace ag::codegen
