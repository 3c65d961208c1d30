#pragma once
/// The loops of a matrix product, written with vectors of kBytes. Included once per instruction set, in an unnamed
/// namespace and without the standard library, so that no function compiled for one instruction set is linked into code
/// for another.
///
/// The columns of b are split into panels of two vectors, or four for few rows. A tile of kTileRows rows of c and one
/// panel is held in registers while k runs. Large operands are split into blocks that fit the caches, and panels of b
/// are packed. Then c carries the sums from one block of k to the next.
#include "kernel/matmul/matmul.h"
#include "kernel/matmul/matmul_sizes.h"
#include "kernel/matmul/matmul_sums.h"
#include "kernel/matmul/matmul_transposed.h"
#include "kernel/matmul/matmul_vectors.h"

namespace ag::kernel {
namespace {

template <class T, int kBytes>
struct Blocked : Vectors<T, kBytes> {
  using Turned = kernel::Turned<T, kBytes>;
  using Steps = Vectors<T, kBytes>;
  using Steps::add_product, Steps::add_products, Steps::kRounds, Steps::kWidth;
  using typename Steps::Vector;
#if defined(__x86_64__)
  using Steps::add_spread, Steps::spread;
#endif
  static constexpr int64_t kPanel = 2 * kWidth;
  static constexpr int kTileRows = kBytes == 64 ? 8 : 4;  // two vectors each: AVX-512 has 32 registers, others 16
  static constexpr int kWideRows = kBytes == 64 ? 6 : 0;  // as many rows of four vectors fit into the registers, too
  static constexpr bool kTurns = Turned::kTurns;

  /// Computes rows × vectors of c, from `a` (row by row) and `b` (contiguous vectors, rows b_row apart). Not inlined:
  /// within its caller, a tile would not have all registers. An element of a that is used several times is loaded once,
  /// since loads would otherwise limit processors that multiply as often per cycle as they load. If `fetch`, the next
  /// vectors of b are prefetched (fetches_next()).
  template <int rows, int vectors, bool fetch = false>
  [[gnu::noinline]] static void tile(int64_t k, const T* a, int64_t a_row, int64_t a_column, const T* b, int64_t b_row,
                                     T* c, int64_t c_row, bool resume) {
    Vector sum[rows][vectors] = {};
    if (resume) {
      const T* row = c;
#pragma GCC unroll 16
      for (int i = 0; i < rows; ++i, row += c_row) {
#pragma GCC unroll 16
        for (int v = 0; v < vectors; ++v) sum[i][v] = *reinterpret_cast<const Vector*>(row + v * kWidth);
      }
    }
    for (int64_t p = 0; p < k; ++p) {
      Vector right[vectors];
#pragma GCC unroll 16
      for (int v = 0; v < vectors; ++v) right[v] = *reinterpret_cast<const Vector*>(b + v * kWidth);
      if constexpr (fetch) {
#pragma GCC unroll 16
        for (int v = 0; v < vectors; ++v) __builtin_prefetch(b + (vectors + v) * kWidth);
      }
#pragma GCC unroll 16
      for (int i = 0; i < rows; ++i) {
        if constexpr (kRounds && kBytes == 64 && vectors > 1) {
          const Vector left = spread(a + i * a_row);
#pragma GCC unroll 16
          for (int v = 0; v < vectors; ++v) sum[i][v] = add_spread(sum[i][v], left, right[v]);
        } else {
#pragma GCC unroll 16
          for (int v = 0; v < vectors; ++v) sum[i][v] = add_products(sum[i][v], a + i * a_row, right[v]);
        }
      }
      a += a_column;
      b += b_row;
    }
    asm("" : "+r"(c));  // else the compiler computes all addresses in advance and keeps them in registers
#pragma GCC unroll 16
    for (int i = 0; i < rows; ++i, c += c_row) {
#pragma GCC unroll 16
      for (int v = 0; v < vectors; ++v) *reinterpret_cast<Vector*>(c + v * kWidth) = sum[i][v];
    }
  }

