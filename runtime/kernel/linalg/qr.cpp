/// QR decomposition. The columns of a panel are reduced in order; the other columns, and Q, are changed by products of
/// blocks.
#include <algorithm>
#include <array>
#include <vector>

#include "kernel/linalg/decompositions.h"
#include "kernel/linalg/reflections.h"

namespace ag::kernel {

namespace {

using Block = MatrixBlock<double>;

/// Computes the reflection of column k of a panel, and applies it to the columns after it.
void reduce_column(const Block& a, int64_t k, Panel& panel) {
  const Block v = panel.v();
  std::vector<double> column(static_cast<size_t>(panel.rows - k));
  for (int64_t i = k; i < panel.rows; ++i) column[static_cast<size_t>(i - k)] = a.at(i, k);
  const Reflection reflection = make_reflection(column.data(), panel.rows - k);
  for (int64_t i = k; i < panel.rows; ++i) {
    v.at(i, k) = column[static_cast<size_t>(i - k)];
    a.at(i, k) = 0;
  }
  a.at(k, k) = reflection.result;
  std::array<double, kPanelColumns> sums{};
  for (int64_t i = k; i < panel.rows; ++i) {
    for (int64_t j = k + 1; j < panel.columns; ++j) sums[static_cast<size_t>(j)] += v.at(i, k) * a.at(i, j);
  }
  for (int64_t i = k; i < panel.rows; ++i) {
    const double scaled = reflection.factor * v.at(i, k);
    for (int64_t j = k + 1; j < panel.columns; ++j) a.at(i, j) -= scaled * sums[static_cast<size_t>(j)];
  }
  panel.add(k, reflection.factor);
}

}  // namespace

void qr_factor(double* a, int64_t rows, int64_t columns, double* q, int64_t width) {
  const int64_t steps = std::min(rows, columns);
  const Block matrix{a, columns}, factor{q, width};
  std::vector<Panel> panels;
  for (int64_t k = 0; k < steps; k += kPanelColumns) {
    const int64_t count = std::min(kPanelColumns, steps - k);
    Panel& panel = panels.emplace_back(k, rows - k, count);
    for (int64_t column = 0; column < count; ++column) reduce_column(matrix.from(k, k), column, panel);
    panel.apply(true, matrix.from(k, k + count), columns - k - count);
  }
  std::fill_n(q, rows * width, 0.0);
  for (int64_t k = 0; k < std::min(rows, width); ++k) factor.at(k, k) = 1;
  for (size_t k = panels.size(); k-- > 0;) panels[k].apply(false, factor.from(panels[k].first, 0), width);
}

}  // namespace ag::kernel
