#pragma once
/// Analysis of masked loops: `while` loops over whole arrays whose iterations are elementwise. The next value of an
/// element depends only on the elements at the same index, on arrays that the loop does not change, and on numbers that
/// no element influences.
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "program/program.h"

namespace ag::codegen {

/// An elementwise `while`, in terms of its own statements.
struct MaskedLoop {
  /// An array that iterations change. Its next element is a register of `elements`, or the element of another array.
  struct Carried {
    ArrayId array = kNone;
    Register next = kNone;
    ArrayId moved = kNone;
    bool is_read = false;    // by an iteration
    bool is_needed = false;  // after the loop
  };

  std::vector<int64_t> extents;  // of the nest of an iteration, outermost loop first
  std::vector<Register> indices;
  size_t nest = 0;                  // index of the nest in the body; of several, the last
  Block elements;                   // the bodies of the innermost loops, concatenated
  const Statement* fold = nullptr;  // the reduction of all elements in the test; null if the test reads no element
  bool is_extreme = false;          // the reduction is Max or Min; else Any or All
  std::vector<Carried> carried;
  std::vector<Register> variables;  // numbers carried between iterations

  const Carried* find(ArrayId array) const {
    for (const Carried& one : carried) {
      if (one.array == array) return &one;
    }
    return nullptr;
  }
  int64_t count() const {
    int64_t product = 1;
    for (int64_t extent : extents) product *= extent;
    return product;
  }
  /// Returns the strides of whole arrays along the loops of the nest.
  std::vector<int64_t> strides() const {
    std::vector<int64_t> result(extents.size(), 1);
    for (size_t k = extents.size() - 1; k-- > 0;) result[k] = result[k + 1] * extents[k + 1];
    return result;
  }
  /// Adds the index of the current element, times a factor, to an index.
  void add_place(Index& index, int64_t factor) const {
    const std::vector<int64_t> steps = strides();
    for (size_t k = 0; k < steps.size(); ++k) index.terms.emplace_back(indices[k], factor * steps[k]);
  }
};

/// The uses that the rest of the program makes of a loop's arrays and variables.
struct LoopUses {
  std::set<ArrayId> needed;                       // arrays that the loop names
  std::set<Register> carried;                     // variables that the loop sets and that are used outside of it
  const std::map<Register, uint64_t>& constants;  // of the program
};

/// Returns nullopt unless the loop is elementwise and continues exactly while some element is active. The condition
/// must be monotone in the set of active elements and depend on elements in no other way. An element is active if it
/// alone makes the loop continue, through `any` or `all`, or as a maximum or minimum that is compared with a number. In
/// the latter case a NaN may end the loop.
std::optional<MaskedLoop> find_masked_loop(const Program& program, const Statement& loop, const LoopUses& around);

/// True if inactive lanes are invariant: an element that is not active keeps its value and stays inactive, whatever the
/// other elements do. The proof needs that an iteration leaves the element unchanged in each carried array, and that
/// its activity depends on carried elements and invariants only.
bool has_invariant_inactive_lanes(const Program& program, const Statement& loop, const MaskedLoop& of,
                                  const LoopUses& around);

}  // namespace ag::codegen
