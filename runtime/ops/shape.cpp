/// The same elements under another shape. Results are views of the operand if its layout permits.
#include <numeric>

#include "ops/define.h"
#include "ops/shape_operands.h"
#include "ops/subscripts/store.h"
#include "tensor/axis.h"
#include "tensor/strided.h"

namespace ag::ops {

namespace {

using Ints = std::vector<int64_t>;

/// Returns the axes of an attribute, counted from the front.
std::vector<size_t> front_axes(const Ints& axes, size_t rank) {
  std::vector<size_t> front;
  for (int64_t axis : axes) front.push_back(static_cast<size_t>(detail::from_front(axis, static_cast<int64_t>(rank))));
  return front;
}

/// The same with a check that every axis exists, and is listed once.
std::vector<size_t> checked_axes(const ir::InferContext& context, const Ints& axes, int64_t rank) {
  std::vector<bool> seen(static_cast<size_t>(rank));
  std::vector<size_t> front;
  for (int64_t axis : axes) {
    front.push_back(context.axis(axis, rank));
    if (seen[front.back()]) {
      context.fail(ErrorKind::invalid_argument, "axis " + std::to_string(axis) + " is named twice");
    }
    seen[front.back()] = true;
  }
  return front;
}

/// Returns `shape` with the dimension -1 computed from the number of elements.
Shape complete(const Shape& shape, int64_t count, const auto& context) {
  Shape completed = shape;
  int64_t given = 1;
  size_t inferred = shape.size();
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] != ShapeArg::kInferred) {
      if (__builtin_mul_overflow(given, shape[axis], &given)) given = -1;
    } else if (inferred != shape.size()) {
      context.fail(ErrorKind::invalid_argument,
                   "more than one dimension is -1; pass those that the graph computes as ag::shape(x)[axis]");
    } else {
      inferred = axis;
    }
  }
  std::string wanted = shape.str();
  if (inferred != shape.size()) {
    if (given != 0 && count % given == 0) {
      completed[inferred] = count / given;
      return completed;
    }
    completed[inferred] = -1;
    wanted = "with " + std::to_string(given) + " elements for each step of the dimension -1";
  } else if (given == count) {
    return completed;
  } else {
    wanted += ", " + std::to_string(given) + " elements";
  }
  context.fail(ErrorKind::shape_error, std::to_string(count) + " elements do not fit into shape " + wanted);
}

void infer_reshape(ir::InferContext& context) {
  const Shape shape = infer_shape_operands(context, context.attribute<Shape>(0), 1, true);
  if (!shape.ranked()) context.fail(ErrorKind::shape_error, "the rank of the new shape must be known");
  const int64_t count = context.shape(0).element_count();
  Shape result = shape;
  if (count != unknown && shape.known()) {
    result = complete(shape, count, context);
  } else {
    size_t inferred = 0;
    for (int64_t& dim : std::span(&result[0], result.size())) {
      if (dim != ShapeArg::kInferred) continue;
      if (++inferred > 1) {
        context.fail(ErrorKind::invalid_argument,
                     "more than one dimension is -1; pass those that the graph computes as ag::shape(x)[axis]");
      }
      dim = unknown;
    }
  }
  context.result(context.dtype(0), std::move(result));
}

void run_reshape(ir::KernelContext& context) {
  Shape shape = resolve_shape_operands(context, context.attribute<Shape>(0), 1, true);
  shape = complete(shape, context.input(0).shape.element_count(), context);
  const Tensor x = detail::make_contiguous(context.input_tensor(0));
  context.set_output(0, detail::make_view(x, shape, detail::contiguous_strides(shape.dims()), 0));
}

void infer_permute_dims(ir::InferContext& context) {
  const Ints& axes = context.attribute<Ints>(0);
  const Shape& x = context.shape(0);
  const int64_t rank = x.ranked() ? x.rank() : static_cast<int64_t>(axes.size());
  if (static_cast<int64_t>(axes.size()) != rank) {
    context.fail(ErrorKind::invalid_argument, std::to_string(axes.size()) + " axes are named, the rank is " +
                                                  std::to_string(rank) + "; every axis must stand in the list once");
  }
  Shape result;
  for (size_t axis : checked_axes(context, axes, rank)) result.push_back(x.ranked() ? x[axis] : unknown);
  context.result(context.dtype(0), std::move(result));
}

