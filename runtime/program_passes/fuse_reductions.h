#pragma once
/// Folds of arrays in the loops that fill them.
#include <optional>
#include <set>
#include <utility>

#include "program/program.h"

namespace ag::codegen {

/// A fold of an array that a loop before it in the same block has filled is a part of that loop, and finds the elements
/// in registers: several reductions of what one loop computes are one pass over memory. Only where each element is
/// taken at the place where it is stored, and nothing between the two changes what is folded.
void fuse_reductions(Program& program);

/// Fewer elements are in registers, or next to them, from one loop to the next.
inline constexpr int64_t kManyElements = 256;

/// Whether the place is that of the index, so many elements further.
inline bool is_at(const Index& place, Register index, int64_t offset = 0) {
  return place.offset == offset && place.terms.size() == 1 && place.terms[0] == std::pair(index, int64_t{1});
}
/// How far the place moves for each value of the index; 0 where it stays.
inline int64_t step_along(const Index& place, Register index) {
  int64_t step = 0;
  for (const auto& [id, factor] : place.terms) step += id == index ? factor : 0;
  return step;
}
/// Whether it is a loop that computes with numbers and elements alone.
bool is_plain_nest(const Statement& statement);
/// Adds what statements define, and those inside of them.
void list_results(const Block& block, std::set<Register>& results);
/// Whether a loop stores what a fold loads.
bool stores_operand(const Statement& loop, const Statement& fold);
/// The statements of the fold as a part of the loop, with the elements that this stores or has loaded; none where it
/// takes others of these arrays, or needs a register of `elsewhere`, or where the loop has elements that lanes cannot
/// take as vectors. The index is still that of the fold.
std::optional<Block> fold_inside(const Statement& fold, const Statement& loop, const std::set<Register>& elsewhere);

}  // namespace ag::codegen
