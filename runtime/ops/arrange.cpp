/// Rearrangements of elements: roll, repeat, tile, pad.
#include "kernel/copy.h"
#include "ops/define.h"
#include "ops/subscripts/store.h"
#include "tensor/axis.h"
#include "tensor/strided.h"

namespace ag::ops {

namespace {

using Ints = std::vector<int64_t>;

size_t front_axis(const ir::KernelContext& context, int64_t axis) {
  return detail::axis_of(axis, context.input(0).shape);
}

/// Multiplies a dimension by a factor. An unknown dimension stays unknown, unless the factor is 0.
int64_t scaled(const ir::InferContext& context, int64_t dim, int64_t factor) {
  int64_t product;
  if (dim == unknown) return factor == 0 ? 0 : unknown;
  if (__builtin_mul_overflow(dim, factor, &product)) {
    context.fail(ErrorKind::invalid_argument, "the result is larger than any memory");
  }
  return product;
}

void infer_roll(ir::InferContext& context) {
  if (context.shape(0).ranked()) context.axis(context.attribute<int64_t>(1), context.shape(0).rank());
  context.result(context.dtype(0), context.shape(0));
}

void run_roll(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  detail::TensorImpl& out = context.output(0);
  const size_t axis = front_axis(context, context.attribute<int64_t>(1));
  const int64_t length = x.shape[axis], item = static_cast<int64_t>(item_size(x.dtype));
  if (x.shape.element_count() == 0) return;
  const int64_t shift = (context.attribute<int64_t>(0) % length + length) % length;
  // The first length - shift elements go to the end, the others to the front.
  Shape part = x.shape;
  part[axis] = length - shift;
  kernel::copy_elements(part.dims(), item_size(x.dtype), out.data() + shift * out.strides[axis] * item,
                        out.strides.data(), x.data(), x.strides.data());
  part[axis] = shift;
  kernel::copy_elements(part.dims(), item_size(x.dtype), out.data(), out.strides.data(),
                        x.data() + (length - shift) * x.strides[axis] * item, x.strides.data());
}

void infer_repeat(ir::InferContext& context) {
  const int64_t repeats = context.attribute<int64_t>(0);
  if (repeats < 0) {
    context.fail(ErrorKind::invalid_argument,
                 std::to_string(repeats) + " repetitions; their number must not be negative");
  }
  Shape shape = context.shape(0);
  if (shape.ranked()) {
    const size_t axis = context.axis(context.attribute<int64_t>(1), shape.rank());
    shape[axis] = scaled(context, shape[axis], repeats);
  }
  context.result(context.dtype(0), std::move(shape));
}

void run_repeat(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  detail::TensorImpl& out = context.output(0);
  const size_t axis = front_axis(context, context.attribute<int64_t>(1));
  // The repeated axis becomes two: the elements, and the copies of each. The operand has stride 0 along the copies.
  Shape dims = x.shape;
  dims.insert(axis + 1, context.attribute<int64_t>(0));
  detail::Strides from = x.strides;
  from.insert(axis + 1, 0);
  kernel::copy_elements(dims.dims(), item_size(x.dtype), out.data(), detail::contiguous_strides(dims.dims()).data(),
                        x.data(), from.data());
}

void infer_tile(ir::InferContext& context) {
  const Ints& repetitions = context.attribute<Ints>(0);
  for (int64_t count : repetitions) {
    if (count < 0) {
      context.fail(ErrorKind::invalid_argument,
                   std::to_string(count) + " repetitions; their number must not be negative");
    }
  }
  const Shape& x = context.shape(0);
  Shape shape = Shape::unknown_rank();
  if (x.ranked()) {
    shape = Shape();
    const size_t rank = std::max(x.size(), repetitions.size());
    for (size_t axis = 0; axis < rank; ++axis) {
      const int64_t dim = axis + x.size() >= rank ? x[axis + x.size() - rank] : 1;
      const int64_t count = axis + repetitions.size() >= rank ? repetitions[axis + repetitions.size() - rank] : 1;
      shape.push_back(scaled(context, dim, count));
    }
  }
  context.result(context.dtype(0), std::move(shape));
}

void run_tile(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  detail::TensorImpl& out = context.output(0);
  const Ints& repetitions = context.attribute<Ints>(0);
  const size_t rank = out.shape.size();
  // Each axis becomes two: the copies, along which the operand has stride 0, and its elements.
  Shape dims;
  detail::Strides from;
  for (size_t axis = 0; axis < rank; ++axis) {
    dims.push_back(axis + repetitions.size() >= rank ? repetitions[axis + repetitions.size() - rank] : 1);
    from.push_back(0);
    const bool own = axis + x.shape.size() >= rank;
    dims.push_back(own ? x.shape[axis + x.shape.size() - rank] : 1);
    from.push_back(own ? x.strides[axis + x.shape.size() - rank] : 0);
  }
  kernel::copy_elements(dims.dims(), item_size(x.dtype), out.data(), detail::contiguous_strides(dims.dims()).data(),
                        x.data(), from.data());
}

void infer_pad(ir::InferContext& context) {
  const Ints& before = context.attribute<Ints>(0);
  const Ints& after = context.attribute<Ints>(1);
  const Shape& x = context.shape(0);
  if (context.dtype(1) != context.dtype(0)) {
    context.fail(ErrorKind::type_error, "the value must have the dtype of the tensor");
  }
  if (context.shape(1).ranked() && !context.shape(1).empty()) {
    context.fail(ErrorKind::shape_error, "the value must have rank 0");
  }
  if (before.size() != after.size() || (x.ranked() && before.size() != x.size())) {
    context.fail(ErrorKind::invalid_argument,
                 "one pair of widths is needed for each axis, there are " + std::to_string(before.size()));
  }
  Shape shape;
  for (size_t axis = 0; axis < before.size(); ++axis) {
    if (before[axis] < 0 || after[axis] < 0) {
      context.fail(ErrorKind::invalid_argument,
                   "the widths of axis " + std::to_string(axis) + " are " + std::to_string(before[axis]) + " and " +
                       std::to_string(after[axis]) + ", they must not be negative; take a slice instead");
    }
    const int64_t dim = x.ranked() ? x[axis] : unknown;
    shape.push_back(dim == unknown ? unknown : dim + before[axis] + after[axis]);
  }
  context.result(context.dtype(0), std::move(shape));
}

void run_pad(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  detail::TensorImpl& out = context.output(0);
  const size_t item = item_size(x.dtype);
  const detail::Strides still(out.shape.size(), 0);
  kernel::copy_elements(out.shape.dims(), item, out.data(), out.strides.data(), context.input(1).data(), still.data());
  int64_t offset = 0;
  for (size_t axis = 0; axis < out.shape.size(); ++axis) {
    offset += context.attribute<Ints>(0)[axis] * out.strides[axis];
  }
  kernel::copy_elements(x.shape.dims(), item, out.data() + offset * static_cast<int64_t>(item), out.strides.data(),
                        x.data(), x.strides.data());
}

}  // namespace

const ir::OpBlock block_roll{.infer = &infer_roll, .kernel = &run_roll, .kind = ir::OpKind::Roll};
const ir::OpBlock block_repeat{0, ir::Operands::AsIs, &infer_repeat, &run_repeat};
const ir::OpBlock block_tile{0, ir::Operands::AsIs, &infer_tile, &run_tile};
const ir::OpBlock block_pad{0, ir::Operands::AsIs, &infer_pad, &run_pad};

}  // namespace ag::ops

namespace ag {

Tensor roll(const TensorArg& x, int64_t shift, int axis) {
  return ops::call(ops::Op::roll, {&x}, {shift, int64_t{axis}});
}

Tensor repeat(const TensorArg& x, int64_t repeats, int axis) {
  return ops::call(ops::Op::repeat, {&x}, {repeats, int64_t{axis}});
}

Tensor tile(const TensorArg& x, const std::vector<int64_t>& repetitions) {
  return ops::call(ops::Op::tile, {&x}, {repetitions});
}

Tensor pad(const TensorArg& x, const std::vector<std::pair<int64_t, int64_t>>& widths, const TensorArg& value) {
  ops::Ints before, after;
  for (const auto& [front, back] : widths) {
    before.push_back(front);
    after.push_back(back);
  }
  const Tensor tensor = x.value();
  const std::array<Tensor, 2> operands{
      tensor, ops::stored_as(value, tensor.impl()->dtype, ops::def(ops::Op::pad), x.location())};
  return ops::call(ops::Op::pad, operands, {std::move(before), std::move(after)}, x.location());
}

}  // namespace ag
