#include "kernel/linalg/tridiagonal.h"

#include <algorithm>

namespace ag::kernel {

namespace {

using Block = MatrixBlock<double>;
using ConstantBlock = MatrixBlock<const double>;

/// The reduction of one panel: its columns, and the trailing matrix A - V W^T - W V^T, which is formed at its end.
class PanelReduction {
 public:
  /// `a`: the rows and columns that are not reduced; `first`: the number of rows that are.
  PanelReduction(const Block& a, int64_t first, int64_t rows, int64_t columns, Tridiagonal& result)
      : a_(a),
        first_(first),
        rows_(rows),
        columns_(columns),
        result_(result),
        panel_(result.panels.emplace_back(first + 1, rows - 1, columns)),
        w_(static_cast<size_t>(rows * columns)),
        column_(static_cast<size_t>(rows)),
        product_(static_cast<size_t>(rows)) {}

  void run() {
    for (int64_t k = 0; k < columns_; ++k) reduce_column(k);
    update_trailing();
  }

 private:
  Block w() { return {w_.data(), columns_}; }
  /// V, with a row for each row of the matrix; that of row 0 does not exist.
  double v(int64_t row, int64_t k) { return row == 0 ? 0 : panel_.v().at(row - 1, k); }

  void reduce_column(int64_t k) {
    for (int64_t i = k; i < rows_; ++i) {
      double element = a_.at(i, k);
      for (int64_t l = 0; l < k; ++l) element -= v(i, l) * w().at(k, l) + w().at(i, l) * v(k, l);
      column_[static_cast<size_t>(i)] = element;
    }
    result_.diagonal[static_cast<size_t>(first_ + k)] = column_[static_cast<size_t>(k)];
    double* const reflected = column_.data() + k + 1;
    const int64_t count = rows_ - k - 1;
    const Reflection reflection = make_reflection(reflected, count);
    result_.off_diagonal[static_cast<size_t>(first_ + k)] = reflection.result;
    for (int64_t i = 0; i < count; ++i) panel_.v().at(k + i, k) = reflected[i];
    panel_.add(k, reflection.factor);
    multiply(k, reflected, count);
    double along = 0;
    for (int64_t i = 0; i < count; ++i) {
      product_[static_cast<size_t>(i)] *= reflection.factor;
      along += product_[static_cast<size_t>(i)] * reflected[i];
    }
    along *= -0.5 * reflection.factor;
    for (int64_t i = 0; i < count; ++i) w().at(k + 1 + i, k) = product_[static_cast<size_t>(i)] + along * reflected[i];
  }

  /// product = (A - V W^T - W V^T) x for the rows after row k, with the columns of V and W before column k.
  void multiply(int64_t k, const double* x, int64_t count) {
    std::fill_n(product_.data(), count, 0.0);
    subtract_product<double>({product_.data(), 1}, ConstantBlock(a_.from(k + 1, k + 1)), {x, 1}, count, 1, count);
    std::array<double, kPanelColumns> of_v{}, of_w{};
    for (int64_t i = 0; i < count; ++i) {
      for (int64_t l = 0; l < k; ++l) {
        of_v[static_cast<size_t>(l)] += v(k + 1 + i, l) * x[i];
        of_w[static_cast<size_t>(l)] += w().at(k + 1 + i, l) * x[i];
      }
    }
    for (int64_t i = 0; i < count; ++i) {
      double sum = -product_[static_cast<size_t>(i)];
      for (int64_t l = 0; l < k; ++l)
        sum -= v(k + 1 + i, l) * of_w[static_cast<size_t>(l)] + w().at(k + 1 + i, l) * of_v[static_cast<size_t>(l)];
      product_[static_cast<size_t>(i)] = sum;
    }
  }

  void update_trailing() {
    const int64_t left = rows_ - columns_;
    std::vector<double> vw(static_cast<size_t>(left * 2 * columns_)), wv(vw.size());
    for (int64_t i = 0; i < left; ++i) {
      for (int64_t l = 0; l < columns_; ++l) {
        const auto at = static_cast<size_t>(i * 2 * columns_ + l), behind = at + static_cast<size_t>(columns_);
        vw[at] = wv[behind] = v(columns_ + i, l);
        vw[behind] = wv[at] = w().at(columns_ + i, l);
      }
    }
    const ConstantBlock left_factor{vw.data(), 2 * columns_}, right_factor{wv.data(), 2 * columns_};
    subtract_product<double>(a_.from(columns_, columns_), left_factor, right_factor.transposed(), left, left,
                             2 * columns_);
  }

  const Block a_;
  const int64_t first_, rows_, columns_;
  Tridiagonal& result_;
  Panel& panel_;
  std::vector<double> w_, column_, product_;
};

}  // namespace

Tridiagonal reduce_to_tridiagonal(double* a, int64_t n) {
  Tridiagonal result{std::vector<double>(static_cast<size_t>(n)),
                     std::vector<double>(static_cast<size_t>(std::max<int64_t>(n - 1, 0))),
                     {}};
  const Block matrix{a, n};
  for (int64_t k = 0; k < n - 1; k += kPanelColumns)
    PanelReduction(matrix.from(k, k), k, n - k, std::min(kPanelColumns, n - 1 - k), result).run();
  if (n > 0) result.diagonal.back() = a[n * n - 1];
  return result;
}

}  // namespace ag::kernel
