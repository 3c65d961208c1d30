#pragma once
/// Products of what windows of an image see with filters, added up: a line of windows that stand side by side at a
/// time, of which convolutions and their gradients for images are made. Every element is one sum: sum = 0, then for
/// each row of taps, each tap of it, each element of the tap: sum = fma(element, filter, sum), rounded once.
#include <cstdint>

namespace ag::kernel {

/// What each window of a line sees: rows of taps, and neighbouring elements in each tap. Steps in elements.
struct Taps {
  int64_t rows, columns, depth;
  int64_t row_step, column_step;
};

/// Filters lie in panels: of each term (a tap's element) as many of them as three of the widest vectors hold, beside
/// those of the next term. The last panel has as many whole vectors as it needs, with zeros behind the filters.
template <class T>
struct Panels {
  static constexpr int64_t kLanes = 64 / sizeof(T), kWidest = 3 * kLanes;

  /// Of the panel that begins with filter `first`.
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
  Taps taps;           // that all of these windows see
  const T* x;          // what the first window sees first
  int64_t count;       // windows
  int64_t step;        // from one to the next, in elements of x
  const T* panels;     // of all filters
  int64_t terms;       // of a panel
  int64_t first_term;  // of the first tap that is seen
  int64_t row_terms;   // from a row of taps to the next
  int64_t packed;      // filters that the panels hold
  int64_t filters;     // the first of them, which are computed
  T* result;           // result[w * result_step + f]
  int64_t result_step;
};

/// Runs it with the widest vectors of this machine. T: float, double, uint32_t, uint64_t.
template <class T>
void add_window_products(const WindowProducts<T>& line);

/// One line of windows for few filters, where vectors hold neighbouring windows: rows of the image are turned for it,
/// so that places stand side by side and elements of a place `length` apart.
struct TurnedProducts {
  int64_t rows, columns, depth;  // of taps
  int64_t column_step;           // in places
  const float* const* lines;     // for each row of taps, what the first window sees of it first
  int64_t length;
  const float* filter;  // [term][turned_filters(filters)], with zeros behind the filters
  int64_t count;        // windows
  int64_t filters;
  float* result;
  int64_t result_step;
};

/// At most so many filters are few, and so many places behind the last one of a turned row are read.
inline constexpr int64_t kFewFilters = 8, kTurnedTail = 16;
/// How many filters are computed for so many.
inline constexpr int64_t turned_filters(int64_t filters) { return filters <= 4 ? 4 : kFewFilters; }

/// Whether this machine has vectors for it.
bool has_turned_products();
void add_turned_products(const TurnedProducts& line);
/// Makes turned[k * length + p] of row[p * step + k], for k < depth and p < places.
void turn_row(const float* row, int64_t places, int64_t step, int64_t depth, float* turned, int64_t length);

/// The same, compiled for instruction sets that the functions above choose from.
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
