#include "ops/subscripts/index_arrays.h"

#include <algorithm>

#include "ag/ops.h"
#include "ops/dimension.h"

namespace ag::ops {

namespace {

/// Checks that the shapes of the selectors broadcast, as far as they are known.
void check_shapes(const Subscript& subscript) {
  Shape common = subscript.selectors[0].tensor.impl()->shape;
  for (const Selector& selector : subscript.selectors) {
    const Shape& shape = selector.tensor.impl()->shape;
    Shape both;
    if (!kernel::broadcast_shapes(common, shape, both)) {
      throw Error(ErrorKind::shape_error,
                  "index: integer tensors of shapes " + common.str() + " and " + shape.str() +
                      " in one subscript do not broadcast to each other",
                  subscript.location);
    }
    common = both;
  }
}

}  // namespace

bool are_neighbours(const std::vector<int64_t>& axes) {
  return axes.back() - axes.front() + 1 == static_cast<int64_t>(axes.size());
}

std::vector<int64_t> moved_to_front(const std::vector<int64_t>& axes, int64_t rank) {
  std::vector<int64_t> order = axes;
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) order.push_back(axis);
  }
  return order;
}

IndexArrays::IndexArrays(const Tensor& base, const Subscript& subscript, const std::vector<int64_t>& axes)
    : subscript_(subscript), base_(base), first_(axes.front()), count_(static_cast<int64_t>(axes.size())) {
  check_shapes(subscript);
  const Shape& shape = base.impl()->shape;
  if (!shape.ranked()) {
    throw Error(ErrorKind::unimplemented,
                "index: several integer tensors in a subscript need a tensor of known rank; give it one with reshape",
                subscript.location);
  }
  if (are_neighbours(axes)) return;
  order_ = moved_to_front(axes, shape.rank());
  base_ = call(Op::permute_dims, std::span(&base, 1), {order_}, subscript.location);
  first_ = 0;
}

Tensor IndexArrays::dim(int64_t axis) const { return dimension(base_, axis, subscript_.location); }

/// Returns the numbers of a selector, counted from the front. A number out of range is an error that names the axis.
Tensor IndexArrays::checked(size_t selector) const {
  const SourceLocation& location = subscript_.location;
  const int64_t axis = first_ + static_cast<int64_t>(selector);
  const tracing::OperandDevice here(base_);
  const Tensor numbers = arange(TensorArg(dim(axis), location));
  // `take` names the axis that it reads, so that the numbers lie along this axis.
  std::vector<Tensor> dims(static_cast<size_t>(axis), Tensor(int64_t{1}));
  dims.push_back(dim(axis));
  const std::array<Tensor, 2> operands{reshaped(numbers, dims), subscript_.selectors[selector].tensor};
  const Tensor taken = call(Op::take, operands, {axis}, location);
  IndexItems items(static_cast<size_t>(axis));  // each selects element 0
  items.push_back({IndexItem::Kind::Ellipsis});
  return axis == 0 ? taken : call(Op::index, std::span(&taken, 1), encode(items), location);
}

/// Returns the positions of the selected elements in the merged axis.
Tensor IndexArrays::merged_indices() const {
  const SourceLocation& location = subscript_.location;
  Tensor indices = checked(0);
  for (int64_t k = 1; k < count_; ++k) {
    const Tensor rows = multiply(TensorArg(indices, location), TensorArg(dim(first_ + k), location));
    indices = add(TensorArg(rows, location), TensorArg(checked(static_cast<size_t>(k)), location));
  }
  return indices;
}

std::vector<Tensor> IndexArrays::merged_dims() const {
  const SourceLocation& location = subscript_.location;
  std::vector<Tensor> dims;
  for (int64_t axis = 0; axis < base_.impl()->shape.rank(); ++axis) {
    if (axis <= first_ || axis >= first_ + count_)
      dims.push_back(dim(axis));
    else
      dims.back() = multiply(TensorArg(dims.back(), location), TensorArg(dim(axis), location));
  }
  return dims;
}

Tensor IndexArrays::reshaped(const Tensor& x, const std::vector<Tensor>& dims) const {
  const std::vector<Dim> list(dims.begin(), dims.end());
  return reshape(TensorArg(x, subscript_.location), ShapeArg(list, subscript_.location));
}

Tensor IndexArrays::read() const {
  const std::array<Tensor, 2> operands{reshaped(base_, merged_dims()), merged_indices()};
  return call(Op::take, operands, {first_}, subscript_.location);
}

Tensor IndexArrays::updated(const Tensor& value) const {
  const std::array<Tensor, 3> operands{reshaped(base_, merged_dims()), merged_indices(), value};
  const Tensor merged = call(Op::take_update, operands, {first_}, subscript_.location);
  std::vector<Tensor> dims;
  for (int64_t axis = 0; axis < base_.impl()->shape.rank(); ++axis) dims.push_back(dim(axis));
  const Tensor result = reshaped(merged, dims);
  if (order_.empty()) return result;
  std::vector<int64_t> back(order_.size());
  for (size_t k = 0; k < order_.size(); ++k) back[static_cast<size_t>(order_[k])] = static_cast<int64_t>(k);
  return call(Op::permute_dims, std::span(&result, 1), {back}, subscript_.location);
}

}  // namespace ag::ops
