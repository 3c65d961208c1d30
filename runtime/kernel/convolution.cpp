#include "kernel/convolution.h"

#include <memory>

#include "base/thread_pool.h"

namespace ag::kernel {

namespace {

/// Shares 0 … count - 1 out where all of it takes long enough.
void share(int64_t count, int64_t products, detail::FunctionRef<void(int64_t, int64_t)> task) {
  constexpr int64_t kProductsPerNanosecond = 4, kWorthSharing = 60'000;
  const int64_t nanoseconds = products / kProductsPerNanosecond;
  if (nanoseconds < kWorthSharing || count < 2) return task(0, count);
  detail::for_ranges(count, std::max<int64_t>(count / 64, 1), nanoseconds, task);
}

/// sums[j] += factor * row[j]
template <class T>
void add_row(T* __restrict sums, const T* __restrict row, T factor, int64_t count) {
  for (int64_t j = 0; j < count; ++j) sums[j] += factor * row[j];
}

/// The filter with its last two axes exchanged in each group: [rows, columns, groups, filters of it, channels of it].
template <class T>
std::unique_ptr<T[]> turned_filter(const Convolution& shape, const T* filter) {
  const int64_t channels = shape.group_channels(), filters = shape.group_filters();
  std::unique_ptr<T[]> turned(new T[static_cast<size_t>(shape.filter_size())]);
  for (int64_t tap = 0; tap < shape.rows.taps * shape.columns.taps; ++tap) {
    for (int64_t c = 0; c < channels; ++c) {
      const T* from = filter + (tap * channels + c) * shape.filters;
      T* to = turned.get() + tap * shape.filters * channels + c;
      for (int64_t f = 0; f < shape.groups * filters; ++f) to[f * channels] = from[f];
    }
  }
  return turned;
}

/// The window whose tap `tap` is at `at`; -1 where there is none.
int64_t window_at(const WindowAxis& axis, int64_t at, int64_t tap) {
  const int64_t start = at + axis.before - tap * axis.dilation;
  if (start < 0 || start % axis.stride != 0) return -1;
  const int64_t window = start / axis.stride;
  return window < axis.count ? window : -1;
}

}  // namespace

template <class T>
void convolve(const Convolution& shape, const T* x, const T* filter, T* result) {
  const WindowAxis &rows = shape.rows, &columns = shape.columns;
  const int64_t channels = shape.group_channels(), filters = shape.group_filters();
  const auto pixel = [&](const T* image, TapRange down, int64_t i, int64_t j, T* sums) {
    std::fill_n(sums, shape.filters, T(0));
    const TapRange across = taps_inside(columns, j);
    for (int64_t r = down.first; r < down.last; ++r) {
      for (int64_t s = across.first; s < across.last; ++s) {
        const T* from = image + (rows.place(i, r) * columns.length + columns.place(j, s)) * shape.channels;
        const T* taps = filter + (r * columns.taps + s) * channels * shape.filters;
        for (int64_t group = 0; group < shape.groups; ++group) {
          for (int64_t c = 0; c < channels; ++c) {
            add_row(sums + group * filters, taps + c * shape.filters + group * filters, from[group * channels + c],
                    filters);
          }
        }
      }
    }
  };
  share(shape.batch * rows.count, shape.products(), [&](int64_t begin, int64_t end) {
    for (int64_t line = begin; line < end; ++line) {
      const int64_t i = line % rows.count;
      const T* image = x + line / rows.count * rows.length * columns.length * shape.channels;
      const TapRange down = taps_inside(rows, i);
      for (int64_t j = 0; j < columns.count; ++j) {
        pixel(image, down, i, j, result + (line * columns.count + j) * shape.filters);
      }
    }
  });
}

template <class T>
void convolve_to_x(const Convolution& shape, const T* g, const T* filter, T* x) {
  const WindowAxis &rows = shape.rows, &columns = shape.columns;
  const int64_t channels = shape.group_channels(), filters = shape.group_filters();
  const std::unique_ptr<T[]> turned = turned_filter(shape, filter);
  const auto pixel = [&](const T* image, int64_t row, int64_t column, T* sums) {
    std::fill_n(sums, shape.channels, T(0));
    for (int64_t r = 0; r < rows.taps; ++r) {
      const int64_t i = window_at(rows, row, r);
      for (int64_t s = 0; i >= 0 && s < columns.taps; ++s) {
        const int64_t j = window_at(columns, column, s);
        if (j < 0) continue;
        const T* from = image + (i * columns.count + j) * shape.filters;
        const T* taps = turned.get() + (r * columns.taps + s) * shape.filters * channels;
        for (int64_t group = 0; group < shape.groups; ++group) {
          for (int64_t f = group * filters; f < (group + 1) * filters; ++f) {
            add_row(sums + group * channels, taps + f * channels, from[f], channels);
          }
        }
      }
    }
  };
  share(shape.batch * rows.length, shape.products(), [&](int64_t begin, int64_t end) {
    for (int64_t line = begin; line < end; ++line) {
      const T* image = g + line / rows.length * rows.count * columns.count * shape.filters;
      for (int64_t column = 0; column < columns.length; ++column) {
        pixel(image, line % rows.length, column, x + (line * columns.length + column) * shape.channels);
      }
    }
  });
}

template <class T>
void convolve_to_filter(const Convolution& shape, const T* x, const T* g, T* filter) {
  const WindowAxis &rows = shape.rows, &columns = shape.columns;
  const int64_t channels = shape.group_channels(), filters = shape.group_filters();
  const auto tap = [&](int64_t r, int64_t s, T* sums) {
    std::fill_n(sums, channels * shape.filters, T(0));
    for (int64_t line = 0; line < shape.batch * rows.count; ++line) {
      const int64_t row = rows.place(line % rows.count, r);
      if (!rows.holds(row)) continue;
      const T* image_row = x + (line / rows.count * rows.length + row) * columns.length * shape.channels;
      for (int64_t j = 0; j < columns.count; ++j) {
        const int64_t column = columns.place(j, s);
        if (!columns.holds(column)) continue;
        const T* from = image_row + column * shape.channels;
        const T* gradient = g + (line * columns.count + j) * shape.filters;
        for (int64_t group = 0; group < shape.groups; ++group) {
          for (int64_t c = 0; c < channels; ++c) {
            add_row(sums + c * shape.filters + group * filters, gradient + group * filters, from[group * channels + c],
                    filters);
          }
        }
      }
    }
  };
  const int64_t taps = rows.taps * columns.taps;
  share(taps, shape.products(), [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      tap(k / columns.taps, k % columns.taps, filter + k * channels * shape.filters);
    }
  });
}

#define AG_INSTANTIATE(T)                                                  \
  template void convolve(const Convolution&, const T*, const T*, T*);      \
  template void convolve_to_x(const Convolution&, const T*, const T*, T*); \
  template void convolve_to_filter(const Convolution&, const T*, const T*, T*);
AG_INSTANTIATE(float)
AG_INSTANTIATE(double)
AG_INSTANTIATE(uint32_t)
AG_INSTANTIATE(uint64_t)
#undef AG_INSTANTIATE

}  // namespace ag::kernel
