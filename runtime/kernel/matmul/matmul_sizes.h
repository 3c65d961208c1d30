#pragma once
/// The block sizes of a matrix product.
#include <cstdint>

namespace ag::kernel {

inline constexpr int64_t kBlockDepth = 256;    // of k: a panel of b stays in the first-level cache
inline constexpr int64_t kBlockColumns = 256;  // of n: a packed block of b stays in the second-level cache
inline constexpr int64_t kBlockRows = 128;     // of m: the rows of a stay there, too
inline constexpr int64_t kWidestPanel = 32;    // elements of two of the widest vectors

// Of k, if b is read unpacked and does not fit the second-level cache: the number of rows of b that are read side by
// side over their whole length. More rows would be more pages and streams than the processor tracks.
inline constexpr int64_t kStreamDepth = 16, kStreamDepthOfRow = 8;  // the latter if c is computed row by row

inline constexpr int64_t kFewRows = 4;  // of m: for fewer rows, c is computed row by row

inline constexpr int64_t kSecondLevel = 96 * 1024;  // elements of b that fit the second-level cache

/// Estimates the nanoseconds that `products` products take on one thread. `item`: bytes of an element.
static inline int64_t product_nanoseconds(double products, int64_t item) {
  constexpr double kBytesPerNanosecond = 128, kMax = 1e15;
  const double nanoseconds = products * static_cast<double>(item) / kBytesPerNanosecond;
  return static_cast<int64_t>(nanoseconds < kMax ? nanoseconds : kMax);
}

/// True if the panels of b are packed: if they are not contiguous, or are too large for the first-level cache and used
/// often enough. Reading them from the second-level cache is about as fast as packing them and reading the packed copy.
static inline bool packs(int64_t m, int64_t n, int64_t k, bool b_contiguous) {
  constexpr int64_t kFirstLevel = 64 * 64;  // elements of b
  return !b_contiguous || (n * k > kFirstLevel && m > (n * k <= kSecondLevel ? 64 : 16));
}

/// True if a product of few rows with an unpacked b in the second-level cache prefetches the next four vectors of the
/// rows of b. Prefetching pays if vectors straddle two cache lines, and if the vectors of k rows fit the first-level
/// cache. Rows whose distance is near a multiple of half a way of that cache evict each other.
template <int kBytes>
static inline bool fetches_next(int64_t n, int64_t k, int64_t b_row, int64_t item) {
  constexpr int64_t kFirstLevel = 32 * 1024, kWays = 8, kHalfWay = kFirstLevel / kWays / 2, kPanels = 8 * kBytes;
  const int64_t row = b_row * item, apart = row % kHalfWay, nearest = apart < kHalfWay / 2 ? apart : kHalfWay - apart;
  return row % kBytes != 0 && n * k * item > kFirstLevel && k * kPanels <= kFirstLevel &&
         k * kPanels <= kWays * (k * nearest + kPanels);
}

}  // namespace ag::kernel
