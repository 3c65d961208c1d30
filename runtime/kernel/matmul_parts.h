#pragma once
/// How a product of matrices is cut into parts for several threads: blocks of its result, each a product of its own. An
/// element is computed as it is in the whole, so that the bits do not depend on the parts.
#include <algorithm>
#include <cstdint>

#include "kernel/matmul.h"
#include "kernel/matmul_sizes.h"

namespace ag::kernel {

class MatmulParts {
 public:
  /// At most `wanted` blocks of a product of these sizes, one at least: of rows, and of columns where there are not
  /// rows enough.
  MatmulParts(int64_t m, int64_t n, int64_t wanted) {
    // Each part may pack the part of b that it reads, which takes as long as a few rows.
    constexpr int64_t kFewestRows = 64, kFewestColumns = 128;
    row_parts_ = std::clamp<int64_t>(m / kFewestRows, 1, std::max<int64_t>(wanted, 1));
    rows_ = m / row_parts_ / kWholeRows * kWholeRows;
    if (row_parts_ == 1) rows_ = m;
    column_parts_ = std::clamp<int64_t>(n / kFewestColumns, 1, std::max<int64_t>(wanted / row_parts_, 1));
    columns_ = column_parts_ == 1 ? n : n / column_parts_ / kWidestPanel * kWidestPanel;
  }

  int64_t count() const { return row_parts_ * column_parts_; }

  /// A part, of which the last ones take what the others leave. `scratch` is still to be given.
  template <class T>
  Matmul<T> part(const Matmul<T>& whole, int64_t number) const {
    const int64_t row = number / column_parts_ * rows_, column = number % column_parts_ * columns_;
    Matmul<T> part = whole;
    part.m = number / column_parts_ == row_parts_ - 1 ? whole.m - row : rows_;
    part.n = number % column_parts_ == column_parts_ - 1 ? whole.n - column : columns_;
    part.a += row * whole.a_row;
    part.b += column * whole.b_column;
    part.c += row * whole.c_row + column;
    return part;
  }

 private:
  static constexpr int64_t kWholeRows = 16;  // of which tiles are whole

  int64_t row_parts_ = 1, column_parts_ = 1;
  int64_t rows_ = 0, columns_ = 0;  // of a part
};

}  // namespace ag::kernel
