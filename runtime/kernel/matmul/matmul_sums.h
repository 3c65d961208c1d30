#pragma once
/// Products with few elements of many terms, where each element is several sums (kernel/matmul/matmul.h). Included once
/// per instruction set and without the standard library, like kernel/matmul/matmul_blocked.h.
#include "kernel/matmul/matmul.h"
#include "kernel/matmul/matmul_vectors.h"

namespace ag::kernel {
namespace {

template <class T, int kBytes>
struct Summed : Vectors<T, kBytes> {
  using Steps = Vectors<T, kBytes>;
  using Steps::add_product, Steps::add_products, Steps::add_rest, Steps::add_vectors, Steps::halved_vector,
      Steps::kWidth;
  using typename Steps::Vector;

  static void run(const Matmul<T>& g) {
    if (g.order == Order::Sums) return run_with<kSums>(g);
    if (g.n == 1 && g.a_column == 1 && g.b_row == 1) return rows(g);
    // c is contiguous along its rows and its columns, so it is the row b^T times a^T, whose rows are contiguous.
    if (g.n == 1 && g.a_row == 1 && g.m > 1 && g.c_row == 1) {
      return run_with<kRowLanes>({1, g.m, g.k, g.b, 0, g.b_row, g.a, g.a_column, 1, g.c, g.m, nullptr, Order::Row});
    }
    if (g.a_column == 1 && g.b_row == 1) {
      for (int64_t i = 0; i < g.m; ++i) {
        rows({g.n, 1, g.k, g.b, g.b_column, 1, g.a + i * g.a_row, 1, 1, g.c + i * g.c_row, 1, nullptr, Order::Row});
      }
      return;
    }
    run_with<kRowLanes>(g);
  }

 private:
  /// Reduces `count` sums to one by repeated halving.
  template <int64_t count, class Sum>
  [[gnu::always_inline]] static inline Sum halved(Sum* sums) {
    for (int64_t half = count / 2; half > 0; half /= 2) {
      for (int64_t l = 0; l < half; ++l) sums[l] += sums[l + half];
    }
    return sums[0];
  }

  /// Elements that are several sums: a vector of neighbouring elements at a time, or one element if they are not
  /// contiguous in b.
  template <int64_t count>
  [[gnu::noinline]] static void run_with(const Matmul<T>& g) {
    for (int64_t i = 0; i < g.m; ++i) {
      const T* a = g.a + i * g.a_row;
      T* c = g.c + i * g.c_row;
      const bool neighbours = g.n > 1 && g.b_column == 1 && g.b_row >= g.n;
      for (int64_t j = 0; j < g.n; j += neighbours ? kWidth : 1) {
        if (neighbours)
          vector_of_sums<count>(g, a, j, c + j);
        else
          c[j] = element_of_sums<count>(g, a, g.b + j * g.b_column);
      }
    }
  }

  /// Each block of terms becomes a value; the sums take these values in turn.
  template <int64_t count, class Sum, class Block>
  [[gnu::always_inline]] static inline Sum sum_of_blocks(int64_t k, const Block& block) {
    if (count == kSums || k <= kRowBlock) return block(0, k);
    Sum sums[count] = {};
    for (int64_t first = 0, number = 0; first < k; first += kRowBlock, ++number) {
      sums[number % count] += block(first, k - first < kRowBlock ? k - first : kRowBlock);
    }
    return halved<count>(sums);
  }

  template <int64_t count>
  static T element_of_sums(const Matmul<T>& g, const T* row, const T* column) {
    return sum_of_blocks<count, T>(g.k, [&](int64_t first, int64_t k) __attribute__((always_inline)) {
      const T *a = row + first * g.a_column, *b = column + first * g.b_row;
      T sums[count] = {};
      int64_t p = 0;
      for (; p + count <= k; p += count, a += count * g.a_column, b += count * g.b_row) {
        for (int64_t l = 0; l < count; ++l) sums[l] = add_product(sums[l], a[l * g.a_column], b[l * g.b_row]);
      }
      for (int64_t l = 0; l < k - p; ++l) sums[l] = add_product(sums[l], a[l * g.a_column], b[l * g.b_row]);
      return halved<count>(sums);
    });
  }

  // The vectors that hold the lanes; neighbouring lanes take neighbouring elements.
  static constexpr int64_t kVectors = kRowLanes / kWidth;
  static_assert(kVectors > 0);