void run_permute_dims(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  Shape shape;
  detail::Strides strides;
  for (size_t axis : front_axes(context.attribute<Ints>(0), x.shape.size())) {
    shape.push_back(x.shape[axis]);
    strides.push_back(x.strides[axis]);
  }
  context.set_output(0, detail::make_view(context.input_tensor(0), shape, strides, 0));
}

void infer_expand_dims(ir::InferContext& context) {
  Shape shape = context.shape(0);
  if (shape.ranked()) shape.insert(context.axis(context.attribute<int64_t>(0), shape.rank() + 1), 1);
  context.result(context.dtype(0), std::move(shape));
}

void run_expand_dims(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  const size_t axis = front_axes({context.attribute<int64_t>(0)}, x.shape.size() + 1).front();
  Shape shape = x.shape;
  detail::Strides strides = x.strides;
  shape.insert(axis, 1);
  strides.insert(axis, 0);
  context.set_output(0, detail::make_view(context.input_tensor(0), shape, strides, 0));
}

void infer_squeeze(ir::InferContext& context) {
  const Shape& x = context.shape(0);
  if (!x.ranked()) {
    context.result(context.dtype(0), Shape::unknown_rank());
    return;
  }
  std::vector<bool> removed(x.size());
  for (size_t axis : checked_axes(context, context.attribute<Ints>(0), x.rank())) {
    removed[axis] = true;
    if (x[axis] != 1 && x[axis] != unknown) {
      context.fail(ErrorKind::shape_error, "axis " + std::to_string(axis) + " has length " + std::to_string(x[axis]) +
                                               ", only axes of length 1 can be removed");
    }
  }
  Shape shape;
  for (size_t axis = 0; axis < x.size(); ++axis) {
    if (!removed[axis]) shape.push_back(x[axis]);
  }
  context.result(context.dtype(0), std::move(shape));
}

void run_squeeze(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  std::vector<bool> removed(x.shape.size());
  for (size_t axis : front_axes(context.attribute<Ints>(0), x.shape.size())) removed[axis] = true;
  Shape shape;
  detail::Strides strides;
  for (size_t axis = 0; axis < x.shape.size(); ++axis) {
    if (removed[axis]) continue;
    shape.push_back(x.shape[axis]);
    strides.push_back(x.strides[axis]);
  }
  context.set_output(0, detail::make_view(context.input_tensor(0), shape, strides, 0));
}

void infer_broadcast_to(ir::InferContext& context) {
  Shape shape = infer_shape_operands(context, context.attribute<Shape>(0), 1);
  if (!may_broadcast_to(context.shape(0), shape)) {
    context.fail(ErrorKind::shape_error,
                 "shape " + context.shape(0).str() + " cannot be repeated to shape " + shape.str());
  }
  context.result(context.dtype(0), std::move(shape));
}

void run_broadcast_to(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  const Shape shape = resolve_shape_operands(context, context.attribute<Shape>(0), 1);
  if (!may_broadcast_to(x.shape, shape)) {
    context.fail(ErrorKind::shape_error, "shape " + x.shape.str() + " cannot be repeated to shape " + shape.str());
  }
  context.set_output(0, detail::make_view(context.input_tensor(0), shape, detail::broadcast_strides(x, shape), 0));
}

void infer_flip(ir::InferContext& context) {
  if (context.shape(0).ranked()) checked_axes(context, context.attribute<Ints>(0), context.shape(0).rank());
  context.result(context.dtype(0), context.shape(0));
}

void run_flip(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  detail::Strides strides = x.strides;
  int64_t offset = 0;
  if (x.shape.element_count() != 0) {
    for (size_t axis : front_axes(context.attribute<Ints>(0), x.shape.size())) {
      offset += (x.shape[axis] - 1) * strides[axis];
      strides[axis] = -strides[axis];
    }
  }
  context.set_output(0, detail::make_view(context.input_tensor(0), x.shape, strides, offset));
}

/// A view of rank 1 or more: the dtype is kept, and the result of a weak operand is not weak.
constexpr ir::OpBlock view(void (*infer)(ir::InferContext&), void (*kernel)(ir::KernelContext&), uint32_t traits = 0) {
  return {ir::kView | traits, ir::Operands::AsIs, infer, kernel};
}