  /// The same for `count` rows, at most `most`.
  template <int vectors, int most = kTileRows, bool fetch = false>
  static void tile_rows(int64_t count, int64_t k, const T* a, int64_t a_row, int64_t a_column, const T* b,
                        int64_t b_row, T* c, int64_t c_row, bool resume) {
    if constexpr (most > 1) {
      if (count < most)
        return tile_rows<vectors, most - 1, fetch>(count, k, a, a_row, a_column, b, b_row, c, c_row, resume);
    }
    tile<most, vectors, fetch>(k, a, a_row, a_column, b, b_row, c, c_row, resume);
  }

  /// The last columns, which do not fill their vectors: `b` is padded with zeros, and c goes through a buffer.
  template <int vectors>
  static void narrow_rows(int64_t count, int64_t columns, int64_t k, const T* a, int64_t a_row, int64_t a_column,
                          const T* b, T* c, int64_t c_row, bool resume) {
    constexpr int64_t kStep = vectors * kWidth;
    alignas(kBytes) T buffer[kTileRows * kStep];
    if (resume) {
      for (int64_t i = 0; i < count; ++i) {
        for (int64_t j = 0; j < kStep; ++j) buffer[i * kStep + j] = j < columns ? c[i * c_row + j] : T(0);
      }
    }
    tile_rows<vectors>(count, k, a, a_row, a_column, b, kStep, buffer, kStep, resume);
    for (int64_t i = 0; i < count; ++i) {
      for (int64_t j = 0; j < columns; ++j) c[i * c_row + j] = buffer[i * kStep + j];
    }
  }

  /// Packs rows of `width` elements: `columns` elements of b, then zeros.
  [[gnu::noinline]] static void pack(int64_t k, int64_t columns, int64_t width, const T* b, int64_t b_row,
                                     int64_t b_column, T* panel) {
    for (int64_t p = 0; p < k; ++p) {
      const T* row = b + p * b_row;
      if (b_column == 1) {
        for (int64_t j = 0; j < columns; ++j) panel[j] = row[j];
      } else {
        for (int64_t j = 0; j < columns; ++j) panel[j] = row[j * b_column];
      }
      for (int64_t j = columns; j < width; ++j) panel[j] = T(0);
      panel += width;
    }
  }

  /// A matrix times one column: several rows at once, since each row is a chain of dependent additions.
  [[gnu::noinline]] static void column(const Matmul<T>& g) {
    constexpr int kRows = 8;
    int64_t i = 0;
    for (; i + kRows <= g.m; i += kRows) column_rows<kRows>(g, i);
    for (; i < g.m; ++i) column_rows<1>(g, i);
  }
  template <int rows>
  [[gnu::always_inline]] static inline void column_rows(const Matmul<T>& g, int64_t i) {
    const int64_t first = first_terms(g.k);
    T sum[rows] = {}, other[rows] = {};
    column_terms<rows>(g, i, 0, first, sum);
    if (first < g.k) {
      column_terms<rows>(g, i, first, g.k, other);
      for (int r = 0; r < rows; ++r) sum[r] += other[r];
    }
    for (int r = 0; r < rows; ++r) g.c[(i + r) * g.c_row] = sum[r];
  }
  template <int rows>
  [[gnu::always_inline]] static inline void column_terms(const Matmul<T>& g, int64_t i, int64_t from, int64_t to,
                                                         T* sum) {
    const T *a = g.a + i * g.a_row + from * g.a_column, *b = g.b + from * g.b_row;
    for (int64_t p = from; p < to; ++p) {
      const T right = *b;
      for (int r = 0; r < rows; ++r) sum[r] = add_product(sum[r], a[r * g.a_row], right);
      a += g.a_column;
      b += g.b_row;
    }
  }

