#pragma once
/// The sizes of the blocks of a matrix product.
#include <cstdint>

namespace ag::kernel {

inline constexpr int64_t kBlockDepth = 256;    // of k: a panel of b stays in the first-level cache
inline constexpr int64_t kBlockColumns = 256;  // of n: a packed block of b stays in the second-level cache
inline constexpr int64_t kBlockRows = 128;     // of m: so do the rows of a
inline constexpr int64_t kWidestPanel = 32;    // elements of two of the widest vectors

/// Whether the panels of b are packed: where they are not contiguous, or too large for the first-level cache and used
/// often enough.
static inline bool packs(int64_t m, int64_t n, int64_t k, bool b_contiguous) {
  constexpr int64_t kSmall = 64 * 64;
  constexpr int64_t kFewRows = 16;
  return !b_contiguous || (m > kFewRows && n * k > kSmall);
}

}  // namespace ag::kernel
