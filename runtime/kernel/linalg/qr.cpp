/// QR decomposition. The columns of a panel are reduced in order; the product of their reflections is
/// I - V T V^T with a triangular T (R. Schreiber and C. Van Loan, "A storage-efficient WY representation for products
/// of Householder transformations", SIAM Journal on Scientific and Statistical Computing 10, 1989). So the other
/// columns and Q are changed by products of blocks.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kernel/linalg/decompositions.h"
#include "kernel/linalg/matrix_block.h"
#include "kernel/linalg/norm.h"

namespace ag::kernel {

namespace {

using Block = MatrixBlock<double>;
using ConstantBlock = MatrixBlock<const double>;

constexpr int64_t kPanel = 32;  // columns

/// The reflections of a panel.
struct Panel {
  int64_t first;                // the row of the first diagonal element
  int64_t rows, columns;        // of V
  std::vector<double> vectors;  // V, row-major: unit lower trapezoidal
  std::array<std::array<double, kPanel>, kPanel> t{};
};

/// Computes the reflection of column k of a panel, and applies it to the columns after it. Returns its factor.
double reduce_column(const Block& a, int64_t k, Panel& panel) {
  const Block v{panel.vectors.data(), panel.columns};
  std::vector<double> column(static_cast<size_t>(panel.rows - k));
  for (int64_t i = k; i < panel.rows; ++i) column[static_cast<size_t>(i - k)] = a.at(i, k);
  v.at(k, k) = 1;
  const double first = column[0], rest = norm(column.data() + 1, panel.rows - k - 1);
  if (rest == 0) return 0;  // not for a NaN
  const double result = -std::copysign(std::hypot(first, rest), first), factor = (result - first) / result;
  a.at(k, k) = result;
  for (int64_t i = k + 1; i < panel.rows; ++i) {
    v.at(i, k) = column[static_cast<size_t>(i - k)] / (first - result);
    a.at(i, k) = 0;
  }
  std::array<double, kPanel> sums{};
  for (int64_t i = k; i < panel.rows; ++i) {
    for (int64_t j = k + 1; j < panel.columns; ++j) sums[static_cast<size_t>(j)] += v.at(i, k) * a.at(i, j);
  }
  for (int64_t i = k; i < panel.rows; ++i) {
    const double scaled = factor * v.at(i, k);
    for (int64_t j = k + 1; j < panel.columns; ++j) a.at(i, j) -= scaled * sums[static_cast<size_t>(j)];
  }
  return factor;
}

/// Adds reflection k to T: its column is -factor T V^T v, with the factor on the diagonal.
void extend_triangle(Panel& panel, int64_t k, double factor) {
  const ConstantBlock v{panel.vectors.data(), panel.columns};
  std::array<double, kPanel> products{};
  for (int64_t i = k; i < panel.rows; ++i) {
    for (int64_t j = 0; j < k; ++j) products[static_cast<size_t>(j)] += v.at(i, j) * v.at(i, k);
  }
  for (int64_t i = 0; i < k; ++i) {
    double sum = 0;
    for (int64_t j = i; j < k; ++j)
      sum += panel.t[static_cast<size_t>(i)][static_cast<size_t>(j)] * products[static_cast<size_t>(j)];
    panel.t[static_cast<size_t>(i)][static_cast<size_t>(k)] = -factor * sum;
  }
  panel.t[static_cast<size_t>(k)][static_cast<size_t>(k)] = factor;
}

Panel reduce_panel(const Block& a, int64_t first, int64_t rows, int64_t columns) {
  Panel panel{first, rows, columns, std::vector<double>(static_cast<size_t>(rows * columns)), {}};
  for (int64_t k = 0; k < columns; ++k) extend_triangle(panel, k, reduce_column(a, k, panel));
  return panel;
}

/// a -= V S V^T a, where S is T, or its transpose for the reflections in the opposite order.
void apply(const Panel& panel, bool transposed, const Block& a, int64_t columns) {
  if (columns == 0) return;
  const ConstantBlock v{panel.vectors.data(), panel.columns};
  std::vector<double> products(static_cast<size_t>(panel.columns * columns));
  const Block product{products.data(), columns};
  subtract_product<double>(product, v.transposed(), a, panel.columns, columns, panel.rows);  // -V^T a
  std::vector<double> changes(products.size());
  const Block change{changes.data(), columns};
  for (int64_t i = 0; i < panel.columns; ++i) {
    const int64_t begin = transposed ? 0 : i, end = transposed ? i + 1 : panel.columns;
    for (int64_t k = begin; k < end; ++k) {
      const auto row = static_cast<size_t>(transposed ? k : i), column = static_cast<size_t>(transposed ? i : k);
      const double factor = -panel.t[row][column];
      for (int64_t j = 0; j < columns; ++j) change.at(i, j) += factor * product.at(k, j);
    }
  }
  subtract_product<double>(a, v, change, panel.rows, columns, panel.columns);
}

}  // namespace

void qr_factor(double* a, int64_t rows, int64_t columns, double* q, int64_t width) {
  const int64_t steps = std::min(rows, columns);
  const Block matrix{a, columns}, factor{q, width};
  std::vector<Panel> panels;
  for (int64_t k = 0; k < steps; k += kPanel) {
    const int64_t count = std::min(kPanel, steps - k);
    panels.push_back(reduce_panel(matrix.from(k, k), k, rows - k, count));
    apply(panels.back(), true, matrix.from(k, k + count), columns - k - count);
  }
  std::fill_n(q, rows * width, 0.0);
  for (int64_t k = 0; k < std::min(rows, width); ++k) factor.at(k, k) = 1;
  for (size_t k = panels.size(); k-- > 0;) apply(panels[k], false, factor.from(panels[k].first, 0), width);
}

}  // namespace ag::kernel
