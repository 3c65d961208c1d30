#include "kernel/convolution/convolution.h"

#include <memory>

#include "base/thread_pool.h"
#include "kernel/add_products.h"
#include "kernel/convolution/window_lines.h"

namespace ag::kernel {

namespace {

/// Runs `task` for 0 … count - 1: on several threads, at least `fewest` at a time, if the whole takes long enough.
void share(int64_t count, int64_t fewest, int64_t products, detail::FunctionRef<void(int64_t, int64_t)> task) {
  constexpr int64_t kProductsPerNanosecond = 4;
  const int64_t nanoseconds = products / kProductsPerNanosecond;
  if (nanoseconds < detail::worth_sharing(detail::machine()) || count < 2) return task(0, count);
  detail::for_ranges(count, std::max(count / 64, fewest), nanoseconds, task);
}

/// Returns the filter with its last two axes transposed within each group: [rows, columns, groups, filters of the
/// group, channels of the group].
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

/// Returns the window whose tap `tap` is at `at`, or -1 if there is none.
int64_t window_at(const WindowAxis& axis, int64_t at, int64_t tap) {
  const int64_t start = at + axis.before - tap * axis.dilation;
  if (start < 0 || start % axis.stride != 0) return -1;
  const int64_t window = start / axis.stride;
  return window < axis.count ? window : -1;
}

/// Returns the windows whose tap `tap` lies in the image.
TapRange windows_inside(const WindowAxis& axis, int64_t tap) {
  const int64_t start = axis.place(0, tap), room = axis.length - start;
  const int64_t first = start < 0 ? (-start + axis.stride - 1) / axis.stride : 0;
  const int64_t last = room <= 0 ? 0 : std::min(axis.count, (room + axis.stride - 1) / axis.stride);
  return {std::min(first, last), last};
}

/// Lines of narrow convolutions: one tap at a time for all pixels of a line, in the summation order of each single
/// pixel.
template <class T>
class LineSums {
 public:
  /// If `runs` is false, no memory is allocated, and `run` must not be called.
  LineSums(const Convolution& shape, const AddProducts<T>& add, bool runs)
      : shape_(shape),
        add_(add),
        room_(runs ? new T[static_cast<size_t>((shape.filters + 1) * shape.columns.count)] : nullptr) {}

  /// Computes line `i` of the result of image `image`.
  void run(const T* image, int64_t i, const T* filter, T* result) const {
    const WindowAxis &rows = shape_.rows, &columns = shape_.columns;
    const int64_t count = columns.count, filters = shape_.filters, channels = shape_.channels;
    T* const sums = filters == 1 ? result : room_.get();
    std::fill_n(sums, filters * count, T(0));
    const TapRange down = taps_inside(rows, i);
    for (int64_t r = down.first; r < down.last; ++r) {
      const T* const row = image + rows.place(i, r) * columns.length * channels;
      for (int64_t s = 0; s < columns.taps; ++s) {
        const TapRange pixels = windows_inside(columns, s);
        if (pixels.first == pixels.last) continue;
        const T* taps = filter + (r * columns.taps + s) * channels * filters;
        for (int64_t c = 0; c < channels; ++c, taps += filters) {
          const T* const line = seen(row + c, s, pixels);
          for (int64_t f = 0; f < filters; ++f) {
            add_.row(sums + f * count + pixels.first, taps[f], line, pixels.last - pixels.first);
          }
        }
      }
    }
    if (filters == 1) return;
    for (int64_t f = 0; f < filters; ++f) {
      for (int64_t j = 0; j < count; ++j) result[j * filters + f] = sums[f * count + j];
    }
  }

 private:
  /// Returns the elements of one channel at tap `tap` of these windows, contiguous.
  const T* seen(const T* channel, int64_t tap, TapRange windows) const {
    const WindowAxis& axis = shape_.columns;
    const int64_t step = axis.stride * shape_.channels;
    channel += axis.place(windows.first, tap) * shape_.channels;
    if (step == 1) return channel;
    T* const line = room_.get() + shape_.filters * axis.count;
    for (int64_t j = 0; j < windows.last - windows.first; ++j) line[j] = channel[j * step];
    return line;
  }

