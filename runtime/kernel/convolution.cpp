#include "kernel/convolution.h"

#include <memory>

#include "base/thread_pool.h"
#include "kernel/add_products.h"
#include "kernel/matmul.h"

namespace ag::kernel {

namespace {

/// Shares 0 … count - 1 out where all of it takes long enough.
void share(int64_t count, int64_t products, detail::FunctionRef<void(int64_t, int64_t)> task) {
  constexpr int64_t kProductsPerNanosecond = 4;
  const int64_t nanoseconds = products / kProductsPerNanosecond;
  if (nanoseconds < detail::kWorthSharing || count < 2) return task(0, count);
  detail::for_ranges(count, std::max<int64_t>(count / 64, 1), nanoseconds, task);
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

/// Neighbouring pixels of a line that see all of their taps. As a product of matrices they add up the same products in
/// the same order, several times as fast: each tap is `depth` elements that source(pixel, tap) leads to, and the taps
/// of a pixel are a row.
template <class T>
class LineProduct {
 public:
  /// Of at most so many pixels; 0: there is none to run.
  LineProduct(int64_t most, int64_t taps, int64_t depth, int64_t width) : taps_(taps), depth_(depth), width_(width) {
    if (most == 0) return;
    const int64_t scratch = scratch_size(most, width, taps * depth, true);
    room_.reset(new T[static_cast<size_t>(most * taps * depth + scratch)]);
    scratch_ = room_.get() + most * taps * depth;
  }

  /// Whether it is faster than adding up pixel by pixel, and adds up in the same order.
  static bool pays(int64_t count, int64_t taps, int64_t depth, int64_t width) {
    const int64_t terms = taps * depth;
    return count >= 4 && terms > 0 && width >= 4 && first_terms(terms) == terms;
  }

  template <class Source>
  void run(int64_t count, const T* right, T* result, Source&& source) const {
    T* to = room_.get();
    for (int64_t pixel = 0; pixel < count; ++pixel) {
      for (int64_t tap = 0; tap < taps_; ++tap, to += depth_) std::copy_n(source(pixel, tap), depth_, to);
    }
    const int64_t terms = taps_ * depth_;
    matmul<T>({count, width_, terms, room_.get(), terms, 1, right, width_, 1, result, width_, scratch_, Order::Chain});
  }

 private:
  int64_t taps_, depth_, width_;
  std::unique_ptr<T[]> room_;
  T* scratch_ = nullptr;
};

/// The windows whose tap `tap` lies in the image.
TapRange windows_inside(const WindowAxis& axis, int64_t tap) {
  const int64_t start = axis.place(0, tap), room = axis.length - start;
  const int64_t first = start < 0 ? (-start + axis.stride - 1) / axis.stride : 0;
  const int64_t last = room <= 0 ? 0 : std::min(axis.count, (room + axis.stride - 1) / axis.stride);
  return {std::min(first, last), last};
}

/// Lines of narrow convolutions: tap by tap for all pixels of a line, in the order that each pixel has by itself.
template <class T>
class LineSums {
 public:
  /// `runs`: else it takes no memory, as nothing is asked of it.
  LineSums(const Convolution& shape, const AddProducts<T>& add, bool runs)
      : shape_(shape),
        add_(add),
        room_(runs ? new T[static_cast<size_t>((shape.filters + 1) * shape.columns.count)] : nullptr) {}

  /// Line `i` of the result. `image`: the one that it is of.
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
  /// What a tap of these windows sees of one channel, one behind another.
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

/// The windows that see all of their taps, from `first` to `last` (not included).
TapRange whole_windows(const WindowAxis& axis) {
  const int64_t first = (axis.before + axis.stride - 1) / axis.stride;
  const int64_t room = axis.length - axis.extent() + axis.before;
  const int64_t last = room < 0 ? 0 : std::min(axis.count, room / axis.stride + 1);
  return {std::min(first, last), last};
}

/// The places of the image that are in a window with each of the taps, where windows stand side by side.
TapRange whole_places(const WindowAxis& axis) {
  const int64_t first = std::max<int64_t>(axis.extent() - 1 - axis.before, 0);
  const int64_t last = std::clamp<int64_t>(axis.count - axis.before, 0, axis.length);
  return {std::min(first, last), last};
}

}  // namespace

template <class T>
void convolve(const Convolution& shape, const T* x, const T* filter, T* result) {
  const WindowAxis &rows = shape.rows, &columns = shape.columns;
  const int64_t channels = shape.group_channels(), filters = shape.group_filters();
  const AddProducts<T> add;
  const auto pixel = [&](const T* image, TapRange down, int64_t i, int64_t j, T* sums) {
    std::fill_n(sums, shape.filters, T(0));
    const TapRange across = taps_inside(columns, j);
    for (int64_t r = down.first; r < down.last; ++r) {
      for (int64_t s = across.first; s < across.last; ++s) {
        const T* from = image + (rows.place(i, r) * columns.length + columns.place(j, s)) * shape.channels;
        const T* taps = filter + (r * columns.taps + s) * channels * shape.filters;
        if (shape.is_depthwise()) {
          add.rows(sums, from, taps, shape.groups);
          continue;
        }
        for (int64_t group = 0; group < shape.groups; ++group) {
          for (int64_t c = 0; c < channels; ++c) {
            add.row(sums + group * filters, from[group * channels + c], taps + c * shape.filters + group * filters,
                    filters);
          }
        }
      }
    }
  };
  const TapRange whole_rows = whole_windows(rows), whole = whole_windows(columns);
  const int64_t count = whole.last - whole.first, taps = rows.taps * columns.taps;
  const bool as_product = shape.groups == 1 && LineProduct<T>::pays(count, taps, channels, filters);
  const bool by_lines = !as_product && shape.is_narrow();
  share(shape.batch * rows.count, shape.products(), [&](int64_t begin, int64_t end) {
    const LineProduct<T> product(as_product ? count : 0, taps, channels, filters);
    const LineSums<T> lines(shape, add, by_lines);
    for (int64_t line = begin; line < end; ++line) {
      const int64_t i = line % rows.count;
      const T* image = x + line / rows.count * rows.length * columns.length * shape.channels;
      T* const to = result + line * columns.count * shape.filters;
      if (by_lines) {
        lines.run(image, i, filter, to);
        continue;
      }
      const bool whole_line = as_product && i >= whole_rows.first && i < whole_rows.last;
      const TapRange down = taps_inside(rows, i);
      for (int64_t j = 0; j < columns.count; ++j) {
        if (whole_line && j == whole.first) j = whole.last;
        if (j < columns.count) pixel(image, down, i, j, to + j * shape.filters);
      }
      if (!whole_line) continue;
      product.run(count, filter, to + whole.first * filters, [&](int64_t at, int64_t tap) {
        const int64_t row = rows.place(i, tap / columns.taps);
        return image + (row * columns.length + columns.place(whole.first + at, tap % columns.taps)) * channels;
      });
    }
  });
}

template <class T>
void convolve_to_x(const Convolution& shape, const T* g, const T* filter, T* x) {
  const WindowAxis &rows = shape.rows, &columns = shape.columns;
  const int64_t channels = shape.group_channels(), filters = shape.group_filters();
  const AddProducts<T> add;
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
  };
  const TapRange whole_rows = whole_places(rows), whole = whole_places(columns);
  const int64_t count = whole.last - whole.first, taps = rows.taps * columns.taps;
  const bool side_by_side = rows.stride == 1 && columns.stride == 1;
  const bool as_product = shape.groups == 1 && side_by_side && LineProduct<T>::pays(count, taps, filters, channels);
  share(shape.batch * rows.length, shape.products(), [&](int64_t begin, int64_t end) {
    const LineProduct<T> product(as_product ? count : 0, taps, filters, channels);
    for (int64_t line = begin; line < end; ++line) {
      const int64_t row = line % rows.length;
      const T* image = g + line / rows.length * rows.count * columns.count * shape.filters;
      T* const to = x + line * columns.length * shape.channels;
      const bool whole_line = as_product && row >= whole_rows.first && row < whole_rows.last;
      for (int64_t column = 0; column < columns.length; ++column) {
        if (whole_line && column == whole.first) column = whole.last;
        if (column < columns.length) pixel(image, row, column, to + column * shape.channels);
      }
      if (!whole_line) continue;
      product.run(count, turned.get(), to + whole.first * channels, [&](int64_t at, int64_t tap) {
        const int64_t i = row + rows.before - tap / columns.taps * rows.dilation;
        const int64_t j = whole.first + at + columns.before - tap % columns.taps * columns.dilation;
        return image + (i * columns.count + j) * filters;
      });
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
