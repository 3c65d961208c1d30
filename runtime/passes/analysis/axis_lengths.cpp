#include "passes/analysis/axis_lengths.h"

#include <algorithm>
#include <span>

#include "kernel/index_spec.h"
#include "ops/table.h"
#include "passes/analysis/node_facts.h"
#include "tensor/axis.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using kernel::IndexItem;
using ops::Op;

/// Follows the lengths of axes to slices of arrays, and asks a question about each slice.
class AxisLengths {
 public:
  enum class Question : uint8_t { HasElements, HasBound };
  AxisLengths(const ir::Graph& graph, Ranges& ranges, Question question)
      : graph_(graph), ranges_(ranges), question_(question) {}

  bool holds(ValueId value, size_t axis) {
    const Shape& shape = graph_.value(value).type.shape;
    const ir::NodeId producer = graph_.value(value).producer;
    if (!shape.ranked()) return false;
    if (shape[axis] != unknown) return shape[axis] > 0 || question_ == Question::HasBound;
    if (producer == ir::kNone) return false;
    const ir::Node& node = graph_.node(producer);
    if (is(node, Op::index)) return holds_for_slice(node, axis);
    if (is(node, Op::matmul)) return holds_for_product(node, axis);
    if (node.op->block->reduction != ir::ReductionKind::None) return holds_for_reduction(node, axis);
    if (is(node, Op::expand_dims)) {
      const size_t added = detail::axis_of(std::get<int64_t>(node.attributes[0]), shape);
      return holds(node.operands[0], axis - (axis > added));
    }
    return node.op->block->scalar && std::ranges::all_of(node.operands, [&](ValueId operand) {
             const Shape& own = graph_.value(operand).type.shape;
             if (!own.ranked()) return false;
             const size_t missing = shape.size() - own.size();
             return axis < missing || holds(operand, axis - missing);
           });
  }

 private:
  /// Answers the question for a slice. It has elements if its start is certain to precede its stop and the end of the
  /// axis. `bounds`: the operands that are bounds of the slice.
  bool holds_for_item(const IndexItem& item, int64_t length, std::span<const ValueId> bounds) {
    if (length == unknown || item.step_is != IndexItem::Bound::Number || item.step < 1 || item.is_window())
      return false;
    if (question_ == Question::HasBound) return true;
    const auto range_of = [&](IndexItem::Bound is, int64_t number, int64_t otherwise) {
      if (is == IndexItem::Bound::Absent) return IntegerRange{otherwise, otherwise};
      if (is == IndexItem::Bound::Number) return IntegerRange{number, number};
      const ValueId bound = bounds.front();
      bounds = bounds.subspan(1);
      return is_integer_number(graph_.value(bound).type) ? ranges_.of(bound) : IntegerRange{-1, -1};
    };
    const IntegerRange start = range_of(item.start_is, item.start, 0), stop = range_of(item.stop_is, item.stop, length);
    return start.low >= 0 && start.high < length && start.high < stop.low;
  }

  bool holds_for_slice(const ir::Node& node, size_t axis) {
    const Shape& shape = graph_.value(node.operands[0]).type.shape;
    if (!shape.ranked()) return false;
    const kernel::IndexItems items = kernel::decode(node.attributes);
    const std::vector<size_t> axes = kernel::axes_of(items, shape.size());
    if (axes.empty()) return false;
    std::span<const ValueId> bounds = std::span(node.operands).subspan(1);
    size_t result = 0, taken = 0;
    for (size_t k = 0; k < items.size(); ++k) {
      const IndexItem& item = items[k];
      if (item.kind == IndexItem::Kind::Ellipsis) return false;
      if (item.kind == IndexItem::Kind::Slice && result == axis) return holds_for_item(item, shape[axes[k]], bounds);
      bounds = bounds.subspan(item.operand_count());
      result += item.kind != IndexItem::Kind::Integer;
      taken += item.consumes();
    }
    return result <= axis && holds(node.operands[0], taken + axis - result);  // an axis without an item
  }

  bool holds_for_product(const ir::Node& node, size_t axis) {
    const Shape &a = graph_.value(node.operands[0]).type.shape, &b = graph_.value(node.operands[1]).type.shape;
    if (!a.ranked() || !b.ranked() || a.size() > 2 || b.size() > 2) return false;
    const bool of_left = a.size() == 2 && axis == 0;
    return of_left ? holds(node.operands[0], 0) : holds(node.operands[1], b.size() - 1);
  }

  /// `axis`: one that the reduction keeps.
  bool holds_for_reduction(const ir::Node& node, size_t axis) {
    const Shape& shape = graph_.value(node.operands[0]).type.shape;
    const auto* const axes = std::get_if<std::vector<int64_t>>(&node.attributes[0]);
    if (!shape.ranked() || !axes || axes->empty()) return false;
    if (graph_.value(node.results[0]).type.shape.size() == shape.size()) return holds(node.operands[0], axis);
    for (size_t from = 0, to = 0; from < shape.size(); ++from) {
      const auto is_here = [&](int64_t reduced) { return detail::axis_of(reduced, shape) == from; };
      if (std::ranges::any_of(*axes, is_here)) continue;
      if (to++ == axis) return holds(node.operands[0], from);
    }
    return false;
  }

  const ir::Graph& graph_;
  Ranges& ranges_;
  const Question question_;
};

}  // namespace

bool has_elements(const ir::Graph& graph, Ranges& ranges, ValueId value, size_t axis) {
  return AxisLengths(graph, ranges, AxisLengths::Question::HasElements).holds(value, axis);
}

bool has_bound(const ir::Graph& graph, Ranges& ranges, ValueId value, size_t axis) {
  return AxisLengths(graph, ranges, AxisLengths::Question::HasBound).holds(value, axis);
}

}  // namespace ag::passes
