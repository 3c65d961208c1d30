#include "kernel/linalg/lu.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernel/linalg/matrix_block.h"

namespace ag::kernel {

namespace {

/// x = x - factor * y
template <class T>
void subtract_row(T* __restrict x, const T* __restrict y, T factor, int64_t count) {
  for (int64_t j = 0; j < count; ++j) x[j] -= factor * y[j];
}

/// Exchanges row k with row pivots[k], in order, in the first `columns` columns.
template <class T>
void exchange_rows(const MatrixBlock<T>& a, int64_t columns, const int64_t* pivots, int64_t count) {
  for (int64_t k = 0; k < count; ++k) {
    if (pivots[k] != k) std::swap_ranges(a.row(k), a.row(k) + columns, a.row(pivots[k]));
  }
}

enum class Diagonal : uint8_t { Unit, Stored };

/// Replaces b by L^-1 b for a lower triangular L of n rows.
template <Diagonal kDiagonal, class T>
void solve_lower(const MatrixBlock<const T>& l, int64_t n, const MatrixBlock<T>& b, int64_t columns) {
  if (n <= kEliminatedRows) {
    for (int64_t k = 0; k < n; ++k) {
      if constexpr (kDiagonal == Diagonal::Stored) {
        for (int64_t j = 0; j < columns; ++j) b.at(k, j) /= l.at(k, k);
      }
      for (int64_t i = k + 1; i < n; ++i) subtract_row(b.row(i), b.row(k), l.at(i, k), columns);
    }
    return;
  }
  const int64_t half = first_half(n, kEliminatedRows);
  solve_lower<kDiagonal, T>(l, half, b, columns);
  subtract_product<T>(b.from(half, 0), l.from(half, 0), b, n - half, columns, half);
  solve_lower<kDiagonal, T>(l.from(half, half), n - half, b.from(half, 0), columns);
}

/// Replaces b by U^-1 b for an upper triangular U of n rows.
template <class T>
void solve_upper(const MatrixBlock<const T>& u, int64_t n, const MatrixBlock<T>& b, int64_t columns) {
  if (n <= kEliminatedRows) {
    for (int64_t k = n; k-- > 0;) {
      for (int64_t j = 0; j < columns; ++j) b.at(k, j) /= u.at(k, k);
      for (int64_t i = 0; i < k; ++i) subtract_row(b.row(i), b.row(k), u.at(i, k), columns);
    }
    return;
  }
  const int64_t half = first_half(n, kEliminatedRows);
  solve_upper<T>(u.from(half, half), n - half, b.from(half, 0), columns);
  subtract_product<T>(b, u.from(0, half), b.from(half, 0), half, columns, n - half);
  solve_upper<T>(u, half, b, columns);
}

/// Eliminates the columns of an m × n block with m >= n in order.
template <class T>
int eliminate(const MatrixBlock<T>& a, int64_t m, int64_t n, int64_t* pivots, int64_t& zero_pivot) {
  int sign = 1;
  for (int64_t k = 0; k < n; ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < m; ++i) {
      if (std::abs(a.at(i, k)) > std::abs(a.at(pivot, k))) pivot = i;
    }
    const T value = a.at(pivot, k);
    if (value == 0 || std::isnan(value)) {
      zero_pivot = k;
      return 0;
    }
    pivots[k] = pivot;
    if (pivot != k) {
      sign = -sign;
      std::swap_ranges(a.row(k), a.row(k) + n, a.row(pivot));
    }
    for (int64_t i = k + 1; i < m; ++i) {
      const T factor = a.at(i, k) /= value;
      subtract_row(a.row(i) + k + 1, a.row(k) + k + 1, factor, n - k - 1);
    }
  }
  return sign;
}

/// Factorizes an m × n block with m >= n. The pivots are rows of the block.
template <class T>
int factor_panel(const MatrixBlock<T>& a, int64_t m, int64_t n, int64_t* pivots, int64_t& zero_pivot) {
  if (n <= kEliminatedRows) return eliminate(a, m, n, pivots, zero_pivot);
  const int64_t half = first_half(n, kEliminatedRows), rest = n - half;
  const int left = factor_panel(a, m, half, pivots, zero_pivot);
  if (left == 0) return 0;
  const MatrixBlock<T> upper = a.from(0, half), lower = a.from(half, half);
  exchange_rows(upper, rest, pivots, half);
  solve_lower<Diagonal::Unit, T>(a, half, upper, rest);
  subtract_product<T>(lower, a.from(half, 0), upper, m - half, rest, half);
  const int right = factor_panel(lower, m - half, rest, pivots + half, zero_pivot);
  if (right == 0) {
    zero_pivot += half;
    return 0;
  }
  exchange_rows(a.from(half, 0), half, pivots + half, rest);
  for (int64_t k = half; k < n; ++k) pivots[k] += half;
  return left * right;
}

/// Computes the factor of a small block. Right-looking: each column is subtracted from the columns to its right as soon
/// as it is known. The updates are of contiguous rows that do not depend on each other. The products are still
/// subtracted from each element in their order.
template <class T>
bool eliminate_symmetric(const MatrixBlock<T>& a, int64_t n, int64_t& row) {
  std::array<T, kEliminatedSymmetricRows> column;
  for (int64_t j = 0; j < n; ++j) {
    T* const pivot = a.row(j);
    if (!(pivot[j] > 0)) {
      row = j;
      return false;
    }
    pivot[j] = std::sqrt(pivot[j]);
    for (int64_t i = j + 1; i < n; ++i) column[static_cast<size_t>(i)] = a.at(i, j) = a.at(i, j) / pivot[j];
    const T* const known = column.data();
    for (int64_t i = j + 1; i < n; ++i) subtract_row(a.row(i) + j + 1, known + j + 1, known[i], i - j);
  }
  return true;
}

/// Replaces the m × n block b by b L^-T for a lower triangular L.
template <class T>
void solve_transposed_lower(const MatrixBlock<const T>& l, int64_t n, const MatrixBlock<T>& b, int64_t m) {
  if (n <= kEliminatedSymmetricRows) {
    std::array<std::array<T, kEliminatedSymmetricRows>, kEliminatedSymmetricRows> columns;
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j <= i; ++j) columns[static_cast<size_t>(j)][static_cast<size_t>(i)] = l.at(i, j);
    }
    for (int64_t i = 0; i < m; ++i) {
      T* const x = b.row(i);
      for (int64_t j = 0; j < n; ++j) {
        const T* const column = columns[static_cast<size_t>(j)].data();
        x[j] /= column[j];
        subtract_row(x + j + 1, column + j + 1, x[j], n - j - 1);
      }
    }
    return;
  }
  const int64_t half = first_half(n, kEliminatedSymmetricRows);
  solve_transposed_lower<T>(l, half, b, m);
  subtract_product<T>(b.from(0, half), b, l.from(half, 0).transposed(), m, n - half, half);
  solve_transposed_lower<T>(l.from(half, half), n - half, b.from(0, half), m);
}

