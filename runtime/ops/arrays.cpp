/// The elements of a TensorArray as one tensor, whose first axis is the index. The tensor may be shorter than the
/// array: elements past its end have not been written and are zero.
#include <algorithm>
#include <cstring>

#include "ops/define.h"
#include "tensor/strided.h"

namespace ag::ops {

namespace {

Shape element_shape(const Shape& items) {
  if (!items.ranked() || items.empty()) return Shape::unknown_rank();
  return Shape(items.dims().subspan(1));
}

Shape array_shape(int64_t length, const Shape& element) {
  if (!element.ranked()) return Shape::unknown_rank();
  Shape shape = element;
  shape.insert(0, length < 0 ? unknown : length);
  return shape;
}

bool is_empty(const Shape& items) { return items.ranked() && !items.empty() && items[0] == 0; }

/// An array that was never written has no element shape, and accepts any.
Shape infer_element(const ir::InferContext& context) {
  const Shape of_items = element_shape(context.shape(0)), &value = context.shape(3);
  if (is_empty(context.shape(0)) || !of_items.ranked() || !value.ranked()) return value;
  bool same = of_items.size() == value.size();
  for (size_t axis = 0; same && axis < value.size(); ++axis) {
    same = of_items[axis] == value[axis] || of_items[axis] == unknown || value[axis] == unknown;
  }
  const Shape& items = context.shape(0);
  if (!same && items[0] != unknown) {
    context.fail(ErrorKind::shape_error,
                 "the elements have shape " + of_items.str() + " and get one of shape " + value.str());
  }
  return same ? ir::join_shapes(of_items, value) : value;
}

void infer_element_write(ir::InferContext& context) {
  context.result(context.dtype(0), array_shape(context.attribute<int64_t>(0), infer_element(context)));
}

void infer_element_read(ir::InferContext& context) {
  context.result(context.dtype(0), element_shape(context.shape(0)));
}

void infer_resize(ir::InferContext& context) {
  context.result(context.dtype(0), array_shape(context.attribute<int64_t>(0), element_shape(context.shape(0))));
}

/// Returns an array of `length` elements of shape `element` that begins with those of `items`. If `in_place` and the
/// output has room, its memory is reused.
detail::TensorImpl& grown(ir::KernelContext& context, int64_t length, const Shape& element, bool in_place) {
  const detail::TensorImpl& items = context.input(0);
  const int64_t count = items.shape[0];
  Shape shape = element;
  shape.insert(0, length);
  const size_t row = static_cast<size_t>(element.element_count()) * item_size(items.dtype);
  const size_t needed = row * static_cast<size_t>(length), used = row * static_cast<size_t>(count);
  detail::TensorImpl* out = in_place && context.output_defined(0) ? &context.output(0) : nullptr;
  const bool fits = out && ((length == count && out->shape == shape) ||
                            (out->buffer && out->data() == out->buffer->data && out->buffer->bytes >= needed));
  if (!fits) {
    Shape roomy = shape;
    if (in_place && length > count) roomy[0] = std::max<int64_t>(length, 2 * count);
    Tensor next = detail::allocate(items.dtype, roomy);
    const Tensor old = detail::make_contiguous(context.input_tensor(0));
    if (used) std::memcpy(next.impl()->data(), old.impl()->data(), used);
    context.set_output(0, std::move(next));
    out = &context.output(0);
  }
  if (needed > used) std::memset(out->data() + used, 0, needed - used);
  out->shape = shape;
  out->strides = detail::contiguous_strides(shape.dims());
  return *out;
}

void write_element(ir::KernelContext& context) {
  const detail::TensorImpl& items = context.input(0);
  const int64_t at = context.input_integer(1), size = context.input_integer(2);
  const detail::TensorImpl& value = context.input(3);
  const int64_t count = items.shape[0];
  if (at < 0 || (!context.attribute<bool>(1) && at >= size)) {
    context.fail(ErrorKind::out_of_range, "index " + std::to_string(at) + " of an array of " + std::to_string(size) +
                                              " elements" + (at < 0 ? "" : "; .dynamic_size = true lets it grow"));
  }
  const Shape of_items = element_shape(items.shape);
  if (count != 0 && of_items != value.shape) {
    context.fail(ErrorKind::shape_error,
                 "the elements have shape " + of_items.str() + " and get one of shape " + value.shape.str());
  }
  const Tensor element = detail::make_contiguous(context.input_tensor(3));
  detail::TensorImpl& out = grown(context, std::max({count, size, at + 1}), value.shape, true);
  const size_t row = static_cast<size_t>(value.shape.element_count()) * item_size(value.dtype);
  if (row) std::memcpy(out.data() + row * static_cast<size_t>(at), element.impl()->data(), row);
}

void read_element(ir::KernelContext& context) {
  const detail::TensorImpl& items = context.input(0);
  const int64_t at = context.input_integer(1), count = items.shape[0];
  if (at < 0 || at >= count) {
    context.fail(ErrorKind::out_of_range,
                 "index " + std::to_string(at) + " of an array with " + std::to_string(count) + " written elements");
  }
  const Shape element = element_shape(items.shape);
  const size_t bytes = static_cast<size_t>(element.element_count()) * item_size(items.dtype);
  constexpr size_t kSmall = 4096;  // a view would make the next write copy the whole array
  if (bytes <= kSmall && detail::is_contiguous(items)) {
    Tensor copy = detail::allocate(items.dtype, element);
    if (bytes) std::memcpy(copy.impl()->data(), items.data() + static_cast<size_t>(at) * bytes, bytes);
    return context.set_output(0, std::move(copy));
  }
  detail::Strides strides;
  for (size_t axis = 1; axis < items.shape.size(); ++axis) strides.push_back(items.strides[axis]);
  context.set_output(0, detail::make_view(context.input_tensor(0), element, strides, at * items.strides[0]));
}

void run_resize(ir::KernelContext& context) {
  const int64_t size = context.input_integer(1), count = context.input(0).shape[0];
  if (size <= count) return context.set_output(0, context.input_tensor(0));
  grown(context, size, element_shape(context.input(0).shape), false);
}

}  // namespace

const ir::OpBlock block_array_read{ir::kView, ir::Operands::AsIs, &infer_element_read, &read_element};
const ir::OpBlock block_array_resize{ir::kView, ir::Operands::AsIs, &infer_resize, &run_resize};
const ir::OpBlock block_array_write{ir::kView | ir::kOverwritesFirst, ir::Operands::AsIs, &infer_element_write,
                                    &write_element};

}  // namespace ag::ops