  const Convolution& shape_;
  const AddProducts<T>& add_;
  std::unique_ptr<T[]> room_;
};

/// Convolves with any number of groups. T: as for convolve().
template <class T>
void convolve_windows(const Convolution& shape, const T* x, const FilterView<T>& filter, T* result) {
  const WindowLines<T> lines(shape, filter);
  const int64_t rows = shape.rows.count, image = shape.rows.length * shape.columns.length * shape.channels;
  const int64_t result_image = rows * shape.columns.count * shape.filters;
  // Each part transposes again the rows that it shares with the part before it, so parts have several rows.
  share(shape.batch * rows, lines.turns() ? 4 : 1, shape.products(), [&](int64_t begin, int64_t end) {
    TurnedRows turned = lines.turned_rows();
    for (int64_t line = begin; line < end;) {
      const int64_t number = line / rows, first = line % rows, last = std::min(rows, first + end - line);
      lines.run(x + number * image, first, last, result + number * result_image, turned);
      line += last - first;
    }
  });
}

}  // namespace

Convolution towards_x(const Convolution& shape) {
  const auto axis = [](const WindowAxis& from) {
    return WindowAxis{from.count, from.taps, 1, -from.dilation, -from.before, 0, from.length};
  };
  return {shape.batch, axis(shape.rows), axis(shape.columns), shape.filters, shape.channels, shape.groups};
}

bool fills_vectors_with_windows(const Convolution& shape) {
  // Measured against oneDNN 2.6 on a Xeon with AVX-512: shapes above these limits take at most its time.
  constexpr int64_t kMinWindows = 64, kMinTaps = 9, kMinTerms = 100;
  const int64_t taps = shape.rows.taps * shape.columns.taps;
  const TapRange whole = whole_windows(shape.columns);
  return WindowLines<float>::filters_turned(shape) > 0 && whole.last - whole.first >= kMinWindows && taps >= kMinTaps &&
         taps * shape.channels >= kMinTerms;
}

template <class T>
void convolve(const Convolution& shape, const T* x, const T* filter, T* result) {
  const WindowAxis &rows = shape.rows, &columns = shape.columns;
  const bool depthwise = shape.is_depthwise();
  if (!depthwise && !shape.is_narrow()) {
    const int64_t tap = shape.group_channels() * shape.filters;
    return convolve_windows<T>(shape, x, {filter, tap, shape.filters, 1, shape.group_filters()}, result);
  }
  const AddProducts<T> add;
  const auto channel_by_channel = [&](const T* image, int64_t i, T* sums) {
    const TapRange down = taps_inside(rows, i);
    for (int64_t j = 0; j < columns.count; ++j, sums += shape.filters) {
      std::fill_n(sums, shape.filters, T(0));
      const TapRange across = taps_inside(columns, j);
      for (int64_t r = down.first; r < down.last; ++r) {
        for (int64_t s = across.first; s < across.last; ++s) {
          const T* from = image + (rows.place(i, r) * columns.length + columns.place(j, s)) * shape.channels;
          add.rows(sums, from, filter + (r * columns.taps + s) * shape.filters, shape.groups);
        }
      }
    }
  };
  share(shape.batch * rows.count, 1, shape.products(), [&](int64_t begin, int64_t end) {
    const LineSums<T> lines(shape, add, !depthwise);
    for (int64_t line = begin; line < end; ++line) {
      const T* image = x + line / rows.count * rows.length * columns.length * shape.channels;
      T* const to = result + line * columns.count * shape.filters;
      if (depthwise)
        channel_by_channel(image, line % rows.count, to);
      else
        lines.run(image, line % rows.count, filter, to);
    }
  });
}

template <class T>
void convolve_to_x(const Convolution& shape, const T* g, const T* filter, T* x) {
  const WindowAxis &rows = shape.rows, &columns = shape.columns;
  const int64_t channels = shape.group_channels(), filters = shape.group_filters();
  if (!shape.is_depthwise() && shape.steps_by_one()) {
    return convolve_windows<T>(towards_x(shape), g, {filter, channels * shape.filters, 1, shape.filters, filters}, x);
  }
  const AddProducts<T> add;
  const std::unique_ptr<T[]> turned = turned_filter(shape, filter);
  share(shape.batch * rows.length, 1, shape.products(), [&](int64_t begin, int64_t end) {
    for (int64_t place = begin * columns.length; place < end * columns.length; ++place) {
      const int64_t line = place / columns.length, row = line % rows.length, column = place % columns.length;
      const T* image = g + line / rows.length * rows.count * columns.count * shape.filters;
      T* const sums = x + place * shape.channels;
      std::fill_n(sums, shape.channels, T(0));
      for (int64_t r = 0; r < rows.taps; ++r) {
        const int64_t i = window_at(rows, row, r);
        for (int64_t s = 0; i >= 0 && s < columns.taps; ++s) {
          const int64_t j = window_at(columns, column, s);
          if (j < 0) continue;
          const T* from = image + (i * columns.count + j) * shape.filters;
          const T* taps = turned.get() + (r * columns.taps + s) * shape.filters * channels;
          if (shape.is_depthwise()) {
            add.rows(sums, from, taps, shape.groups);
            continue;
          }
          for (int64_t group = 0; group < shape.groups; ++group) {
            for (int64_t f = group * filters; f < (group + 1) * filters; ++f) {
              add.row(sums + group * channels, from[f], taps + f * channels, channels);
            }
          }
        }
      }
    }
  });
}

template <class T>
void convolve_to_filter(const Convolution& shape, const T* x, const T* g, T* filter) {
  const WindowAxis &rows = shape.rows, &columns = shape.columns;
  const int64_t channels = shape.group_channels(), filters = shape.group_filters();
  const AddProducts<T> add;
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
        if (shape.is_depthwise()) {
          add.rows(sums, from, gradient, shape.groups);
          continue;
        }
        for (int64_t group = 0; group < shape.groups; ++group) {
          for (int64_t c = 0; c < channels; ++c) {
            add.row(sums + c * shape.filters + group * filters, from[group * channels + c], gradient + group * filters,
                    filters);
          }
        }
      }
    }
  };
  const int64_t taps = rows.taps * columns.taps;
  share(taps, 1, shape.products(), [&](int64_t begin, int64_t end) {
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
