#pragma once
/// Convolutions of images [batch, rows, columns, channels] with filters [rows, columns, channels of a group, filters],
/// as plain loops: what convolutions mean, for every dtype. Every element of a result is computed in one order,
/// whatever the number of threads: sum = 0, then products are added one by one, rounded once with the sum, in the order
/// that stands at the function. What lies outside of an image adds nothing.
#include "kernel/window.h"

namespace ag::kernel {

struct Convolution {
  int64_t batch = 0;
  WindowAxis rows, columns;
  int64_t channels = 0;  // of x
  int64_t filters = 0;   // channels of the result
  int64_t groups = 1;

  int64_t group_channels() const { return channels / groups; }
  int64_t group_filters() const { return filters / groups; }
  /// Whether windows stand side by side.
  bool steps_by_one() const { return rows.stride == 1 && columns.stride == 1; }
  /// Whether each channel has one filter of its own.
  bool is_depthwise() const { return channels == groups && filters == groups; }
  /// Whether native code writes it out: there are too few filters, and too few products for each element, for the
  /// library and for products of matrices. It is computed in the order of `convolve` everywhere.
  bool is_narrow() const {
    constexpr int64_t kFewFilters = 4, kFewTerms = 32;
    return groups == 1 && filters < kFewFilters && rows.taps * columns.taps * channels <= kFewTerms;
  }
  int64_t x_size() const { return batch * rows.length * columns.length * channels; }
  int64_t result_size() const { return batch * rows.count * columns.count * filters; }
  int64_t filter_size() const { return rows.taps * columns.taps * group_channels() * filters; }
  /// How many products are added.
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

/// The convolution of the result's gradient that gives the one of x, for a shape that steps by one: a place of x is
/// seen by windows before it, the more taps away the earlier.
Convolution towards_x(const Convolution& shape);

/// Whether `convolve` takes less time for float32 on this machine than a library whose vectors hold filters: the last
/// ones would leave half of their vector empty, and there is enough to do.
bool fills_vectors_with_windows(const Convolution& shape);

/// filter[r, s, c, f] = sum of x[n, i', j', c] * g[n, i, j, f] over n, i, j.
template <class T>
void convolve_to_filter(const Convolution& shape, const T* x, const T* g, T* filter);

}  // namespace ag::kernel