  /// Rows whose elements are the sum of two partial sums. The rows of b stay in registers.
  template <int terms, int vectors>
  static void rows_of_two_sums(int64_t rows, const T* a, int64_t a_row, int64_t a_column, const T* b, int64_t b_row,
                               T* c, int64_t c_row) {
    Vector right[terms][vectors];
#pragma GCC unroll 4
    for (int p = 0; p < terms; ++p) {
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) right[p][v] = *reinterpret_cast<const Vector*>(b + p * b_row + v * kWidth);
    }
    for (int64_t i = 0; i < rows; ++i, a += a_row, c += c_row) {
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) {
        const Vector sum = add_products(add_products(Vector{}, a, right[0][v]), a + a_column, right[1][v]);
        Vector other = add_products(Vector{}, a + 2 * a_column, right[2][v]);
        if constexpr (terms == 4) other = add_products(other, a + 3 * a_column, right[3][v]);
        *reinterpret_cast<Vector*>(c + v * kWidth) = sum + other;
      }
    }
  }
  template <int vectors>
  static void rows_of_two_sums(const Matmul<T>& g, int64_t rows, const T* a, const T* b, int64_t b_row, T* c,
                               int64_t c_row) {
    if (g.k == 3)
      rows_of_two_sums<3, vectors>(rows, a, g.a_row, g.a_column, b, b_row, c, c_row);
    else
      rows_of_two_sums<4, vectors>(rows, a, g.a_row, g.a_column, b, b_row, c, c_row);
  }

  /// Computes elements that are the sum of two partial sums. The last columns, which do not fill their vectors, are
  /// computed together with columns before them.
  [[gnu::noinline]] static void two_sums(const Matmul<T>& g) {
    if (g.n == 1) return column(g);
    if (g.n < kWidth) return two_sums_of_few_columns(g);
    for (int64_t j = 0; j < g.n;) {
      const bool wide = j + kPanel <= g.n;
      const int64_t width = wide ? kPanel : kWidth, at = j + width <= g.n ? j : g.n - width;
      const T* b = g.b + at * g.b_column;
      if (g.b_column != 1) pack(g.k, width, width, b, g.b_row, g.b_column, g.scratch), b = g.scratch;
      const int64_t b_row = g.b_column == 1 ? g.b_row : width;
      if (wide)
        rows_of_two_sums<2>(g, g.m, g.a, b, b_row, g.c + at, g.c_row);
      else
        rows_of_two_sums<1>(g, g.m, g.a, b, b_row, g.c + at, g.c_row);
      j = at + width;
    }
  }
  static void two_sums_of_few_columns(const Matmul<T>& g) {
    pack(g.k, g.n, kWidth, g.b, g.b_row, g.b_column, g.scratch);
    // The lanes of a vector past the columns of its row are overwritten by the next row; the last rows go through a
    // buffer.
    const int64_t last = g.m * g.n - kWidth, direct = g.c_row == g.n && last >= 0 ? last / g.n + 1 : 0;
    rows_of_two_sums<1>(g, direct, g.a, g.scratch, kWidth, g.c, g.c_row);
    alignas(kBytes) T row[kWidth];
    for (int64_t i = direct; i < g.m; ++i) {
      rows_of_two_sums<1>(g, 1, g.a + i * g.a_row, g.scratch, kWidth, row, kWidth);
      for (int64_t j = 0; j < g.n; ++j) g.c[i * g.c_row + j] = row[j];
    }
  }

