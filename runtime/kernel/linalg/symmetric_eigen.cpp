/// Eigenvalues and eigenvectors of symmetric matrices, by their tridiagonal form.
#include <limits>
#include <vector>

#include "kernel/linalg/decompositions.h"
#include "kernel/linalg/scaling.h"
#include "kernel/linalg/tridiagonal.h"
#include "kernel/linalg/vector_sign.h"

namespace ag::kernel {

namespace {

/// v becomes v Q^T for each row v of `rows`, where Q is the product of the reflections.
void transform_rows(const std::vector<Panel>& panels, std::vector<double>& rows, int64_t n) {
  // The panels apply to columns.
  std::vector<double> columns(rows.size());
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t k = 0; k < n; ++k) columns[static_cast<size_t>(k * n + i)] = rows[static_cast<size_t>(i * n + k)];
  }
  const MatrixBlock<double> matrix{columns.data(), n};
  for (size_t k = panels.size(); k-- > 0;) panels[k].apply(false, matrix.from(panels[k].first, 0), n);
  rows.swap(columns);
}

}  // namespace

void symmetric_eigen(double* a, int64_t n, double* values, double* vectors) {
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = i + 1; j < n; ++j) a[i * n + j] = a[j * n + i];
  }
  if (!are_finite(a, n * n)) {
    std::fill_n(values, n, std::numeric_limits<double>::quiet_NaN());
    std::fill_n(vectors, n * n, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const int exponent = binary_exponent(a, n * n);
  for (int64_t k = 0; k < n * n; ++k) a[k] = std::ldexp(a[k], -exponent);
  Tridiagonal form = reduce_to_tridiagonal(a, n);
  std::vector<double> rows(static_cast<size_t>(n * n));
  tridiagonal_eigen(form.diagonal, form.off_diagonal, rows.data());
  transform_rows(form.panels, rows, n);
  std::vector<double> column(static_cast<size_t>(n));
  for (int64_t k = 0; k < n; ++k) {
    values[k] = std::ldexp(form.diagonal[static_cast<size_t>(k)], exponent);
    for (int64_t i = 0; i < n; ++i) column[static_cast<size_t>(i)] = rows[static_cast<size_t>(i * n + k)];
    const double sign = is_turned(column.data(), n) ? -1 : 1;
    for (int64_t i = 0; i < n; ++i) vectors[i * n + k] = sign * column[static_cast<size_t>(i)];
  }
}

}  // namespace ag::kernel
