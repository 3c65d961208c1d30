#include "kernel/linalg/reflections.h"

#include <cmath>

#include "kernel/linalg/norm.h"

namespace ag::kernel {

Reflection make_reflection(double* x, int64_t count) {
  const double first = x[0], rest = norm(x + 1, count - 1);
  x[0] = 1;
  if (rest == 0) return {0, first};  // not for a NaN
  const double result = -std::copysign(std::hypot(first, rest), first);
  for (int64_t i = 1; i < count; ++i) x[i] /= first - result;
  return {(result - first) / result, result};
}

Panel::Panel(int64_t first_row, int64_t row_count, int64_t column_count)
    : first(first_row),
      rows(row_count),
      columns(column_count),
      vectors(static_cast<size_t>(row_count * column_count)) {}

/// The new column of T is -factor T V^T v, with the factor on the diagonal.
void Panel::add(int64_t k, double factor) {
  std::array<double, kPanelColumns> products{};
  for (int64_t i = k; i < rows; ++i) {
    for (int64_t j = 0; j < k; ++j) products[static_cast<size_t>(j)] += v().at(i, j) * v().at(i, k);
  }
  for (int64_t i = 0; i < k; ++i) {
    double sum = 0;
    for (int64_t j = i; j < k; ++j)
      sum += t[static_cast<size_t>(i)][static_cast<size_t>(j)] * products[static_cast<size_t>(j)];
    t[static_cast<size_t>(i)][static_cast<size_t>(k)] = -factor * sum;
  }
  t[static_cast<size_t>(k)][static_cast<size_t>(k)] = factor;
}

/// a -= V S V^T a, where S is T or its transpose.
void Panel::apply(bool transposed, const MatrixBlock<double>& a, int64_t a_columns) const {
  if (a_columns == 0) return;
  const MatrixBlock<const double> reflected{vectors.data(), columns};
  std::vector<double> products(static_cast<size_t>(columns * a_columns));
  const MatrixBlock<double> product{products.data(), a_columns};
  subtract_product<double>(product, reflected.transposed(), a, columns, a_columns, rows);  // -V^T a
  std::vector<double> changes(products.size());
  const MatrixBlock<double> change{changes.data(), a_columns};
  for (int64_t i = 0; i < columns; ++i) {
    const int64_t begin = transposed ? 0 : i, end = transposed ? i + 1 : columns;
    for (int64_t k = begin; k < end; ++k) {
      const auto row = static_cast<size_t>(transposed ? k : i), column = static_cast<size_t>(transposed ? i : k);
      const double factor = -t[row][column];
      for (int64_t j = 0; j < a_columns; ++j) change.at(i, j) += factor * product.at(k, j);
    }
  }
  subtract_product<double>(a, reflected, change, rows, a_columns, columns);
}

}  // namespace ag::kernel
