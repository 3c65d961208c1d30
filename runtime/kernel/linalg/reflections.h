#pragma once
/// Householder reflections, one by one and in panels. The product of the reflections of a panel is I - V T V^T with a
/// triangular T (R. Schreiber and C. Van Loan, "A storage-efficient WY representation for products of Householder
/// transformations", SIAM Journal on Scientific and Statistical Computing 10, 1989), so that products of blocks apply
/// it.
#include <array>
#include <cstdint>
#include <vector>

#include "kernel/linalg/matrix_block.h"

namespace ag::kernel {

inline constexpr int64_t kPanelColumns = 32;

/// The reflection I - factor v v^T that maps a vector to (result, 0, …, 0); v[0] = 1. A factor of 0 is the identity.
struct Reflection {
  double factor;
  double result;
};

/// Returns the reflection of a vector of `count` elements, which becomes v.
Reflection make_reflection(double* x, int64_t count);

/// The reflections of a panel of columns.
struct Panel {
  int64_t first;                // the row of the first element of the first reflection
  int64_t rows, columns;        // of V
  std::vector<double> vectors;  // V, row-major: unit lower trapezoidal
  std::array<std::array<double, kPanelColumns>, kPanelColumns> t{};

  Panel(int64_t first_row, int64_t row_count, int64_t column_count);
  MatrixBlock<double> v() { return {vectors.data(), columns}; }
  /// Adds column k of V, which is set, to T.
  void add(int64_t k, double factor);
  /// Applies the reflections to `a`, which has the rows of V: in the order of the columns if `transposed`, else in the
  /// opposite order.
  void apply(bool transposed, const MatrixBlock<double>& a, int64_t a_columns) const;
};

}  // namespace ag::kernel