  /// Few rows times a matrix with contiguous rows: wide tiles that read b unpacked.
  [[gnu::noinline]] static void few_rows(const Matmul<T>& g) {
    const int64_t step = g.n * g.k > second_level() ? kStreamDepthOfRow : g.k;
    for (int64_t p = 0; p < g.k; p += step) {
      const int64_t count = g.k - p < step ? g.k - p : step;
      for (int64_t i = 0; i < g.m; ++i) {
        row(g.n, count, g.a + i * g.a_row + p * g.a_column, g.a_column, g.b + p * g.b_row, g.b_row, g.c + i * g.c_row,
            p > 0);
      }
    }
  }
  static void row(int64_t n, int64_t k, const T* a, int64_t a_column, const T* b, int64_t b_row, T* c, bool resume) {
    constexpr int kWide = 8;
    int64_t j = 0;
    for (; j + kWide * kWidth <= n; j += kWide * kWidth) {
      tile<1, kWide>(k, a, 0, a_column, b + j, b_row, c + j, 0, resume);
    }
    const int64_t full = (n - j) / kWidth, rest = (n - j) % kWidth;
    // The last columns are computed together with columns before them, unless those already hold updated sums.
    const bool again = rest > 0 && n >= kWidth && !resume;
    row_vectors<kWide>(full + again, k, a, a_column, b + j, b_row, c + j, again ? kWidth - rest : 0, resume);
    if (rest == 0 || again) return;
    j += full * kWidth;
    T sum[kWidth] = {};
    for (int64_t l = 0; resume && l < rest; ++l) sum[l] = c[j + l];
    for (int64_t p = 0; p < k; ++p) {
      for (int64_t l = 0; l < rest; ++l) sum[l] = add_product(sum[l], a[p * a_column], b[p * b_row + j + l]);
    }
    for (int64_t l = 0; l < rest; ++l) c[j + l] = sum[l];
  }
  /// Computes `vectors` vectors of a row, at most `most`. The last one begins `back` elements before its place.
  template <int most>
  static void row_vectors(int64_t vectors, int64_t k, const T* a, int64_t a_column, const T* b, int64_t b_row, T* c,
                          int64_t back, bool resume) {
    if constexpr (most > 0) {
      if (vectors < most) return row_vectors<most - 1>(vectors, k, a, a_column, b, b_row, c, back, resume);
      Vector sum[most];
      const auto at = [back](int v) { return v * kWidth - (v + 1 == most ? back : 0); };
#pragma GCC unroll 8
      for (int v = 0; v < most; ++v) sum[v] = resume ? *reinterpret_cast<const Vector*>(c + at(v)) : Vector{};
      for (int64_t p = 0; p < k; ++p, a += a_column, b += b_row) {
#pragma GCC unroll 8
        for (int v = 0; v < most; ++v) sum[v] = add_products(sum[v], a, *reinterpret_cast<const Vector*>(b + at(v)));
      }
#pragma GCC unroll 8
      for (int v = 0; v < most; ++v) *reinterpret_cast<Vector*>(c + at(v)) = sum[v];
    }
  }

  /// A matrix with contiguous columns times few columns. The columns are rows of the transposed result, whose vectors
  /// are full. The last vector ends with the column, and repeats some elements of the vector before it.
  static constexpr int64_t kFewColumns = kWidth * 3 / 4;
  [[gnu::noinline]] static void few_columns(const Matmul<T>& g) {
    alignas(kBytes) T buffer[Turned::kRows * kPanel] = {};
    for (int64_t i = 0; i < g.m;) {
      const int64_t width = g.m - i <= kWidth || g.m < kPanel ? kWidth : kPanel;
      const int64_t at = i + width <= g.m ? i : g.m - width;
      const T* const a = g.a + at;
      if (width == kWidth)
        tile_rows<1, kFewColumns>(g.n, g.k, g.b, g.b_column, g.b_row, a, g.a_column, buffer, kWidth, false);
      else
        tile_rows<2, kFewColumns>(g.n, g.k, g.b, g.b_column, g.b_row, a, g.a_column, buffer, kPanel, false);
      for (int64_t l = 0; l < width; l += kWidth) Turned::store(buffer + l, width, g.n, g.c + (at + l) * g.n);
      i = at + width;
    }
  }

