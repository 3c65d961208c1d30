#include "kernel/linalg/lu.h"

#include <cmath>
#include <utility>

#include "ag/detail/small_vector.h"

namespace ag::kernel {

namespace {

/// x = x - factor * y
template <class T>
void subtract_row(T* __restrict x, const T* __restrict y, T factor, int64_t count) {
  for (int64_t j = 0; j < count; ++j) x[j] -= factor * y[j];
}

template <class T>
void swap_rows(T* a, int64_t n, int64_t p, int64_t q) {
  if (p == q) return;
  for (int64_t j = 0; j < n; ++j) std::swap(a[p * n + j], a[q * n + j]);
}

}  // namespace

template <class T>
int lu_factor(T* a, int64_t n, int64_t* pivots, int64_t& zero_pivot) {
  int sign = 1;
  for (int64_t k = 0; k < n; ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k])) pivot = i;
    }
    const T value = a[pivot * n + k];
    if (value == 0 || std::isnan(value)) {
      zero_pivot = k;
      return 0;
    }
    pivots[k] = pivot;
    if (pivot != k) sign = -sign;
    swap_rows(a, n, k, pivot);
    for (int64_t i = k + 1; i < n; ++i) {
      const T factor = a[i * n + k] /= value;
      subtract_row(a + i * n + k + 1, a + k * n + k + 1, factor, n - k - 1);
    }
  }
  return sign;
}

template <class T>
void lu_solve(const T* lu, int64_t n, const int64_t* pivots, T* b, int64_t columns) {
  for (int64_t k = 0; k < n; ++k) swap_rows(b, columns, k, pivots[k]);
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t i = k + 1; i < n; ++i) subtract_row(b + i * columns, b + k * columns, lu[i * n + k], columns);
  }
  for (int64_t k = n; k-- > 0;) {
    for (int64_t j = 0; j < columns; ++j) b[k * columns + j] /= lu[k * n + k];
    for (int64_t i = 0; i < k; ++i) subtract_row(b + i * columns, b + k * columns, lu[i * n + k], columns);
  }
}

template <class T>
bool cholesky_factor(T* a, int64_t n, int64_t& row) {
  // Right-looking: each column is subtracted from the columns to its right as soon as it is known. The updates are of
  // contiguous rows that do not depend on each other. The products are still subtracted from each element in their
  // order.
  detail::SmallVector<T, 64> column(static_cast<size_t>(n));
  for (int64_t j = 0; j < n; ++j) {
    T* const pivot = a + j * n;
    if (!(pivot[j] > 0)) {
      row = j;
      return false;
    }
    pivot[j] = std::sqrt(pivot[j]);
    for (int64_t i = j + 1; i < n; ++i) column[static_cast<size_t>(i)] = a[i * n + j] = a[i * n + j] / pivot[j];
    const T* const known = column.data();
    for (int64_t i = j + 1; i < n; ++i) subtract_row(a + i * n + j + 1, known + j + 1, known[i], i - j);
    for (int64_t k = j + 1; k < n; ++k) pivot[k] = 0;
  }
  return true;
}

template int lu_factor(float*, int64_t, int64_t*, int64_t&);
template int lu_factor(double*, int64_t, int64_t*, int64_t&);
template void lu_solve(const float*, int64_t, const int64_t*, float*, int64_t);
template void lu_solve(const double*, int64_t, const int64_t*, double*, int64_t);
template bool cholesky_factor(float*, int64_t, int64_t&);
template bool cholesky_factor(double*, int64_t, int64_t&);

}  // namespace ag::kernel
