#include "ops/axes.h"

#include <algorithm>

namespace ag::ops {

ir::Attributes reduction_attributes(Op op, const TensorArg& x, const Axes& axes, KeepDims keep) {
  std::vector<int64_t> list;
  if (!axes.every() && axes.list().empty()) {
    throw Error(ErrorKind::invalid_argument,
                std::string(def(op).name) + ": the list of axes is empty; leave it out to mean every axis",
                x.location());
  }
  const Shape shape = x.is_tensor() ? detail::used(x.tensor(), x.location()).shape : Shape();
  if (shape.ranked()) {
    list = normalize_axes(axes, shape.rank(), def(op), x.location());
  } else if (!axes.every()) {
    list = axes.list();
  }
  return {std::move(list), keep.on};
}

namespace {

std::vector<int64_t> every_axis(int64_t rank) {
  std::vector<int64_t> axes;
  for (int64_t axis = 0; axis < rank; ++axis) axes.push_back(axis);
  return axes;
}

}  // namespace

std::vector<int64_t> reduced_axes(const ir::InferContext& context) {
  const int64_t rank = context.shape(0).rank();
  const auto& given = context.attribute<std::vector<int64_t>>(0);
  if (given.empty()) return every_axis(rank);
  std::vector<int64_t> axes;
  for (int64_t axis : given) axes.push_back(static_cast<int64_t>(context.axis(axis, rank)));
  std::sort(axes.begin(), axes.end());
  if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) {
    context.fail(ErrorKind::invalid_argument, "an axis is named twice");
  }
  return axes;
}

std::vector<int64_t> reduced_axes(const ir::KernelContext& context) {
  const int64_t rank = context.input(0).shape.rank();
  std::vector<int64_t> axes = context.attribute<std::vector<int64_t>>(0);
  if (axes.empty()) return every_axis(rank);
  for (int64_t& axis : axes) axis += axis < 0 ? rank : 0;
  return axes;
}

Shape reduced_shape(const ir::InferContext& context) {
  const Shape& shape = context.shape(0);
  const bool keepdims = context.attribute<bool>(1);
  if (!shape.ranked()) {
    const bool every = context.attribute<std::vector<int64_t>>(0).empty();
    return every && !keepdims ? Shape() : Shape::unknown_rank();
  }
  const std::vector<int64_t> axes = reduced_axes(context);
  Shape result;
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    const bool reduced = std::binary_search(axes.begin(), axes.end(), axis);
    if (reduced && !keepdims) continue;
    result.push_back(reduced ? 1 : shape[static_cast<size_t>(axis)]);
  }
  return result;
}

int64_t known_rank(const ir::InferContext& context, size_t operand) {
  if (!context.shape(operand).ranked()) {
    context.fail(ErrorKind::shape_error,
                 "the number of axes of the operand must be known here; give it with an input signature or a reshape");
  }
  return context.shape(operand).rank();
}

}  // namespace ag::ops
