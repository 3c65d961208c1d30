#pragma once
/// Splits a matrix product into parts for several threads: blocks of its result, each a product of its own. An element
/// is computed as in the whole product, so the bits do not depend on the parts.
#include <algorithm>
#include <cstdint>

#include "kernel/matmul/matmul.h"
#include "kernel/matmul/matmul_sizes.h"

namespace ag::kernel {

class MatmulParts {
 public:
  /// Splits a product of these sizes into at most `wanted` blocks, and at least one: along the rows, and along the
  /// columns if there are too few rows.
  MatmulParts(int64_t m, int64_t n, int64_t wanted) {
    // Each part may pack the part of b that it reads, which takes as long as a few rows.
    constexpr int64_t kMinRows = 64, kMinColumns = 128;
    row_parts_ = std::clamp<int64_t>(m / kMinRows, 1, std::max<int64_t>(wanted, 1));
    rows_ = m / row_parts_ / kWholeRows * kWholeRows;
    if (row_parts_ == 1) rows_ = m;
    column_parts_ = std::clamp<int64_t>(n / kMinColumns, 1, std::max<int64_t>(wanted / row_parts_, 1));
    columns_ = column_parts_ == 1 ? n : n / column_parts_ / kWidestPanel * kWidestPanel;
  }

  int64_t count() const { return row_parts_ * column_parts_; }

  /// Returns part `number`; the last parts take the remainder. The caller sets `scratch`.
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
  static constexpr int64_t kWholeRows = 16;  // a multiple of the rows of every tile

  int64_t row_parts_ = 1, column_parts_ = 1;
  int64_t rows_ = 0, columns_ = 0;  // of a part
};

}  // namespace ag::kernel
