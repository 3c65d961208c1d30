#pragma once
/// Products with a packed matrix (matmul.h), included as matmul_blocked.h is, whose tiles these are.
#include "kernel/matmul_blocked.h"

namespace ag::kernel {
namespace {

template <class T, int kBytes>
struct Packed {
  using Tiles = Blocked<T, kBytes>;
  static constexpr int64_t kWidth = Tiles::kWidth, kPanel = Tiles::kPanel;
  static constexpr int kTileRows = Tiles::kTileRows, kWideRows = Tiles::kWideRows;

  /// Columns [j, …) of a right matrix in panels of kPackedColumns, and k terms from `first` on: gives how many columns.
  static int64_t columns(const Matmul<T>& g, int64_t j, int64_t first, int64_t k, int64_t from, int64_t to) {
    constexpr int64_t kColumns = kPackedColumns<T>;
    const int64_t left = g.n - j;
    const T* b = g.b + (j / kColumns * g.k + first) * kColumns + j % kColumns;
    const auto a = [&](int64_t i) { return g.a + i * g.a_row + first * g.a_column; };
    const auto c = [&](int64_t i) { return g.c + i * g.c_row + j; };
    const bool resume = first > 0;
    if constexpr (kWideRows > 0) {
      static_assert(kPanel == kColumns);
      if (g.m <= kWideRows && left >= 2 * kPanel) {
        Tiles::template tile_rows<4, kWideRows>(g.m, k, a(0), g.a_row, g.a_column, b, kColumns, c(0), g.c_row, resume,
                                                g.k * kColumns);
        return 2 * kPanel;
      }
    }
    for (int64_t i = from; i < to; i += kTileRows) {
      const int64_t count = to - i < kTileRows ? to - i : kTileRows;
      if (left >= kPanel)
        Tiles::template tile_rows<2>(count, k, a(i), g.a_row, g.a_column, b, kColumns, c(i), g.c_row, resume);
      else if (left > kWidth)
        Tiles::template narrow_rows<2>(count, left, k, a(i), g.a_row, g.a_column, b, kColumns, c(i), g.c_row, resume);
      else
        Tiles::template narrow_rows<1>(count, left, k, a(i), g.a_row, g.a_column, b, kColumns, c(i), g.c_row, resume);
    }
    return kPanel;
  }
  static void run(const Matmul<T>& g) {
    for (int64_t first = 0; first < g.k; first += kBlockDepth) {
      const int64_t k = g.k - first < kBlockDepth ? g.k - first : kBlockDepth;
      for (int64_t from = 0; from < g.m; from += kBlockRows) {
        const int64_t to = from + kBlockRows < g.m ? from + kBlockRows : g.m;
        for (int64_t j = 0; j < g.n;) j += columns(g, j, first, k, from, to);
      }
    }
  }
};

}  // namespace
}  // namespace ag::kernel
