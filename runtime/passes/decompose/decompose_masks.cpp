/// The rule of `decompose` for mask_update, which becomes an elementwise select.
///
/// Programs that profit: updates of the elements that fulfil a condition by numbers and by functions of these elements:
/// clipping, reflections at walls, active cells of simulations.
#include <algorithm>
#include <map>
#include <optional>

#include "passes/analysis/cost.h"
#include "passes/analysis/node_facts.h"
#include "passes/decompose/decompose.h"
#include "tensor/axis.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

/// A value that is computed for all elements costs more than its selection only if it has many instructions.
constexpr int kMaxPrimitives = 48;

/// The value of a mask_update, computed for all elements of the updated array instead of the selected ones.
class Unmasked {
 public:
  /// `first` and `inner`: the first axis of the mask, and the number of axes after those of the mask.
  Unmasked(Parts& parts, size_t first, size_t inner) : parts_(parts), first_(first), inner_(inner) {}

  /// True if the computation is elementwise, cannot fail and costs little. Adds no nodes.
  bool exists(ValueId value) {
    if (is_repeated(value) || is_selected(value) || seen_.contains(value)) return true;
    const ir::NodeId id = graph().value(value).producer;
    if (id == ir::kNone) return false;
    const ir::Node& node = graph().node(id);
    const std::optional<int> primitives = primitives_of(graph(), node);
    if (!node.op->has(ir::kElementwise) || node.results.size() != 1 || !primitives || has_failing_elements(graph(), id))
      return false;
    cost_ += *primitives;
    seen_[value] = ir::kNone;
    return cost_ <= kMaxPrimitives &&
           std::ranges::all_of(node.operands, [&](ValueId operand) { return exists(operand); });
  }

  /// Adds the nodes of a computation that exists, and returns its result.
  ValueId add(ValueId value) {
    if (is_repeated(value)) return value;
    const ir::Node node = graph().node(graph().value(value).producer);  // a copy, because adding nodes moves it
    if (is_selected(value)) return node.operands[0];
    ValueId& made = seen_.at(value);
    if (made != ir::kNone) return made;
    std::vector<ValueId> operands;
    for (const ValueId operand : node.operands) operands.push_back(add(operand));
    ir::TensorType type = graph().value(value).type;
    type.shape = parts_.result().shape;
    return made = parts_.add_copy(node, std::move(operands), std::move(type));
  }

 private:
  const ir::Graph& graph() const { return parts_.graph(); }

  /// True if a value is the same for all selected elements: it has at most the axes after those of the mask, and one of
  /// length 1 before them.
  bool is_repeated(ValueId value) const {
    const Shape& shape = graph().value(value).type.shape;
    return shape.known() && (shape.size() <= inner_ || (shape.size() == inner_ + 1 && shape[0] == 1));
  }

  /// True if a value is selected by the mask of the update from an array of the updated shape.
  bool is_selected(ValueId value) const {
    const ir::NodeId id = graph().value(value).producer;
    if (id == ir::kNone) return false;
    const ir::Node& node = graph().node(id);
    if (!is(node, Op::boolean_mask) || node.operands[1] != parts_.node().operands[1]) return false;
    const Shape& from = graph().value(node.operands[0]).type.shape;
    const auto axis = std::get<int64_t>(node.attributes[0]);
    return from == parts_.result().shape && detail::axis_of(axis, from) == first_;
  }

  Parts& parts_;
  size_t first_, inner_;
  int cost_ = 0;
  std::map<ValueId, ValueId> seen_;  // the computed values, and those made of them
};

}  // namespace

/// Applies if the value is the same for all selected elements, or computed elementwise of elements that the same mask
/// selects. All dimensions must be known: with others, a select would broadcast x where x does not fit the mask.
ValueId decompose_mask_update(Parts& parts) {
  const ir::Node& node = parts.node();
  const Shape x = parts.type(0).shape, mask = parts.type(1).shape;
  if (!x.known() || !mask.known()) return ir::kNone;
  const auto axis = std::get<int64_t>(node.attributes[0]);
  const size_t first = detail::axis_of(axis, x), inner = x.size() - mask.size() - first;
  Unmasked unmasked(parts, first, inner);
  if (!unmasked.exists(node.operands[2])) return ir::kNone;
  const ValueId value = unmasked.add(node.operands[2]);
  ValueId condition = node.operands[1];
  Shape shape = mask;
  for (size_t k = 0; k < inner; ++k) {
    shape.push_back(1);
    condition = parts.add(Op::expand_dims, {condition}, {int64_t{-1}}, {DType::boolean, shape});
  }
  return parts.add(Op::where, {condition, value, node.operands[0]}, {}, parts.result());
}

}  // namespace ag::passes