/// The traits of views that have all elements of the operand, and no others.
constexpr uint32_t kSameElements = ir::kAddsNoNegativeZero | ir::kConfinesSignsOfZeros;

[[noreturn]] void fail_rank(const char* what, const detail::TensorImpl& impl, SourceLocation location) {
  throw Error(ErrorKind::shape_error, std::string(what) + ir::operands_text({{impl.dtype, impl.shape, impl.weak}}),
              location);
}

/// Swaps the last two axes.
Tensor exchange(const TensorArg& x, int64_t rank) {
  Ints axes(static_cast<size_t>(rank));
  std::iota(axes.begin(), axes.end(), int64_t{0});
  std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
  return call(Op::permute_dims, {&x}, {std::move(axes)});
}

}  // namespace

const ir::OpBlock block_reshape = view(&infer_reshape, &run_reshape, kSameElements);
const ir::OpBlock block_permute_dims = view(&infer_permute_dims, &run_permute_dims, kSameElements);
const ir::OpBlock block_expand_dims = view(&infer_expand_dims, &run_expand_dims, kSameElements);
const ir::OpBlock block_squeeze = view(&infer_squeeze, &run_squeeze, kSameElements);
const ir::OpBlock block_broadcast_to = view(&infer_broadcast_to, &run_broadcast_to, kSameElements);
const ir::OpBlock block_flip = view(&infer_flip, &run_flip);

}  // namespace ag::ops

namespace ag {

Tensor reshape(const TensorArg& x, const ShapeArg& shape) {
  return ops::call(ops::Op::reshape, ops::with_dims({x.value()}, shape), {shape.shape()}, x.location());
}

Tensor permute_dims(const TensorArg& x, const std::vector<int>& axes) {
  return ops::call(ops::Op::permute_dims, {&x}, {ops::Ints(axes.begin(), axes.end())});
}

Tensor transpose(const TensorArg& x) {
  const Tensor value = x.value();
  const detail::TensorImpl& impl = *value.impl();
  if (!impl.shape.ranked()) {
    ops::fail_rank("transpose: the rank must be known; name the axes with permute_dims", impl, x.location());
  }
  if (impl.shape.size() < 2) {
    ops::fail_rank("transpose: at least two axes are needed; add one with expand_dims", impl, x.location());
  }
  return ops::exchange(x, impl.shape.rank());
}

Tensor Tensor::T(SourceLocation location) const {
  const detail::TensorImpl& impl = detail::used(*this, location);
  if (impl.shape.ranked() && impl.shape.size() != 2) {
    ops::fail_rank("T: a matrix is needed; exchange the last two axes with transpose, any others with permute_dims",
                   impl, location);
  }
  return ops::exchange(TensorArg(*this, location), 2);
}

Tensor expand_dims(const TensorArg& x, int axis) { return ops::call(ops::Op::expand_dims, {&x}, {int64_t{axis}}); }

Tensor squeeze(const TensorArg& x, const Axes& axes) {
  ops::Ints list = axes.list();
  if (axes.every()) {
    const Tensor value = x.value();
    const detail::TensorImpl& impl = *value.impl();
    if (!impl.shape.known()) {
      ops::fail_rank("squeeze: which axes have length 1 is known only when the graph runs; name them", impl,
                     x.location());
    }
    for (size_t axis = 0; axis < impl.shape.size(); ++axis) {
      if (impl.shape[axis] == 1) list.push_back(static_cast<int64_t>(axis));
    }
  }
  return ops::call(ops::Op::squeeze, {&x}, {std::move(list)});
}

Tensor broadcast_to(const TensorArg& x, const ShapeArg& shape) {
  return ops::call(ops::Op::broadcast_to, ops::with_dims({x.value()}, shape), {shape.shape()}, x.location());
}

Tensor flip(const TensorArg& x, const Axes& axes) {
  ops::Ints list = axes.list();
  if (axes.every()) {
    const Tensor value = x.value();
    const detail::TensorImpl& impl = *value.impl();
    if (!impl.shape.ranked()) ops::fail_rank("flip: the rank must be known; name the axes", impl, x.location());
    for (int64_t axis = 0; axis < impl.shape.rank(); ++axis) list.push_back(axis);
  }
  return ops::call(ops::Op::flip, {&x}, {std::move(list)});
}

}  // namespace ag
