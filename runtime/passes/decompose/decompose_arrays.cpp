/// Rules of `decompose` for pad, repeat and tile (views and slice assignments), and for products with a matrix of one
/// column.
#include <optional>

#include "kernel/index_spec.h"
#include "kernel/matmul/matmul.h"
#include "passes/decompose/decompose.h"
#include "tensor/axis.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

/// True if the shapes are known and the result has elements.
bool has_elements(Parts& parts) {
  const Shape &from = parts.type(0).shape, &to = parts.result().shape;
  return from.known() && to.known() && to.element_count() > 0;
}

/// Reshapes x to `separate`, which has an axis of extent 1 for each repeated axis, broadcasts it to `all`, and reshapes
/// it to the shape of the result.
ValueId repeated(Parts& parts, const Shape& separate, const Shape& all) {
  const ir::TensorType result = parts.result();
  const ValueId x = parts.add(Op::reshape, {parts.node().operands[0]}, {separate}, {result.dtype, separate}),
                wide = parts.add(Op::broadcast_to, {x}, {all}, {result.dtype, all});
  return parts.add(Op::reshape, {wide}, {result.shape}, result);
}

/// Returns the only axis with padding, or nullopt if there is none or more than one.
std::optional<size_t> only_padded_axis(const std::vector<int64_t>& before, const std::vector<int64_t>& after) {
  std::optional<size_t> found;
  for (size_t axis = 0; axis < before.size(); ++axis) {
    if (before[axis] + after[axis] == 0) continue;
    if (found) return {};
    found = axis;
  }
  return found;
}

/// True if the shape has elements along all axes but this one, whose length is not known.
bool is_known_but_for(const Shape& shape, size_t axis) {
  for (size_t k = 0; k < shape.size(); ++k) {
    if (k == axis ? shape[k] != unknown : shape[k] == unknown || shape[k] == 0) return false;
  }
  return shape.ranked();
}

}  // namespace

/// Splits the axis in two: the elements, and the copies of each element.
ValueId decompose_repeat(Parts& parts) {
  if (!has_elements(parts)) return ir::kNone;
  const Shape x = parts.type(0).shape;
  const auto count = std::get<int64_t>(parts.node().attributes[0]),
             axis = std::get<int64_t>(parts.node().attributes[1]);
  const auto behind = detail::axis_of(axis, x) + 1;
  Shape separate = x, all = x;
  separate.insert(behind, 1);
  all.insert(behind, count);
  return repeated(parts, separate, all);
}

/// Splits each axis in two: the copies, and the elements.
ValueId decompose_tile(Parts& parts) {
  if (!has_elements(parts)) return ir::kNone;
  const Shape x = parts.type(0).shape;
  const size_t rank = parts.result().shape.size();
  Shape separate, all;
  for (size_t axis = 0; axis < rank; ++axis) {
    const int64_t length = axis + x.size() >= rank ? x[axis + x.size() - rank] : 1;
    for (int64_t dim : {int64_t{1}, length}) separate.push_back(dim);
    for (int64_t dim : {parts.result().shape[axis] / length, length}) all.push_back(dim);
  }
  return repeated(parts, separate, all);
}

/// Padding along one axis is a concatenation, which writes no element twice. Otherwise the result is an array filled
/// with the padding value, with x assigned to a part of it. The length of an axis that alone is padded need not be
/// known.
ValueId decompose_pad(Parts& parts) {
  const ir::Node& node = parts.node();
  const ir::TensorType x = parts.type(0), result = parts.result();
  const auto before = std::get<std::vector<int64_t>>(node.attributes[0]),
             after = std::get<std::vector<int64_t>>(node.attributes[1]);
  const std::optional<size_t> axis = only_padded_axis(before, after);
  const bool known = x.shape.known() && result.shape.known();
  if (known ? x.shape.element_count() == 0 : !axis || !is_known_but_for(x.shape, *axis)) return ir::kNone;
  // An array of at most one vector register is filled first in any case.
  const int64_t bytes = known ? result.shape.element_count() * static_cast<int64_t>(item_size(result.dtype)) : 0;
  if (!known || (axis && bytes > parts.machine().vector_bytes)) {
    const auto edge = [&](int64_t width) {
      ir::TensorType type = result;
      type.shape[*axis] = width;
      return parts.add(Op::full, {node.operands[1]}, {type.shape}, type);
    };
    std::vector<ValueId> joined{node.operands[0]};
    if (before[*axis] > 0) joined.insert(joined.begin(), edge(before[*axis]));
    if (after[*axis] > 0) joined.push_back(edge(after[*axis]));
    return parts.add(Op::concat, std::move(joined), {static_cast<int64_t>(*axis)}, result);
  }
  kernel::IndexItems items;
  for (size_t k = 0; k < x.shape.size(); ++k) {
    kernel::IndexItem part = kernel::kWholeAxis;
    part.start_is = part.stop_is = kernel::IndexItem::Bound::Number;
    part.start = before[k];
    part.stop = before[k] + x.shape[k];
    items.push_back(part);
  }
  const ValueId around = parts.add(Op::full, {node.operands[1]}, {result.shape}, result);
  return parts.add(Op::index_update, {around, node.operands[0]}, kernel::encode(items), result);
}

/// Rewrites the product with a matrix of one column as a product with a vector. The order of the terms depends on the
/// sizes (kernel/matmul/matmul.h). Shorter products are unrolled as they are.
ValueId decompose_matmul(Parts& parts) {
  const ir::Node& node = parts.node();
  const Shape a = parts.type(0).shape, b = parts.type(1).shape;
  const bool column = a.known() && b.known() && a.size() == 2 && b.size() == 2 && b[1] == 1;
  if (!column || kernel::order_of(a[0], 1, a[1]) != kernel::Order::Row) return ir::kNone;
  ir::TensorType vector = parts.type(1), product = parts.result();
  vector.shape = Shape{b[0]};
  product.shape = Shape{a[0]};
  const ValueId x = parts.add(Op::squeeze, {node.operands[1]}, {std::vector<int64_t>{1}}, vector),
                ax = parts.add(Op::matmul, {node.operands[0], x}, {}, product);
  return parts.add(Op::expand_dims, {ax}, {int64_t{1}}, parts.result());
}

}  // namespace ag::passes
