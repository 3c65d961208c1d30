/// Pools: the maxima and the means of windows of images, for each channel.
#include <algorithm>

#include "base/thread_pool.h"
#include "kernel/reduce/extremum.h"
#include "ops/dense.h"
#include "ops/row_major.h"
#include "ops/shape_operands.h"
#include "ops/windows.h"
#include "tensor/convert.h"

namespace ag::ops {

namespace {

using kernel::TapRange;
using kernel::taps_inside;
using kernel::WindowAxis;

/// Images and the windows over them.
struct Pool {
  int64_t batch, channels;
  WindowAxis rows, columns;

  Shape result_shape() const { return {batch, rows.count, columns.count, channels}; }
  int64_t image_size() const { return rows.length * columns.length * channels; }
};

/// Reads the attributes from number `first` on: window, strides, same, padding.
template <class Context>
Pool pool_of(const Context& context, const Shape& x_shape, size_t first) {
  const Shape x = four_axes(context, x_shape, "x", kImageAxes);
  const std::vector<int64_t>& window = window_numbers(context, first, 2, "window", 1);
  const std::vector<int64_t>& padding = window_numbers(context, first + 3, 4, "padding", 0);
  for (size_t k = 0; k < 4; ++k) {
    if (padding[k] < window[k / 2]) continue;
    context.fail(ErrorKind::invalid_argument, "a padding of " + std::to_string(padding[k]) +
                                                  " makes windows that are outside of the image: it must be less "
                                                  "than the window, " +
                                                  std::to_string(window[k / 2]));
  }
  const auto axes = window_axes(context, x, {window[0], window[1]}, {1, 1}, first + 1);
  return {x[0], x[3], axes[0], axes[1]};
}

/// Calls pixel(n, i, j, rows, columns) for each window, with the taps of it that lie in the image. Threads share the
/// lines if there is much to compute.
template <class Pixel>
void for_windows(const Pool& pool, Pixel&& pixel) {
  constexpr int64_t kElementsPerNanosecond = 2;
  const int64_t lines = pool.batch * pool.rows.count;
  const int64_t taps = pool.rows.taps * pool.columns.taps;
  const int64_t nanoseconds = lines * pool.columns.count * pool.channels * taps / kElementsPerNanosecond;
  const auto task = [&](int64_t begin, int64_t end) {
    for (int64_t line = begin; line < end; ++line) {
      const int64_t n = line / pool.rows.count, i = line % pool.rows.count;
      const TapRange down = taps_inside(pool.rows, i);
      for (int64_t j = 0; j < pool.columns.count; ++j) pixel(n, i, j, down, taps_inside(pool.columns, j));
    }
  };
  if (nanoseconds < detail::worth_sharing(detail::machine()) || lines < 2) return task(0, lines);
  detail::for_ranges(lines, std::max<int64_t>(lines / 64, 1), nanoseconds, task);
}

/// Calls tap(place) for each tap of a window, in order, with the number of the pixel in its image.
template <class Tap>
void for_taps(const Pool& pool, int64_t i, int64_t j, TapRange down, TapRange across, Tap&& tap) {
  for (int64_t r = down.first; r < down.last; ++r) {
    for (int64_t s = across.first; s < across.last; ++s) {
      tap(pool.rows.place(i, r) * pool.columns.length + pool.columns.place(j, s));
    }
  }
}

/// result[k] = max(result[k], x[k]); a NaN stays.
template <class T>
void keep_greater(T* __restrict result, const T* __restrict x, int64_t count) {
  for (int64_t k = 0; k < count; ++k) {
    const auto a = kernel::widen(result[k]), b = kernel::widen(x[k]);
    result[k] = ((a > b) | (a != a)) ? result[k] : x[k];
  }
}

void infer_max_pool2d(ir::InferContext& context) {
  context.result(context.dtype(0), pool_of(context, context.shape(0), 0).result_shape());
}

void run_max_pool2d(ir::KernelContext& context) {
  const RowMajor source(context, 0);
  const Pool pool = pool_of(context, source->shape, 0);
  detail::visit_dtype(source->dtype, [&]<class T>(T) {
    const T* x = reinterpret_cast<const T*>(source->data());
    T* out = reinterpret_cast<T*>(context.output(0).data());
    for_windows(pool, [&](int64_t n, int64_t i, int64_t j, TapRange down, TapRange across) {
      T* result = out + ((n * pool.rows.count + i) * pool.columns.count + j) * pool.channels;
      const T* image = x + n * pool.image_size();
      bool first = true;
      for_taps(pool, i, j, down, across, [&](int64_t pixel) {
        const T* from = image + pixel * pool.channels;
        if (first)
          std::copy_n(from, pool.channels, result);
        else
          keep_greater(result, from, pool.channels);
        first = false;
      });
    });
  });
}

void infer_max_pool2d_places(ir::InferContext& context) {
  context.result(DType::int64, pool_of(context, context.shape(0), 0).result_shape());
}

void run_max_pool2d_places(ir::KernelContext& context) {
  const RowMajor source(context, 0);
  const Pool pool = pool_of(context, source->shape, 0);
  detail::visit_dtype(source->dtype, [&]<class T>(T) {
    const T* x = reinterpret_cast<const T*>(source->data());
    int64_t* out = reinterpret_cast<int64_t*>(context.output(0).data());
    for_windows(pool, [&](int64_t n, int64_t i, int64_t j, TapRange down, TapRange across) {
      int64_t* result = out + ((n * pool.rows.count + i) * pool.columns.count + j) * pool.channels;
      bool first = true;
      for_taps(pool, i, j, down, across, [&](int64_t pixel) {
        const int64_t from = n * pool.image_size() + pixel * pool.channels;
        for (int64_t c = 0; c < pool.channels; ++c) {
          const auto a = kernel::widen(x[from + c]);
          if (first) {
            result[c] = from + c;
            continue;
          }
          const auto b = kernel::widen(x[result[c]]);
          result[c] = ((a > b) | ((a != a) & (b == b))) ? from + c : result[c];
        }
        first = false;
      });
    });
  });
}

/// Means of half types are computed in float.
DType mean_dtype(DType dtype) { return dtype == DType::float64 ? dtype : DType::float32; }

template <class F>
void visit_mean(DType dtype, F&& f) {
  if (dtype == DType::float64)
    f(double());
  else
    f(float());
}

int64_t tap_count(TapRange down, TapRange across) { return (down.last - down.first) * (across.last - across.first); }

void infer_avg_pool2d(ir::InferContext& context) {
  context.result(context.dtype(0), pool_of(context, context.shape(0), 0).result_shape());
}

void run_avg_pool2d(ir::KernelContext& context) {
  const DType dtype = mean_dtype(context.output(0).dtype);
  const Tensor source = dense(context.input_tensor(0), dtype);
  const Pool pool = pool_of(context, source.impl()->shape, 0);
  const ComputedResult result(context, 0, dtype);
  visit_mean(dtype, [&]<class T>(T) {
    const T* x = reinterpret_cast<const T*>(source.impl()->data());
    T* out = reinterpret_cast<T*>(result.data());
    for_windows(pool, [&](int64_t n, int64_t i, int64_t j, TapRange down, TapRange across) {
      T* sums = out + ((n * pool.rows.count + i) * pool.columns.count + j) * pool.channels;
      bool first = true;
      for_taps(pool, i, j, down, across, [&](int64_t pixel) {
        const T* from = x + n * pool.image_size() + pixel * pool.channels;
        for (int64_t c = 0; c < pool.channels; ++c) sums[c] = first ? from[c] : sums[c] + from[c];
        first = false;
      });
      // Padding counts as 0 in the sum, which then is never -0.
      const int64_t taps = tap_count(down, across);
      const T outside = taps < pool.rows.taps * pool.columns.taps ? T(0) : -T(0);
      for (int64_t c = 0; c < pool.channels; ++c) sums[c] = (sums[c] + outside) / static_cast<T>(taps);
    });
  });
  result.store();
}

template <class Context>
Pool checked_pool(const Context& context, const Shape& x, const Shape& given) {
  const Pool pool = pool_of(context, x, 1);
  const Shape g = four_axes(context, given, "g", kImageAxes), wanted = pool.result_shape();
  for (size_t axis = 0; axis < 4; ++axis) {
    if (g[axis] == wanted[axis] || g[axis] == unknown || wanted[axis] == unknown) continue;
    context.fail(ErrorKind::shape_error, "g has the shape " + g.str() + ", and the result " + wanted.str());
  }
  return pool;
}

void infer_avg_pool2d_to_x(ir::InferContext& context) {
  if (!context.attribute<Shape>(0).ranked()) context.fail(ErrorKind::shape_error, "the shape has no rank");
  const Shape shape = infer_shape_operands(context, context.attribute<Shape>(0), 1);
  checked_pool(context, shape, context.shape(0));
  context.result(context.dtype(0), shape);
}

/// Sequentially, in the order of the windows, since several windows may add to one element.
void run_avg_pool2d_to_x(ir::KernelContext& context) {
  const Shape shape = resolve_shape_operands(context, context.attribute<Shape>(0), 1);
  Pool pool = checked_pool(context, shape, context.input(0).shape);
  shaped_output(context, 0, context.input(0).dtype, shape);
  const DType dtype = mean_dtype(context.output(0).dtype);
  const Tensor gradient = dense(context.input_tensor(0), dtype);
  const ComputedResult result(context, 0, dtype);
  visit_mean(dtype, [&]<class T>(T) {
    const T* g = reinterpret_cast<const T*>(gradient.impl()->data());
    T* out = reinterpret_cast<T*>(result.data());
    std::fill_n(out, pool.batch * pool.image_size(), T(0));
    for (int64_t n = 0; n < pool.batch; ++n) {
      for (int64_t i = 0; i < pool.rows.count; ++i) {
        const TapRange down = taps_inside(pool.rows, i);
        for (int64_t j = 0; j < pool.columns.count; ++j, g += pool.channels) {
          const TapRange across = taps_inside(pool.columns, j);
          const T count = static_cast<T>(tap_count(down, across));
          for_taps(pool, i, j, down, across, [&](int64_t pixel) {
            T* sums = out + n * pool.image_size() + pixel * pool.channels;
            for (int64_t c = 0; c < pool.channels; ++c) sums[c] += g[c] / count;
          });
        }
      }
    }
  });
  result.store();
}

using ir::Operands;

ir::Attributes pool_attributes(const PerAxis& window, const PerAxis& strides, const Padding& padding) {
  ir::Attributes attributes{std::vector<int64_t>{window.rows(), window.columns()}};
  add_windows(attributes, strides.given() ? strides : window, padding);
  return attributes;
}

}  // namespace

const ir::OpBlock block_avg_pool2d = {0, Operands::Floating, &infer_avg_pool2d, &run_avg_pool2d};
const ir::OpBlock block_avg_pool2d_to_x = {0, Operands::AsIs, &infer_avg_pool2d_to_x, &run_avg_pool2d_to_x};
const ir::OpBlock block_max_pool2d = {0, Operands::AsIs, &infer_max_pool2d, &run_max_pool2d};
const ir::OpBlock block_max_pool2d_places = {0, Operands::AsIs, &infer_max_pool2d_places, &run_max_pool2d_places};

}  // namespace ag::ops

namespace ag {

Tensor avg_pool2d(const TensorArg& x, const PerAxis& window, const PerAxis& strides, const Padding& padding) {
  return ops::call(ops::Op::avg_pool2d, {&x}, ops::pool_attributes(window, strides, padding));
}

Tensor max_pool2d(const TensorArg& x, const PerAxis& window, const PerAxis& strides, const Padding& padding) {
  return ops::call(ops::Op::max_pool2d, {&x}, ops::pool_attributes(window, strides, padding));
}

}  // namespace ag
