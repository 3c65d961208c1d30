#pragma once
/// Loops over whole arrays, each element of which goes its own way: what a round makes of an element depends on the
/// elements at the same place, on arrays that the loop leaves alone, and on numbers that depend on no element.
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "program/program.h"

namespace ag::codegen {

/// What a `while` does with elements, in terms of its own statements.
struct ArrayLoop {
  /// An array that rounds change: its next element is a register of `elements`, or the element that another array had.
  struct Carried {
    ArrayId array = kNone;
    Register next = kNone;
    ArrayId moved = kNone;
    bool is_read = false;    // in a round
    bool is_needed = false;  // behind the loop
  };

  std::vector<int64_t> extents;  // of the nest that a round is, the outermost loop first
  std::vector<Register> indices;
  size_t nest = 0;                  // where it stands in the body; of several, the last
  Block elements;                   // what the innermost loops do, one behind the other
  const Statement* fold = nullptr;  // of the test: a row of all elements; null: no element decides
  bool is_extreme = false;          // it finds the greatest or least one, else `any` or `all`
  std::vector<Carried> carried;
  std::vector<Register> variables;  // numbers from one round to the next

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
  /// The place of an element of whole arrays: for each loop of the nest, from one index to the next.
  std::vector<int64_t> strides() const {
    std::vector<int64_t> result(extents.size(), 1);
    for (size_t k = extents.size() - 1; k-- > 0;) result[k] = result[k + 1] * extents[k + 1];
    return result;
  }
  /// Adds that place, times a factor, to an index.
  void add_place(Index& index, int64_t factor) const {
    const std::vector<int64_t> steps = strides();
    for (size_t k = 0; k < steps.size(); ++k) index.terms.emplace_back(indices[k], factor * steps[k]);
  }
};

/// What the rest of the program has to do with a loop.
struct Surroundings {
  std::set<ArrayId> needed;                       // of the arrays that the loop names
  std::set<Register> carried;                     // of the variables that it sets, those that are named outside of it
  const std::map<Register, uint64_t>& constants;  // of the program
};

/// Null where the loop is not of that kind, or where the test does more than to go on as long as an element is active:
/// its verdict may change from false to true with that alone, and it looks at elements in no other way. An element is
/// active where it alone, greater or less than a number, would let the loop go on; a NaN may let it end instead.
std::optional<ArrayLoop> find_array_loop(const Program& program, const Statement& loop, const Surroundings& around);

/// Whether an element that is not active stays as it is and inactive, whatever becomes of the others: no array that the
/// loop carries gets another element at its place, and what tells that it is not active depends on these alone.
bool is_frozen_when_inactive(const Program& program, const Statement& loop, const ArrayLoop& of,
                             const Surroundings& around);

}  // namespace ag::codegen
