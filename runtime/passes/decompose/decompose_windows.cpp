/// Rule of `decompose` for pools with small windows: one slice of the images per position in the window, combined in
/// the order of the kernels (ops/pool.cpp).
#include <array>
#include <limits>

#include "kernel/index_spec.h"
#include "ops/windows.h"
#include "passes/decompose/decompose.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using kernel::WindowAxis;
using ops::Op;

/// Larger windows would be unrolled into long code.
constexpr int64_t kMaxTaps = 16;

/// Returns the row and column axes of the images, with their windows.
std::array<WindowAxis, 2> axes_of_pool(const Parts& parts) {
  const ir::Node& pool = parts.node();
  const std::vector<ir::TensorType> types{parts.type(0)};
  const ir::InferContext context(*pool.op, types, pool.attributes, pool.location);
  const auto& window = std::get<std::vector<int64_t>>(pool.attributes[0]);
  return ops::window_axes(context, types[0].shape, {window[0], window[1]}, {1, 1}, 1);
}

bool has_padding(const WindowAxis& axis) { return axis.before + axis.after > 0; }

/// Returns the padded images, also if the last windows do not reach all of the padding.
ValueId padded(Parts& parts, std::array<WindowAxis, 2>& axes, const Tensor& value) {
  auto& [rows, columns] = axes;
  if (!has_padding(rows) && !has_padding(columns)) return parts.node().operands[0];
  ir::TensorType type = parts.type(0);
  type.shape[1] += rows.before + rows.after;
  type.shape[2] += columns.before + columns.after;
  const std::vector<int64_t> before{0, rows.before, columns.before, 0}, after{0, rows.after, columns.after, 0};
  const ValueId images = parts.add(Op::pad, {parts.node().operands[0], parts.known(value)}, {before, after}, type);
  for (WindowAxis& axis : axes) {
    axis.length += axis.before + axis.after;
    axis.before = axis.after = 0;
  }
  return images;
}

/// Returns the slice of one axis that holds tap `tap` of every window.
kernel::IndexItem places(const WindowAxis& axis, int64_t tap) {
  kernel::IndexItem slice = kernel::kWholeAxis;
  slice.start_is = slice.stop_is = kernel::IndexItem::Bound::Number;
  slice.start = axis.place(0, tap);
  slice.stop = axis.place(axis.count - 1, tap) + 1;
  slice.step = axis.stride;
  return slice;
}

/// Returns the least value of a dtype.
Tensor lowest(DType dtype) {
  Tensor value = detail::allocate(dtype, {});
  detail::visit_dtype(dtype, [&]<class T>(T) {
    T& number = *reinterpret_cast<T*>(value.impl()->data());
    if constexpr (std::is_integral_v<T>)
      number = std::numeric_limits<T>::lowest();
    else
      number = T(-std::numeric_limits<float>::infinity());
  });
  return value;
}

/// Returns the number of taps of each window that lie inside the image, in an array of the given shape.
Tensor tap_counts(const WindowAxis& axis, DType dtype, Shape shape) {
  Tensor counts = detail::allocate(dtype, std::move(shape));
  std::byte* at = counts.impl()->data();
  for (int64_t window = 0; window < axis.count; ++window, at += item_size(dtype)) {
    const kernel::TapRange taps = kernel::taps_inside(axis, window);
    detail::store_scalar(at, dtype, detail::scalar_of(taps.last - taps.first));
  }
  return counts;
}

/// Returns the divisor of an average: the product of the tap counts, which is exact.
ValueId divisor(Parts& parts, const std::array<WindowAxis, 2>& axes) {
  const DType dtype = parts.result().dtype;
  const auto& [rows, columns] = axes;
  if (!has_padding(rows) && !has_padding(columns)) {
    return parts.known(detail::scalar_tensor(detail::scalar_of(rows.taps * columns.taps), dtype));
  }
  const ValueId down = parts.known(tap_counts(rows, dtype, {rows.count, 1, 1})),
                across = parts.known(tap_counts(columns, dtype, {columns.count, 1}));
  return parts.add(Op::multiply, {down, across}, {}, {dtype, Shape{rows.count, columns.count, 1}});
}

}  // namespace

ValueId decompose_pool(Parts& parts) {
  const ir::TensorType from = parts.type(0), to = parts.result();
  const bool mean = is(parts.node(), Op::avg_pool2d);
  if (!from.shape.known() || !to.shape.known() || to.shape.element_count() == 0) return ir::kNone;
  if (mean && item_size(to.dtype) < item_size(DType::float32)) return ir::kNone;  // the kernel computes it in float32
  const std::array<WindowAxis, 2> axes = axes_of_pool(parts);
  if (axes[0].taps * axes[1].taps > kMaxTaps) return ir::kNone;

  std::array<WindowAxis, 2> inside = axes;
  const Tensor around = mean ? detail::scalar_tensor(detail::scalar_of(0.0), from.dtype) : lowest(from.dtype);
  const ValueId images = padded(parts, inside, around);
  ValueId all = ir::kNone;
  for (int64_t r = 0; r < inside[0].taps; ++r) {
    for (int64_t s = 0; s < inside[1].taps; ++s) {
      const kernel::IndexItems items{kernel::kWholeAxis, places(inside[0], r), places(inside[1], s)};
      const ValueId slice = parts.add(Op::index, {images}, kernel::encode(items), to);
      all = all == ir::kNone ? slice : parts.add(mean ? Op::add : Op::maximum, {all, slice}, {}, to);
    }
  }
  return mean ? parts.add(Op::divide, {all, divisor(parts, axes)}, {}, to) : all;
}

}  // namespace ag::passes
