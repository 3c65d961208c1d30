#pragma once
/// Blocks of row-major matrices, and the update of the trailing matrix in blocked factorizations.
#include <algorithm>
#include <cstdint>
#include <memory>

#include "base/thread_pool.h"
#include "kernel/matmul/matmul.h"
#include "kernel/matmul/matmul_sizes.h"

namespace ag::kernel {

/// The elements of a block. Strides are in elements.
template <class T>
struct MatrixBlock {
  T* data;
  int64_t row_stride;
  int64_t column_stride = 1;

  T* row(int64_t i) const { return data + i * row_stride; }
  T& at(int64_t i, int64_t j) const { return data[i * row_stride + j * column_stride]; }
  /// Returns the block from row i and column j on.
  MatrixBlock from(int64_t i, int64_t j) const { return {&at(i, j), row_stride, column_stride}; }
  MatrixBlock transposed() const { return {data, column_stride, row_stride}; }
  operator MatrixBlock<const T>() const { return {data, row_stride, column_stride}; }
};

/// The rows of factorizations up to this length are eliminated in order; longer ones are halved. The halves are
/// multiples of it. Those of symmetric matrices need no pivots, so that longer ones are eliminated at once.
inline constexpr int64_t kEliminatedRows = 16, kEliminatedSymmetricRows = 32;

/// Returns the length of the first half, a multiple of `rows`.
inline int64_t first_half(int64_t n, int64_t rows) { return (n / 2 + rows - 1) / rows * rows; }

/// Computes the product of an m × k block a and a k × n block b in blocks of rows: take(first, rows, write) is called
/// for each, and write(to, stride) stores its rows. Threads share blocks of a fixed length, so the bits do not depend
/// on them.
template <class T, class Take>
void for_product_rows(const MatrixBlock<const T>& a, const MatrixBlock<const T>& b, int64_t m, int64_t n, int64_t k,
                      Take&& take) {
  constexpr int64_t kRows = 128;
  const double products = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  const int64_t nanoseconds = product_nanoseconds(products, sizeof(T), detail::machine());
  detail::for_ranges((m + kRows - 1) / kRows, 1, nanoseconds, [&](int64_t begin, int64_t end) {
    const int64_t scratch = scratch_size(std::min(kRows, m), n, k, b.column_stride == 1);
    const std::unique_ptr<T[]> memory(new T[static_cast<size_t>(scratch)]);
    for (int64_t part = begin; part < end; ++part) {
      const int64_t first = part * kRows, rows = std::min(kRows, m - first);
      take(first, rows, [&](T* to, int64_t stride) {
        matmul<T>({rows, n, k, a.row(first), a.row_stride, a.column_stride, b.data, b.row_stride, b.column_stride, to,
                   stride, memory.get()});
      });
    }
  });
}

/// c -= a b for an m × k block a and a k × n block b. Each element of the product is rounded before it is subtracted.
template <class T>
void subtract_product(const MatrixBlock<T>& c, const MatrixBlock<const T>& a, const MatrixBlock<const T>& b, int64_t m,
                      int64_t n, int64_t k) {
  for_product_rows<T>(a, b, m, n, k, [&](int64_t first, int64_t rows, auto&& write) {
    const std::unique_ptr<T[]> product(new T[static_cast<size_t>(rows * n)]);
    write(product.get(), n);
    for (int64_t i = 0; i < rows; ++i) {
      T* const x = c.row(first + i);
      const T* const y = product.get() + i * n;
      for (int64_t j = 0; j < n; ++j) x[j] -= y[j];
    }
  });
}

/// c = a b; the columns of c are contiguous within a row.
template <class T>
void assign_product(const MatrixBlock<T>& c, const MatrixBlock<const T>& a, const MatrixBlock<const T>& b, int64_t m,
                    int64_t n, int64_t k) {
  for_product_rows<T>(a, b, m, n, k, [&](int64_t first, int64_t, auto&& write) { write(c.row(first), c.row_stride); });
}

}  // namespace ag::kernel
