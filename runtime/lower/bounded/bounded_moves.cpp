/// The extents of results whose elements are moved: concatenations, rolls, gathers, selections by a mask; and of scans.
#include "lower/bounded/bounded_values.h"
#include "tensor/axis.h"

namespace ag::codegen {

/// Classifies operations that move elements, and scans. Returns Kernel for other operations, or if the extents of the
/// result are not known before the elements.
NodeClass BoundedClassifier::moves_elements(const ir::Node& node) {
  std::optional<BoundedValue> made;
  NodeClass kind = NodeClass::Kernel;
  switch (node.op->kind()) {
    case ir::OpKind::Concat:
    case ir::OpKind::Stack:
      kind = NodeClass::Concat, made = joined(node);
      break;
    case ir::OpKind::Roll:
      kind = NodeClass::Concat, made = like_operand(node);
      break;
    case ir::OpKind::CumulativeSum:
    case ir::OpKind::CumulativeProd:
      kind = NodeClass::Scan, made = like_operand(node);
      break;
    case ir::OpKind::Take:
      kind = NodeClass::Gather, made = gathered(node);
      break;
    default:
      break;
  }
  if (!made) return NodeClass::Kernel;
  if (!made->extents.empty()) analysis_.bounded_[node.results[0]] = *std::move(made);
  return kind;
}

/// Returns the result of a concatenation: its extent along the joined axis is the sum of those of the operands. Returns
/// nullopt if the expressions of other extents differ.
std::optional<BoundedValue> BoundedClassifier::joined(const ir::Node& node) {
  BoundedValue made{graph_.value(node.results[0]).type, {}};
  Shape& shape = made.type.shape;
  if (!shape.ranked() || node.operands.size() > kMaxParts) return std::nullopt;
  const size_t axis = detail::axis_of(std::get<int64_t>(node.attributes[0]), shape);
  const bool stacks = is(node, ir::OpKind::Stack);
  SliceRange sum;
  int64_t longest = 0;
  for (ir::ValueId operand : node.operands) {
    const ir::TensorType& part = analysis_.type(operand);
    if (!part.shape.known() || part.dtype != made.type.dtype) return std::nullopt;
    Shape own = part.shape;
    AxisExtents extents = analysis_.extents(operand);
    extents.resize(own.size(), kStatic);
    if (stacks) {
      own.insert(axis, 1);
      extents.insert(extents.begin() + static_cast<std::ptrdiff_t>(axis), kStatic);
    }
    if (own.size() != shape.size()) return std::nullopt;
    if (made.extents.empty()) made.extents = extents;
    for (size_t k = 0; k < own.size(); ++k) {
      if (k == axis) continue;
      if (extents[k] != made.extents[k] || (shape[k] != unknown && shape[k] != own[k])) return std::nullopt;
      shape[k] = own[k];
    }
    longest += own[axis];
    if (extents[axis] != kStatic)
      sum.parts.push_back(extents[axis]);
    else
      sum.length += own[axis];
  }
  made.extents[axis] = kStatic;
  if (shape[axis] == unknown) {
    shape[axis] = longest;
    made.extents[axis] = analysis_.extent_table_.id_of(sum);
  }
  clear_if_static(made.extents);
  return made;
}

/// Returns a result with the extents of the operand.
std::optional<BoundedValue> BoundedClassifier::like_operand(const ir::Node& node) const {
  const BoundedValue& operand = analysis_.bounded_.at(node.operands[0]);
  BoundedValue made{graph_.value(node.results[0]).type, operand.extents};
  if (!operand.type.shape.known() || !made.type.shape.ranked()) return std::nullopt;
  made.type.shape = operand.type.shape;
  return made;
}

/// Returns the result of a gather: its extents are those of the array, with the indexed axis replaced by the axes of
/// the indices. Returns nullopt if a shape is not known, or for indices with several axes of which one is bounded.
std::optional<BoundedValue> BoundedClassifier::gathered(const ir::Node& node) const {
  const ir::ValueId array = node.operands[0], indices = node.operands[1];
  const Shape &from = analysis_.type(array).shape, &places = analysis_.type(indices).shape;
  if (!from.known() || !places.known() || places.empty() || from.element_count() == 0 || places.element_count() == 0)
    return std::nullopt;
  if (places.size() > 1 && analysis_.is_bounded(indices)) return std::nullopt;
  const size_t axis = gathered_axis(node, from);
  BoundedValue made{graph_.value(node.results[0]).type, {}};
  Shape& shape = made.type.shape;
  if (!shape.ranked() || shape.size() + 1 != from.size() + places.size()) return std::nullopt;
  for (size_t k = 0; k < shape.size(); ++k) {
    const bool indexed = k >= axis && k < axis + places.size();
    const size_t own = indexed ? k - axis : k < axis ? k : k + 1 - places.size();
    const AxisExtents& extents = analysis_.extents(indexed ? indices : array);
    made.extents.push_back(is_counted(extents, own) ? extents[own] : kStatic);
    shape[k] = indexed ? places[own] : from[own];
  }
  clear_if_static(made.extents);
  return made;
}

/// Returns the elements that a mask selects. Returns nullopt if the shapes are not known, or if extents of the mask and
/// the array have different expressions.
std::optional<BoundedValue> BoundedClassifier::compressed(const ir::Node& node) {
  const ir::TensorType &from = analysis_.type(node.operands[0]), &mask = analysis_.type(node.operands[1]);
  if (!from.shape.known() || !mask.shape.known() || from.shape.element_count() == 0) return std::nullopt;
  const AxisExtents &of_array = analysis_.extents(node.operands[0]), &of_mask = analysis_.extents(node.operands[1]);
  if (of_array != of_mask || (!of_mask.empty() && mask.shape.size() != 1)) return std::nullopt;
  const int64_t most = mask.shape.element_count(), axis = std::get<int64_t>(node.attributes[0]);
  if (most < 2) return std::nullopt;
  const auto first = detail::axis_of(axis, from.shape);
  BoundedValue made{graph_.value(node.results[0]).type, {}};
  if (!made.type.shape.ranked() || made.type.shape.size() + mask.shape.size() != from.shape.size() + 1)
    return std::nullopt;
  made.type.shape[first] = most;
  made.extents.assign(made.type.shape.size(), kStatic);
  made.extents[first] = analysis_.extent_table_.id_of({.length = most, .mask = node.operands[1]});
  return made;
}

}  // namespace ag::codegen
