#pragma once
/// Segment sums: sums of the rows that belong to one segment, in one order of additions that every executor follows. It
/// depends on the shapes and the dtype alone: not on the ids, the memory layout or the threads.
///
/// Each element of the result starts with 0. The elements of its rows are added
///
///   * in lanes if `sums_in_lanes` (few sums of many rows): as rule 2 of kernel/reduce/reduce.h reduces a row of all
///   elements,
///     with 0 for those of other segments. Row i goes into lane i mod 16, so that consecutive additions are
///     independent, and all lanes of a sum are a vector;
///   * one by one otherwise, in the order of the rows.
///
/// In lanes, half types are computed in float, like sums of rows, and rounded at the end; one by one they are rounded
/// after each addition. Integers wrap around. A segment without rows is 0, and no sum is -0.
#include <algorithm>
#include <cstdint>

#include "kernel/copy.h"

namespace ag::kernel {

/// True if `rows` rows of `size` elements are summed into `segments` segments in lanes. The limits define results, so
/// they are the same on every machine (base/machine.h).
constexpr bool sums_in_lanes(DType dtype, int64_t rows, int64_t segments, int64_t size) {
  constexpr int64_t kMinRows = 64;    // enough to pay for adding up the lanes
  constexpr int64_t kMaxSize = 4;     // elements of 16 rows that are this close are loaded as vectors
  constexpr int64_t kMaxBytes = 128;  // of all sums: their lanes are 32 registers of 64 bytes
  const auto bytes = std::max<int64_t>(static_cast<int64_t>(item_size(dtype)), 4);
  return rows >= kMinRows && size <= kMaxSize && segments > 0 && size > 0 && segments * size * bytes <= kMaxBytes;
}

/// Fills `sums`, `segments` rows of `size` elements, in lanes. Both arrays are row-major, of a floating dtype; the ids
/// must be valid segments.
void sum_in_lanes(DType dtype, const std::byte* rows, const Integers& ids, int64_t segments, int64_t size,
                  std::byte* sums);

}  // namespace ag::kernel
