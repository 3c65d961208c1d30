#pragma once
/// Non-temporal stores for loops that fill arrays larger than the cache. A store into the cache reads the line first,
/// which is a third of the traffic of a loop that computes little. The loads of such a loop are prefetched, because the
/// processor looks less far ahead than it does beside stores into the cache.
///
/// Programs that profit: loops that compute little per element of results larger than the cache: masks and scalings of
/// long columns, images of many megapixels, conversions of types.
#include <vector>

#include "base/machine.h"
#include "program/program.h"

namespace ag::codegen {

class NontemporalStores {
 public:
  NontemporalStores(const Program& program, const detail::Machine& machine);

  /// True if the stores of a plain loop bypass the cache: they exceed two thirds of the last-level cache, are in the
  /// order of the elements, and go to arrays that the loop does not read.
  bool passes_by_cache(const Statement& loop) const;

 private:
  const Program& program_;
  const detail::Machine& machine_;
  std::vector<bool> nontemporal_;  // by array: in memory from Allocate, which is aligned to the widest vector
};

/// Returns for each array whether it is an input or constant that the program only reads. While a program holds them,
/// no other code changes them.
std::vector<bool> invariant_arrays(const Program& program);

}  // namespace ag::codegen