  /// A matrix times a vector: several rows at once, so that the vector is loaded once for them.
  [[gnu::noinline]] static void rows(const Matmul<T>& g) {
    constexpr int kRows = kBytes == 64 ? 8 / kVectors : kVectors > 4 ? 1 : 8 / kVectors / 2;
    int64_t i = 0;
    for (; i + kRows <= g.m; i += kRows) some_rows<kRows>(g, i);
    for (; i < g.m; ++i) some_rows<1>(g, i);
  }
  template <int rows>
  [[gnu::always_inline]] static inline void some_rows(const Matmul<T>& g, int64_t i) {
    const T* a = g.a + i * g.a_row;
    T values[rows];
    if (g.k <= kRowBlock) {
      block_of_rows<rows>(a, g.a_row, g.b, g.k, values);
    } else {
      T lanes[rows][kRowLanes] = {};
      for (int64_t first = 0, number = 0; first < g.k; first += kRowBlock, ++number) {
        const int64_t k = g.k - first < kRowBlock ? g.k - first : kRowBlock;
        block_of_rows<rows>(a + first, g.a_row, g.b + first, k, values);
        for (int r = 0; r < rows; ++r) lanes[r][number % kRowLanes] += values[r];
      }
      for (int r = 0; r < rows; ++r) values[r] = halved<kRowLanes>(lanes[r]);
    }
    for (int r = 0; r < rows; ++r) g.c[(i + r) * g.c_row] = values[r];
  }
  template <int rows>
  [[gnu::always_inline]] static inline void block_of_rows(const T* a, int64_t a_row, const T* b, int64_t k, T* values) {
    Vector lanes[rows][kVectors] = {};
    int64_t p = 0;
    for (; p + kRowLanes <= k; p += kRowLanes) {
#pragma GCC unroll 8
      for (int64_t v = 0; v < kVectors; ++v) {
        const Vector right = *reinterpret_cast<const Vector*>(b + p + v * kWidth);
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r) {
          const T* const left = a + r * a_row + p + v * kWidth;
          lanes[r][v] = add_vectors(lanes[r][v], *reinterpret_cast<const Vector*>(left), right);
        }
      }
    }
#pragma GCC unroll 8
    for (int64_t v = 0; v < kVectors; ++v, p += kWidth) {
      if (p >= k) break;
#pragma GCC unroll 8
      for (int r = 0; r < rows; ++r) lanes[r][v] = add_rest(lanes[r][v], a + r * a_row + p, b + p, k - p);
    }
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) values[r] = halved_vector(halved<kVectors>(lanes[r]));
  }

  template <int64_t sums_of_each>
  static void vector_of_sums(const Matmul<T>& g, const T* row, int64_t first, T* c) {
    const int64_t count = g.n - first < kWidth ? g.n - first : kWidth;
    // The lanes of a vector past its columns are read as long as they lie inside of b, and are ignored.
    const int64_t behind = (kWidth - (g.n - first) + g.b_row - 1) / g.b_row;  // the number of last rows for which the
                                                                              // vector reaches past the end of b
    const int64_t direct = behind <= 0 ? g.k : behind < g.k ? g.k - behind : 0;
    const Vector sum =
        sum_of_blocks<sums_of_each, Vector>(g.k, [&](int64_t from, int64_t k) __attribute__((always_inline)) {
          const T *a = row + from * g.a_column, *b = g.b + first + from * g.b_row;
          Vector sums[sums_of_each] = {};
          int64_t p = 0;
          for (; p + sums_of_each <= k && from + p + sums_of_each <= direct;
               p += sums_of_each, a += sums_of_each * g.a_column, b += sums_of_each * g.b_row) {
#pragma GCC unroll 16
            for (int64_t l = 0; l < sums_of_each; ++l) {
              sums[l] = add_products(sums[l], a + l * g.a_column, *reinterpret_cast<const Vector*>(b + l * g.b_row));
            }
          }
          for (; p < k && from + p < direct; ++p, a += g.a_column, b += g.b_row) {
            Vector& sum = sums[p % sums_of_each];
            sum = add_products(sum, a, *reinterpret_cast<const Vector*>(b));
          }
          for (; p < k; ++p, a += g.a_column, b += g.b_row) {
            Vector columns = {};
            for (int64_t l = 0; l < count; ++l) columns[l] = b[l];
            sums[p % sums_of_each] = add_products(sums[p % sums_of_each], a, columns);
          }
          return halved<sums_of_each>(sums);
        });
    for (int64_t l = 0; l < count; ++l) c[l] = sum[l];
  }
};

}  // namespace
}  // namespace ag::kernel
