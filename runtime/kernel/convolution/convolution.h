#pragma once
/// Convolutions of images [batch, rows, columns, channels] with filters [rows, columns, channels of a group, filters]
/// as plain loops. They define the result for every dtype. Every element of a result is computed in one order, for any
/// number of threads: the sum starts at 0, and each product is added with a single rounding (fma), in the order
/// documented at each function. Elements outside of an image add nothing.
#include "kernel/convolution/window.h"

namespace ag::kernel {

struct Convolution {
  int64_t batch = 0;
  WindowAxis rows, columns;
  int64_t channels = 0;  // of x
  int64_t filters = 0;   // channels of the result
  int64_t groups = 1;

  int64_t group_channels() const { return channels / groups; }
  int64_t group_filters() const { return filters / groups; }
  /// True if both strides are 1.
  bool steps_by_one() const { return rows.stride == 1 && columns.stride == 1; }
  /// True if each channel has exactly one filter of its own.
  bool is_depthwise() const { return channels == groups && filters == groups; }
  /// True if native code unrolls the convolution: it has too few filters, and too few products for each element, for
  /// the library and for matrix products. Every executor computes it in the order of `convolve`.
  bool is_narrow() const {
    constexpr int64_t kFewFilters = 4, kFewTerms = 32;
    return groups == 1 && filters < kFewFilters && rows.taps * columns.taps * channels <= kFewTerms;
  }
  int64_t x_size() const { return batch * rows.length * columns.length * channels; }
  int64_t result_size() const { return batch * rows.count * columns.count * filters; }
  int64_t filter_size() const { return rows.taps * columns.taps * group_channels() * filters; }
  /// The number of products that are added.
  int64_t products() const { return result_size() * rows.taps * columns.taps * group_channels(); }
  bool operator==(const Convolution&) const = default;
};

/// result[n, i, j, f] = sum of x[n, i', j', c] * filter[r, s, c, f] over r, s, c. T: float, double, uint32_t, uint64_t;
/// all arrays are row-major.
template <class T>
void convolve(const Convolution& shape, const T* x, const T* filter, T* result);

/// x[n, i', j', c] = sum of g[n, i, j, f] * filter[r, s, c, f] over r, s, f.
template <class T>
void convolve_to_x(const Convolution& shape, const T* g, const T* filter, T* x);

/// Returns the convolution of the result's gradient that yields the gradient of x, for a shape whose strides are 1. The
/// windows that cover an element of x start at or before it: the earlier the window, the later its tap.
Convolution towards_x(const Convolution& shape);

/// True if `convolve` takes less time for float32 on this machine than a library whose vectors hold filters. The last
/// filters would leave half of their vector empty, and the convolution is large enough.
bool fills_vectors_with_windows(const Convolution& shape);

/// filter[r, s, c, f] = sum of x[n, i', j', c] * g[n, i, j, f] over n, i, j.
template <class T>
void convolve_to_filter(const Convolution& shape, const T* x, const T* g, T* filter);

}  // namespace ag::kernel