/// Subtracts a a^T from the lower triangle of c; elements above it are overwritten with any values.
template <class T>
void subtract_square(const MatrixBlock<T>& c, const MatrixBlock<const T>& a, int64_t n, int64_t k) {
  constexpr int64_t kWhole = 64;
  if (n <= kWhole) return subtract_product<T>(c, a, a.transposed(), n, n, k);
  const int64_t half = first_half(n, kEliminatedSymmetricRows);
  subtract_square<T>(c, a, half, k);
  subtract_product<T>(c.from(half, 0), a.from(half, 0), a.transposed(), n - half, half, k);
  subtract_square<T>(c.from(half, half), a.from(half, 0), n - half, k);
}

template <class T>
bool factor_symmetric(const MatrixBlock<T>& a, int64_t n, int64_t& row) {
  if (n <= kEliminatedSymmetricRows) return eliminate_symmetric(a, n, row);
  const int64_t half = first_half(n, kEliminatedSymmetricRows);
  if (!factor_symmetric(a, half, row)) return false;
  solve_transposed_lower<T>(a, half, a.from(half, 0), n - half);
  subtract_square<T>(a.from(half, half), a.from(half, 0), n - half, half);
  if (factor_symmetric(a.from(half, half), n - half, row)) return true;
  row += half;
  return false;
}

}  // namespace

template <class T>
int lu_factor(T* a, int64_t n, int64_t* pivots, int64_t& zero_pivot) {
  return factor_panel(MatrixBlock<T>{a, n}, n, n, pivots, zero_pivot);
}

template <class T>
void lu_solve(const T* lu, int64_t n, const int64_t* pivots, T* b, int64_t columns) {
  const MatrixBlock<const T> factors{lu, n};
  const MatrixBlock<T> x{b, columns};
  exchange_rows(x, columns, pivots, n);
  solve_lower<Diagonal::Unit, T>(factors, n, x, columns);
  solve_upper<T>(factors, n, x, columns);
}

template <class T>
void triangular_solve(const T* a, int64_t n, bool lower, T* b, int64_t columns) {
  const MatrixBlock<const T> factor{a, n};
  const MatrixBlock<T> x{b, columns};
  if (lower)
    solve_lower<Diagonal::Stored, T>(factor, n, x, columns);
  else
    solve_upper<T>(factor, n, x, columns);
}

template <class T>
bool cholesky_factor(T* a, int64_t n, int64_t& row) {
  if (!factor_symmetric(MatrixBlock<T>{a, n}, n, row)) return false;
  for (int64_t k = 0; k < n; ++k) std::fill(a + k * n + k + 1, a + (k + 1) * n, T(0));
  return true;
}

template int lu_factor(float*, int64_t, int64_t*, int64_t&);
template int lu_factor(double*, int64_t, int64_t*, int64_t&);
template void lu_solve(const float*, int64_t, const int64_t*, float*, int64_t);
template void lu_solve(const double*, int64_t, const int64_t*, double*, int64_t);
template void triangular_solve(const float*, int64_t, bool, float*, int64_t);
template void triangular_solve(const double*, int64_t, bool, double*, int64_t);
template bool cholesky_factor(float*, int64_t, int64_t&);
template bool cholesky_factor(double*, int64_t, int64_t&);

}  // namespace ag::kernel
