#pragma once
/// The block sizes of a matrix product. Those that follow from the caches are computed from detail::machine(), for
/// elements of 8 bytes. Blocks change no result: the terms of an element are added in the same order for any block.
#include <cstdint>

#include "base/machine.h"

namespace ag::kernel {

inline constexpr int64_t kWidestPanel = 32;  // elements of two of the widest vectors, which packing provides for

/// Bytes of the first-level cache for a panel of b; the rest is for a and c.
static inline int64_t panel_bytes() { return detail::machine().l1_bytes / 3 * 2; }

/// Of k: a panel of b, two vectors wide, stays in the first-level cache.
static inline int64_t block_depth() {
  const int64_t depth = panel_bytes() / (2 * detail::machine().vector_bytes);
  return depth < 32 ? 32 : depth;
}
/// Of n: a packed block of b takes two fifths of the second-level cache. A multiple of the widest panel.
static inline int64_t block_columns() {
  const int64_t columns = detail::machine().l2_bytes / 5 * 2 / 8 / block_depth() / kWidestPanel * kWidestPanel;
  return columns < kWidestPanel ? kWidestPanel : columns;
}
/// Of m: the rows of a take a fifth of the second-level cache. A multiple of the rows of every tile.
static inline int64_t block_rows() {
  constexpr int64_t kWholeRows = 16;
  const int64_t rows = detail::machine().l2_bytes / 5 / 8 / block_depth() / kWholeRows * kWholeRows;
  return rows < kWholeRows ? kWholeRows : rows;
}

// Of k, if b is read unpacked and does not fit the second-level cache: the number of rows of b that are read side by
// side over their whole length. More rows would be more pages and streams than the processor tracks.
inline constexpr int64_t kStreamDepth = 16, kStreamDepthOfRow = 8;  // the latter if c is computed row by row

inline constexpr int64_t kFewRows = 4;  // of m: for fewer rows, c is computed row by row

/// Elements of b that fit the second-level cache, of which they take at most three fifths.
static inline int64_t second_level() { return detail::machine().l2_bytes / 5 * 3 / 8; }

/// Estimates the nanoseconds that `products` products take on one thread: one fused multiply-add of every unit per
/// nanosecond. `item`: bytes of an element.
static inline int64_t product_nanoseconds(double products, int64_t item, const detail::Machine& machine) {
  constexpr double kMax = 1e15;
  const auto bytes = static_cast<double>(machine.fma_units * machine.vector_bytes);
  const double nanoseconds = products * static_cast<double>(item) / bytes;
  return static_cast<int64_t>(nanoseconds < kMax ? nanoseconds : kMax);
}

/// True if the panels of b are packed: if they are not contiguous, or are too large for the first-level cache and used
/// often enough. Reading them from the second-level cache is about as fast as packing them and reading the packed copy.
static inline bool packs(int64_t m, int64_t n, int64_t k, bool b_contiguous) {
  return !b_contiguous || (n * k > panel_bytes() / 8 && m > (n * k <= second_level() ? 64 : 16));
}

/// True if a product of few rows with an unpacked b in the second-level cache prefetches the next four vectors of the
/// rows of b. Prefetching pays if vectors straddle two cache lines, and if the vectors of k rows fit the first-level
/// cache. Rows whose distance is near a multiple of half a way of that cache evict each other. Two thirds of the ways
/// are for b, as in panel_bytes().
template <int kBytes>
static inline bool fetches_next(int64_t n, int64_t k, int64_t b_row, int64_t item) {
  constexpr int64_t kPanels = 8 * kBytes;
  const int64_t ways = detail::machine().l1_ways, level = panel_bytes();
  const int64_t half_way = detail::machine().l1_bytes / ways / 2;
  const int64_t row = b_row * item, apart = row % half_way, nearest = apart < half_way / 2 ? apart : half_way - apart;
  return row % kBytes != 0 && n * k * item > level && k * kPanels <= level &&
         k * kPanels <= (2 * ways + 2) / 3 * (k * nearest + kPanels);
}

}  // namespace ag::kernel
