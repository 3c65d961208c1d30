#pragma once
/// The loops of kernel/convolution/window_products.h, written with vectors of kBytes. Included once per instruction set
/// and without the standard library, like kernel/matmul/matmul_blocked.h.
///
/// A tile of some windows and some vectors of filters is held in registers while the terms are added. Windows are read
/// directly from the image, since they overlap.
#include "kernel/convolution/window_products.h"
#include "kernel/matmul/matmul_sizes.h"
#include "kernel/matmul/matmul_vectors.h"

namespace ag::kernel {
namespace {

template <class T, int kBytes>
struct WindowTiles : Vectors<T, kBytes> {
  using Steps = Vectors<T, kBytes>;
  using Steps::add_products, Steps::kRounds, Steps::kWidth;
  using typename Steps::Vector;
#if defined(__x86_64__)
  using Steps::add_spread, Steps::spread;
#endif
  /// AVX-512 has 32 registers, others 16: for the sums, a row of filters, and an element of the image.
  static constexpr int kMaxVectors = kBytes == 64 ? 3 : 2;
  static constexpr int most_windows(int vectors) {
    if (kBytes != 64) return vectors == 1 ? 8 : 6;
    return vectors == 3 ? 9 : 14;
  }

  static void run(const WindowProducts<T>& line) {
    // Tiles read the filters from the second-level cache. Filters that do not fit it are read once for each line.
    const int64_t windows = line.terms * line.filters > second_level() ? line.count : most_windows(kMaxVectors);
    const int64_t parts = (line.count + windows - 1) / windows;
    for (int64_t part = 0; part < parts; ++part) {
      const int64_t first = line.count * part / parts, last = line.count * (part + 1) / parts;
      for (int64_t f = 0; f < line.filters; f += Panels<T>::kWidest) panel(line, first, last - first, f);
    }
  }

 private:
  /// Computes some windows, with the filters of a panel.
  static void panel(const WindowProducts<T>& line, int64_t first, int64_t count, int64_t first_filter) {
    const int64_t width = Panels<T>::width(first_filter, line.packed), rest = line.filters - first_filter;
    const T* const filter = line.panels + line.terms * first_filter + line.first_term * width;
    for (int64_t f = 0; f < width && f < rest; f += kMaxVectors * kWidth) {
      const int64_t filters = rest - f < width - f ? rest - f : width - f, vectors = (filters + kWidth - 1) / kWidth;
      vectors_of<kMaxVectors>(vectors, line, first, count, filter + f, width, first_filter + f);
    }
  }
  template <int most>
  static void vectors_of(int64_t vectors, const WindowProducts<T>& line, int64_t first, int64_t count, const T* filter,
                         int64_t width, int64_t first_filter) {
    if constexpr (most > 1) {
      if (vectors < most) return vectors_of<most - 1>(vectors, line, first, count, filter, width, first_filter);
    }
    tiles<most>(line, first, count, filter, width, first_filter);
  }

  /// Splits the windows into tiles of about the same height.
  template <int vectors>
  static void tiles(const WindowProducts<T>& line, int64_t first, int64_t count, const T* filter, int64_t width,
                    int64_t first_filter) {
    constexpr int kMax = most_windows(vectors);
    const int64_t parts = (count + kMax - 1) / kMax, filters = line.filters - first_filter;
    for (int64_t part = 0; part < parts; ++part) {
      const int64_t from = first + count * part / parts, windows = first + count * (part + 1) / parts - from;
      T* const result = line.result + from * line.result_step + first_filter;
      const T* const x = line.x + from * line.step;
      if (filters >= vectors * kWidth) {
        tile_of<vectors, kMax>(windows, line, x, filter, width, result, line.result_step);
        continue;
      }
      // The last filters do not fill their vectors.
      alignas(kBytes) T buffer[kMax * vectors * kWidth];
      tile_of<vectors, kMax>(windows, line, x, filter, width, buffer, vectors * kWidth);
      for (int64_t w = 0; w < windows; ++w) {
        for (int64_t f = 0; f < filters; ++f) result[w * line.result_step + f] = buffer[w * vectors * kWidth + f];
      }
    }
  }
  template <int vectors, int most>
  static void tile_of(int64_t windows, const WindowProducts<T>& line, const T* x, const T* filter, int64_t width,
                      T* result, int64_t result_step) {
    if constexpr (most > 1) {
      if (windows < most) return tile_of<vectors, most - 1>(windows, line, x, filter, width, result, result_step);
    }
    tile<most, vectors>(line.taps, x, line.step, filter, width, line.row_terms * width, result, result_step);
  }

  /// windows × vectors. An element of the image that is used several times is loaded once, as in matrix products.
  template <int windows, int vectors>
  [[gnu::noinline]] static void tile(const Taps& taps, const T* x, int64_t step, const T* filter, int64_t width,
                                     int64_t filter_row, T* result, int64_t result_step) {
    Vector sum[windows][vectors] = {};
    for (int64_t r = 0; r < taps.rows; ++r, x += taps.row_step, filter += filter_row) {
      const T *tap = x, *at = filter;
      for (int64_t s = 0; s < taps.columns; ++s, tap += taps.column_step) {
        for (const T *element = tap, *end = tap + taps.depth; element != end; ++element, at += width) {
          Vector right[vectors];
#pragma GCC unroll 4
          for (int v = 0; v < vectors; ++v) right[v] = *reinterpret_cast<const Vector*>(at + v * kWidth);
#pragma GCC unroll 16
          for (int w = 0; w < windows; ++w) {
            if constexpr (kRounds && kBytes == 64 && vectors > 1) {
              const Vector left = spread(element + w * step);
#pragma GCC unroll 4
              for (int v = 0; v < vectors; ++v) sum[w][v] = add_spread(sum[w][v], left, right[v]);
            } else {
#pragma GCC unroll 4
              for (int v = 0; v < vectors; ++v) sum[w][v] = add_products(sum[w][v], element + w * step, right[v]);
            }
          }
        }
      }
    }
    asm("" : "+r"(result));  // else the compiler computes all addresses in advance and keeps them in registers
#pragma GCC unroll 16
    for (int w = 0; w < windows; ++w, result += result_step) {
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) *reinterpret_cast<Vector*>(result + v * kWidth) = sum[w][v];
    }
  }
};

}  // namespace
}  // namespace ag::kernel
