#pragma once
/// The sizes of the blocks of a matrix product.
#include <cstdint>

namespace ag::kernel {

inline constexpr int64_t kBlockDepth = 256;    // of k: a panel of b stays in the first-level cache
inline constexpr int64_t kBlockColumns = 256;  // of n: a packed block of b stays in the second-level cache
inline constexpr int64_t kBlockRows = 128;     // of m: so do the rows of a
inline constexpr int64_t kWidestPanel = 32;    // elements of two of the widest vectors

// Of k, where b is read as it is and does not fit the second-level cache: so many rows of it are read side by side,
// from one end to the other, where all of them would be more pages and streams than the processor follows.
inline constexpr int64_t kStreamDepth = 16, kStreamDepthOfRow = 8;  // the latter where c is computed row by row

inline constexpr int64_t kFewRows = 4;  // of m: then c is computed row by row

inline constexpr int64_t kSecondLevel = 96 * 1024;  // elements of b that this cache holds

/// The nanoseconds that so many products take on one thread, about. `item`: bytes of an element.
static inline int64_t product_nanoseconds(double products, int64_t item) {
  constexpr double kBytesPerNanosecond = 128, kMost = 1e15;
  const double nanoseconds = products * static_cast<double>(item) / kBytesPerNanosecond;
  return static_cast<int64_t>(nanoseconds < kMost ? nanoseconds : kMost);
}

/// Whether the panels of b are packed: where they are not contiguous, or too large for the first-level cache and used
/// often enough. From the second-level cache they are read about as fast as they are packed and read again.
static inline bool packs(int64_t m, int64_t n, int64_t k, bool b_contiguous) {
  constexpr int64_t kFirstLevel = 64 * 64;  // elements of b
  return !b_contiguous || (n * k > kFirstLevel && m > (n * k <= kSecondLevel ? 64 : 16));
}

/// Whether few rows times a b that is read as it is, from the second-level cache, fetch the next four vectors of its
/// rows while they are multiplied by the last. That pays where vectors are parts of two lines (a twelfth to a seventh
/// of the time of 5 rows), and where the vectors of k rows find room in the first-level cache: rows that are about a
/// multiple of half its ways apart take each other's place.
template <int kBytes>
static inline bool fetches_next(int64_t n, int64_t k, int64_t b_row, int64_t item) {
  constexpr int64_t kFirstLevel = 32 * 1024, kWays = 8, kHalfWay = kFirstLevel / kWays / 2, kPanels = 8 * kBytes;
  const int64_t row = b_row * item, apart = row % kHalfWay, nearest = apart < kHalfWay / 2 ? apart : kHalfWay - apart;
  return row % kBytes != 0 && n * k * item > kFirstLevel && k * kPanels <= kFirstLevel &&
         k * kPanels <= kWays * (k * nearest + kPanels);
}

}  // namespace ag::kernel
