#pragma once
/// Products of the elements in windows of an image with filters, added up. A line of adjacent windows is computed at a
/// time. Convolutions and their gradients for images consist of such lines. Every element is one sum: sum = 0, then for
/// each row of taps, each tap of it, each element of the tap: sum = fma(element, filter, sum), rounded once.
#include <cstdint>

namespace ag::kernel {

/// The taps of each window of a line: rows of taps, with contiguous elements in each tap. Steps are in elements.
struct Taps {
  int64_t rows, columns, depth;
  int64_t row_step, column_step;
};

/// The layout of packed filters: panels of as many filters as three of the widest vectors hold. A panel has the
/// elements of all its filters for one term (an element of a tap), followed by those for the next term. The last panel
/// has as many whole vectors as it needs, padded with zeros. Kernels of all instruction sets read this layout.
template <class T>
struct Panels {
  static constexpr int64_t kLanes = 64 / sizeof(T), kWidest = 3 * kLanes;

  /// The width of the panel that begins with filter `first`.
  static constexpr int64_t width(int64_t first, int64_t filters) {
    const int64_t rest = filters - first;
    return rest >= kWidest ? kWidest : (rest + kLanes - 1) / kLanes * kLanes;
  }
  static constexpr int64_t size(int64_t terms, int64_t filters) {
    return terms * ((filters + kLanes - 1) / kLanes * kLanes);
  }
};

/// One line of windows: of a row of the result, or of a column.
template <class T>
struct WindowProducts {
  Taps taps;           // common to all of these windows
  const T* x;          // the first element of the first window
  int64_t count;       // windows
  int64_t step;        // from one window to the next, in elements of x
  const T* panels;     // of all filters
  int64_t terms;       // of a panel
  int64_t first_term;  // of the first tap inside of the image
  int64_t row_terms;   // from a row of taps to the next
  int64_t packed;      // filters that the panels hold
  int64_t filters;     // the number of leading filters that are computed
  T* result;           // result[w * result_step + f]
  int64_t result_step;
};

/// Computes the line with the widest vectors of this machine. T: float, double, uint32_t, uint64_t.
template <class T>
void add_window_products(const WindowProducts<T>& line);

/// One line of windows for few filters, where vectors hold neighbouring windows. Rows of the image are transposed:
/// places are contiguous, and the elements of a place are `length` apart.
struct TurnedProducts {
  int64_t rows, columns, depth;  // of taps
  int64_t column_step;           // in places
  const float* const* lines;     // for each row of taps, the first element of the first window
  int64_t length;
  const float* filter;  // [term][turned_filters(filters)], padded with zeros
  int64_t count;        // windows
  int64_t filters;
  float* result;
  int64_t result_step;
};

/// kFewFilters is the maximum of `filters` above. Up to kTurnedTail places past the end of a transposed row are read.
inline constexpr int64_t kFewFilters = 8, kTurnedTail = 16;
/// The number of filters that are computed for `filters` filters, including padding.
inline constexpr int64_t turned_filters(int64_t filters) { return filters <= 4 ? 4 : kFewFilters; }

/// True if this machine has the vectors for add_turned_products.
bool has_turned_products();
void add_turned_products(const TurnedProducts& line);
/// Transposes a row: `turned[k * length + p] = row[p * step + k]`, for k < depth and p < places.
void turn_row(const float* row, int64_t places, int64_t step, int64_t depth, float* turned, int64_t length);

/// The same, compiled for each instruction set that the functions above choose from.
namespace baseline {
template <class T>
void add_window_products(const WindowProducts<T>& line);
}
namespace avx2 {
template <class T>
void add_window_products(const WindowProducts<T>& line);
}
namespace avx512 {
template <class T>
void add_window_products(const WindowProducts<T>& line);
void add_turned_products(const TurnedProducts& line);
void turn_row(const float* row, int64_t places, int64_t step, int64_t depth, float* turned, int64_t length);
}  // namespace avx512

}  // namespace ag::kernel