  /// Computes 16 rows times `columns` columns, which b holds side by side; c is transposed. Four elements of each row
  /// are transposed while those before are multiplied, since both use different execution units. The next 16 rows are
  /// prefetched.
  template <int columns>
  static void turned_tile(int64_t k, const T* a, int64_t a_row, const T* b, T* c) {
    Vector sum[columns] = {};
    int64_t p = 0;
    for (; p + Turned::kColumns <= k; p += Turned::kColumns) {
      Vector x[Turned::kColumns];
      Turned::turn(a + p, a_row, x);
      const int64_t in_line = p % Turned::kRows;
      const T* const next = a + (Turned::kRows + in_line) * a_row + p - in_line;
#pragma GCC unroll 4
      for (int64_t i = 0; i < Turned::kColumns; ++i) __builtin_prefetch(next + i * a_row, 0, 2);
#pragma GCC unroll 4
      for (int64_t l = 0; l < Turned::kColumns; ++l, b += columns) {
#pragma GCC unroll 16
        for (int i = 0; i < columns; ++i) sum[i] = add_products(sum[i], b + i, x[l]);
      }
    }
    for (; p < k; ++p, b += columns) {
      Vector x;
      for (int64_t i = 0; i < Turned::kRows; ++i) x[i] = a[i * a_row + p];
#pragma GCC unroll 16
      for (int i = 0; i < columns; ++i) sum[i] = add_products(sum[i], b + i, x);
    }
#pragma GCC unroll 16
    for (int i = 0; i < columns; ++i) *reinterpret_cast<Vector*>(c + i * Turned::kRows) = sum[i];
  }
  template <int most = kFewColumns>
  static void turned_tiles(int64_t columns, int64_t k, const T* a, int64_t a_row, const T* b, T* c) {
    if constexpr (most > 1) {
      if (columns < most) return turned_tiles<most - 1>(columns, k, a, a_row, b, c);
    }
    turned_tile<most>(k, a, a_row, b, c);
  }

  /// A matrix with contiguous rows times few columns, as above: rows are transposed as they are loaded.
  [[gnu::noinline]] static void turn_for_few_columns(const Matmul<T>& g) {
    alignas(kBytes) T buffer[Turned::kRows * Turned::kRows] = {};
    const bool packed = g.b_row == g.n && g.b_column == 1;
    if (!packed) pack(g.k, g.n, g.n, g.b, g.b_row, g.b_column, g.scratch);
    const T* const b = packed ? g.b : g.scratch;
    for (int64_t i = 0; i < g.m; i += Turned::kRows) {
      const int64_t at = i + Turned::kRows <= g.m ? i : g.m - Turned::kRows;
      turned_tiles(g.n, g.k, g.a + at * g.a_row, g.a_row, b, buffer);
      Turned::store(buffer, Turned::kRows, g.n, g.c + at * g.n);
    }
  }

