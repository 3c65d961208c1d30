#pragma once
/// What the plain loops of tools/bench --sweep have in common.
#include <algorithm>

#include "plain_loops.h"

namespace bench::floors {

/// Rounds of what `body` does with the number that a round adds to x.
template <class Body>
void rounds(const SweepArrays& of, int64_t results, Body&& body) {
  std::fill(of.sums, of.sums + results, 0.0f);
  for (int64_t round = 0; round < of.rounds; ++round) body(0.001f * static_cast<float>(round), round);
}

/// x of a round, as an array.
inline void fill(const SweepArrays& of, float more, float* to) {
  for (int64_t i = 0; i < of.rows * of.columns; ++i) to[i] = of.x[i] + more;
}

inline void add(const float* from, float* __restrict to, int64_t count) {
  for (int64_t i = 0; i < count; ++i) to[i] += from[i];
}

}  // namespace bench::floors
