#pragma once
/// Lines of kernel/convolution/window_products.h for few filters: vectors hold neighbouring windows, since filters
/// would not fill them. For AVX-512 only. Included in one file, which is compiled for it, without the standard library.
#include "kernel/convolution/window_products.h"
#include "kernel/matmul/matmul_transposed.h"

namespace ag::kernel {
namespace {

struct TurnedWindows : Vectors<float, 64> {
  /// The number of vectors of windows in a tile: the sums, these vectors and a filter share 32 registers.
  static constexpr int most_vectors(int filters) { return filters == 4 ? 6 : 3; }

  static void run(const TurnedProducts& line) {
    if (turned_filters(line.filters) == 4)
      tiles<4>(line);
    else
      tiles<kFewFilters>(line);
  }

  static void turn_row(const float* row, int64_t places, int64_t step, int64_t depth, float* turned, int64_t length) {
    using Turned = kernel::Turned<float, 64>;
    if (places < Turned::kRows || depth < Turned::kColumns) {
      for (int64_t k = 0; k < depth; ++k) {
        for (int64_t p = 0; p < places; ++p) turned[k * length + p] = row[p * step + k];
      }
      return;
    }
    // The last blocks are moved back to overlap those before them, since a block has a fixed size.
    const auto clamped = [](int64_t at, int64_t size, int64_t end) { return at + size <= end ? at : end - size; };
    for (int64_t place = 0; place < places; place += Turned::kRows) {
      const int64_t p = clamped(place, Turned::kRows, places);
      for (int64_t element = 0; element < depth; element += Turned::kColumns) {
        const int64_t k = clamped(element, Turned::kColumns, depth);
        Vector x[Turned::kColumns];
        Turned::turn(row + p * step + k, step, x);
        float* const to = turned + k * length + p;
#pragma GCC unroll 4
        for (int64_t l = 0; l < Turned::kColumns; ++l) *reinterpret_cast<Vector*>(to + l * length) = x[l];
      }
    }
  }

 private:
  template <int filters>
  static void tiles(const TurnedProducts& line) {
    constexpr int kMax = most_vectors(filters);
    const int64_t vectors = (line.count + kWidth - 1) / kWidth, parts = (vectors + kMax - 1) / kMax;
    for (int64_t part = 0; part < parts; ++part) {
      const int64_t from = vectors * part / parts, to = vectors * (part + 1) / parts;
      alignas(64) float sums[filters * kMax * kWidth];
      tile_of<filters, kMax>(to - from, line, from * kWidth, sums);
      const int64_t room = (to - from) * kWidth, left = line.count - from * kWidth;
      float* result = line.result + from * kWidth * line.result_step;
      for (int64_t w = 0; w < room && w < left; ++w, result += line.result_step) {
        for (int64_t f = 0; f < line.filters; ++f) result[f] = sums[f * room + w];
      }
    }
  }
  template <int filters, int most>
  static void tile_of(int64_t vectors, const TurnedProducts& line, int64_t first, float* sums) {
    if constexpr (most > 1) {
      if (vectors < most) return tile_of<filters, most - 1>(vectors, line, first, sums);
    }
    tile<filters, most>(line, first, sums);
  }

  template <int filters, int vectors>
  [[gnu::noinline]] static void tile(const TurnedProducts& line, int64_t first, float* sums) {
    Vector sum[filters][vectors] = {};
    const float* filter = line.filter;
    for (int64_t r = 0; r < line.rows; ++r) {
      const float* tap = line.lines[r] + first;
      for (int64_t s = 0; s < line.columns; ++s, tap += line.column_step) {
        const float* x = tap;
        for (int64_t k = 0; k < line.depth; ++k, x += line.length, filter += filters) {
          Vector left[vectors];
#pragma GCC unroll 8
          for (int v = 0; v < vectors; ++v) left[v] = *reinterpret_cast<const Vector*>(x + v * kWidth);
#pragma GCC unroll 8
          for (int f = 0; f < filters; ++f) {
            const Vector right = spread(filter + f);
#pragma GCC unroll 8
            for (int v = 0; v < vectors; ++v) sum[f][v] = add_spread(sum[f][v], left[v], right);
          }
        }
      }
    }
    asm("" : "+r"(sums));
#pragma GCC unroll 8
    for (int f = 0; f < filters; ++f) {
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v, sums += kWidth) *reinterpret_cast<Vector*>(sums) = sum[f][v];
    }
  }
};

}  // namespace
}  // namespace ag::kernel
