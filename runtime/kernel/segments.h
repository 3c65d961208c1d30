#pragma once
/// Sums of the rows that belong to one segment, in one order of additions that every executor follows. It depends on
/// the shapes and the dtype alone: not on the ids, on the memory layout, or on threads.
///
/// Each element of the result starts with 0, and takes the elements of its rows
///
///   * as a row of kernel/reduce.h, rule 2, takes all of its elements, with 0 in the place of those of other segments,
///     where `sums_in_lanes`: few sums of many rows. Row i goes into lane i mod 16, so that one addition does not wait
///     for the one before, and all lanes of a sum are a vector;
///   * one by one, in the order of the rows, where not.
///
/// Half types are computed in float in the first case, as sums of rows are, and rounded at the end; one by one they are
/// rounded after each addition. Integers wrap around. A segment without rows is 0, and no sum is -0.
#include <algorithm>
#include <cstdint>

#include "kernel/copy.h"

namespace ag::kernel {

/// `rows` rows of `size` elements, which go to so many segments.
constexpr bool sums_in_lanes(DType dtype, int64_t rows, int64_t segments, int64_t size) {
  constexpr int64_t kFewestRows = 64;  // are worth more than to add up the lanes
  constexpr int64_t kMostSize = 4;     // elements of 16 rows that stand so close are loaded as vectors
  constexpr int64_t kMostBytes = 128;  // of all sums: their lanes are 32 registers of 64 bytes
  const auto bytes = std::max<int64_t>(static_cast<int64_t>(item_size(dtype)), 4);
  return rows >= kFewestRows && size <= kMostSize && segments > 0 && size > 0 && segments * size * bytes <= kMostBytes;
}

/// Fills `sums`, of `segments` rows like those, in lanes. Both are row-major, of a floating dtype; the ids name
/// segments.
void sum_in_lanes(DType dtype, const std::byte* rows, const Integers& ids, int64_t segments, int64_t size,
                  std::byte* sums);

}  // namespace ag::kernel
