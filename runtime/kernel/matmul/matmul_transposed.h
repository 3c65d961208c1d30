#pragma once
/// Transposes rows of a matrix as they are loaded into vectors. Included once per instruction set and without the
/// standard library, like kernel/matmul/matmul_blocked.h.
#include "kernel/matmul/matmul_vectors.h"

namespace ag::kernel {
namespace {

template <class T, int kBytes>
struct Turned {
  using Vector = typename Vectors<T, kBytes>::Vector;
  static constexpr int64_t kWidth = Vectors<T, kBytes>::kWidth;

  /// True if there are vectors in which 16 rows can be transposed.
  static constexpr bool kTurns = kBytes == 64 && sizeof(T) == 4;
  static constexpr int64_t kRows = 16, kColumns = 4;

  /// Transposes four elements of each of 16 rows into four columns. Each quarter of a vector is loaded directly into
  /// its place, which uses only the load units; the remaining shuffles stay within quarters.
  [[gnu::always_inline]] static inline void turn(const T* a, int64_t row, Vector* x) {
#if defined(__x86_64__)
    asm("" : "+r"(row));  // else the compiler keeps 16 addresses across calls, and most of them in memory
    typedef int32_t Places __attribute__((vector_size(64)));
    constexpr Places kLow = {0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29};
    constexpr Places kHigh = {2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31};
    constexpr Places kLowPairs = {0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29};
    constexpr Places kHighPairs = {2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31};
    const T* const rows[4] = {a, a + 4 * row, a + 8 * row, a + 12 * row};
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const auto quarter = [&](int k) { return _mm_loadu_ps(reinterpret_cast<const float*>(rows[k] + i * row)); };
      __m512 all = _mm512_castps128_ps512(quarter(0));
      all = _mm512_insertf32x4(all, quarter(1), 1);
      all = _mm512_insertf32x4(all, quarter(2), 2);
      x[i] = (Vector)_mm512_insertf32x4(all, quarter(3), 3);
    }
    const Vector low = __builtin_shuffle(x[0], x[1], kLow), high = __builtin_shuffle(x[0], x[1], kHigh);
    const Vector other_low = __builtin_shuffle(x[2], x[3], kLow), other_high = __builtin_shuffle(x[2], x[3], kHigh);
    x[0] = __builtin_shuffle(low, other_low, kLowPairs), x[1] = __builtin_shuffle(low, other_low, kHighPairs);
    x[2] = __builtin_shuffle(high, other_high, kLowPairs), x[3] = __builtin_shuffle(high, other_high, kHighPairs);
#else
    for (int64_t l = 0; l < kColumns; ++l) {
      for (int64_t i = 0; i < kRows; ++i) x[l][i] = a[i * row + l];
    }
#endif
  }

  /// Transposes rows of one vector each, `row` elements apart, into a matrix of `columns` columns. (The source has room
  /// for 16 rows.)
  [[gnu::noinline]] static void store(const T* from, int64_t row, int64_t columns, T* c) {
    if constexpr (kTurns) {
      // The elements of a row past its columns are overwritten by the next row; the last rows end with the matrix.
      const int64_t whole = (kRows * columns - kRows) / columns + 1;
      for (int64_t l = 0; l < kRows; l += kColumns) {
        Vector x[kColumns];
        turn(from + l, row, x);
#pragma GCC unroll 4
        for (int64_t i = 0; i < kColumns; ++i) {
          if (l + i < whole) {
            *reinterpret_cast<Vector*>(c + (l + i) * columns) = x[i];
          } else {
            for (int64_t j = 0; j < columns; ++j) c[(l + i) * columns + j] = x[i][j];
          }
        }
      }
    } else {
      for (int64_t l = 0; l < kWidth; ++l) {
        for (int64_t j = 0; j < columns; ++j) *c++ = from[j * row + l];
      }
    }
  }
};

}  // namespace
}  // namespace ag::kernel