  /// Computes one block of k and of n.
  static void block(const Matmul<T>& g, int64_t first_k, int64_t k, int64_t first_n, int64_t n, bool packed) {
    const T* b = g.b + first_k * g.b_row + first_n * g.b_column;
    const int64_t full = n / kPanel * kPanel;
    T* tail = g.scratch + (packed ? full * k : 0);
    if (packed) {
      for (int64_t j = 0; j < full; j += kPanel) {
        pack(k, kPanel, kPanel, b + j * g.b_column, g.b_row, g.b_column, g.scratch + j * k);
      }
    }
    const int64_t rest = n - full;
    const bool narrow = rest <= kWidth;
    // Columns that do not fill their vectors are packed with zeros. If rows of b are read unpacked, the last vectors
    // end with the row, and repeat some elements of the vectors before them. That requires that no earlier block of k
    // was added.
    const int64_t width = narrow ? kWidth : kPanel;
    const bool again = !packed && n >= width && k == g.k;
    if (rest > 0 && !again) pack(k, rest, width, b + full * g.b_column, g.b_row, g.b_column, tail);
    const bool resume = first_k > 0;
    int64_t first = 0;
    if constexpr (kWideRows > 0) {
      const bool fetch = fetches_next<kBytes>(g.n, k, g.b_row, sizeof(T));
      for (; !packed && g.m <= kWideRows && first + 2 * kPanel <= n; first += 2 * kPanel) {
        const auto wide = fetch ? tile_rows<4, kWideRows, true> : tile_rows<4, kWideRows>;
        wide(g.m, k, g.a + first_k * g.a_column, g.a_row, g.a_column, b + first, g.b_row, g.c + first_n + first,
             g.c_row, resume);
      }
    }
    const int64_t rows = block_rows();
    for (int64_t from = 0; from < g.m; from += rows) {
      const int64_t to = from + rows < g.m ? from + rows : g.m;
      for (int64_t j = first; j < n; j += kPanel) {
        for (int64_t i = from; i < to; i += kTileRows) {
          const int64_t count = to - i < kTileRows ? to - i : kTileRows;
          const T* a = g.a + i * g.a_row + first_k * g.a_column;
          T* c = g.c + i * g.c_row + first_n + j;
          const int64_t back = j == full ? width - rest : 0;
          if (j == full && again && narrow)
            tile_rows<1>(count, k, a, g.a_row, g.a_column, b + j - back, g.b_row, c - back, g.c_row, resume);
          else if (again || (!packed && j < full))
            tile_rows<2>(count, k, a, g.a_row, g.a_column, b + j - back, g.b_row, c - back, g.c_row, resume);
          else if (j == full && narrow)
            narrow_rows<1>(count, rest, k, a, g.a_row, g.a_column, tail, c, g.c_row, resume);
          else if (j == full)
            narrow_rows<2>(count, rest, k, a, g.a_row, g.a_column, tail, c, g.c_row, resume);
          else
            tile_rows<2>(count, k, a, g.a_row, g.a_column, g.scratch + j * k, kPanel, c, g.c_row, resume);
        }
      }
    }
  }

  /// Each of the other algorithms is a function of its own, so that its loops have all registers.
  static void run(const Matmul<T>& g) {
    if (first_terms(g.k) < g.k) return two_sums(g);
    if (kRounds && g.order != Order::Chain) return Summed<T, kBytes>::run(g);
    constexpr int64_t kLong = 64;  // of k: for less, transposing costs more than it saves
    const bool few = g.n <= kFewColumns && g.c_row == g.n;
    const bool turns = kTurns && few && g.a_column == 1 && g.m >= Turned::kRows && g.k >= kLong;
    if constexpr (kTurns) {
      if (turns) return turn_for_few_columns(g);
    }
    if (g.n == 1) {
      if (g.a_row != 1 || g.m < kPanel || g.c_row != 1) return column(g);
      // c is contiguous along its rows and its columns, so it is the row b^T times a^T, whose rows are contiguous.
      return few_rows({1, g.m, g.k, g.b, 0, g.b_row, g.a, g.a_column, 1, g.c, g.m, g.scratch});
    }
    if (g.m < kFewRows && g.b_column == 1) return few_rows(g);
    if (few && g.a_row == 1 && g.m >= kWidth) return few_columns(g);
    const bool packed = packs(g.m, g.n, g.k, g.b_column == 1);
    const int64_t step_k = packed ? block_depth() : g.n * g.k > second_level() ? kStreamDepth : g.k;
    const int64_t step_n = packed ? block_columns() : g.n;
    for (int64_t j = 0; j < g.n; j += step_n) {
      for (int64_t p = 0; p < g.k; p += step_k) {
        block(g, p, g.k - p < step_k ? g.k - p : step_k, j, g.n - j < step_n ? g.n - j : step_n, packed);
      }
    }
  }
};

}  // namespace
}  // namespace ag::kernel
