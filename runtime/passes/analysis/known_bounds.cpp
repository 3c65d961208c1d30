#include "passes/analysis/known_bounds.h"

#include <algorithm>
#include <optional>

#include "kernel/index_spec.h"
#include "ops/table.h"
#include "passes/analysis/node_facts.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using kernel::IndexItem;
using Bound = IndexItem::Bound;

/// The number of operands before the bounds; 0 for other operations.
size_t first_bound(const ir::OpDef& op) {
  if (op.kind() == ir::OpKind::Index) return 1;
  return op.kind() == ir::OpKind::IndexUpdate ? 2 : 0;
}

class BoundTaker {
 public:
  BoundTaker(const ir::Graph& graph, const std::vector<ValueId>& operands, size_t first)
      : graph_(graph),
        operands_(operands),
        kept_(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(first)) {}

  std::vector<ValueId> run(kernel::IndexItems& items) {
    const Shape& shape = graph_.value(operands_[0]).type.shape;
    const std::vector<size_t> axes = shape.ranked() ? kernel::axes_of(items, shape.size()) : std::vector<size_t>();
    for (size_t k = 0; k < items.size(); ++k) {
      if (items[k].is_window()) {
        take_window(items[k], axes.empty() ? unknown : shape[axes[k]]);
        continue;
      }
      take(items[k].start_is, items[k].start);
      take(items[k].stop_is, items[k].stop);
      take(items[k].step_is, items[k].step);
    }
    return std::move(kept_);
  }

 private:
  std::optional<int64_t> known() const {
    const Tensor* const constant = constant_of(graph_, operands_[kept_.size() + taken_]);
    return constant ? std::optional(detail::read_scalar(*constant->impl()).integer) : std::nullopt;
  }
  void keep() { kept_.push_back(operands_[kept_.size() + taken_]); }

  void take(Bound& is, int64_t& number) {
    if (is != Bound::Operand) return;
    const std::optional<int64_t> bound = known();
    if (!bound) return keep();
    is = Bound::Number;
    number = *bound;
    ++taken_;
  }
  /// A window outside of the axis is an error of the run.
  void take_window(IndexItem& item, int64_t length) {
    const std::optional<int64_t> start = known();
    if (!start || length == unknown || *start < 0 || *start > length - item.stop) return keep();
    item.start_is = item.stop_is = Bound::Number;
    item.start = *start;
    item.stop += *start;
    ++taken_;
  }

  const ir::Graph& graph_;
  const std::vector<ValueId>& operands_;
  std::vector<ValueId> kept_;
  size_t taken_ = 0;
};

}  // namespace

bool take_known_bounds(const ir::Graph& graph, const ir::OpDef& op, std::vector<ValueId>& operands,
                       ir::Attributes& attributes) {
  const size_t first = first_bound(op);
  if (first == 0 || operands.size() == first) return false;
  kernel::IndexItems items = kernel::decode(attributes);
  std::vector<ValueId> kept = BoundTaker(graph, operands, first).run(items);
  if (kept.size() == operands.size()) return false;
  operands = std::move(kept);
  attributes = kernel::encode(items);
  return true;
}

bool is_certainly_inside(const ir::Graph& graph, Ranges& ranges, const ir::Node& node) {
  const Shape& shape = graph.value(node.operands[0]).type.shape;
  if (node.op->kind() != ir::OpKind::Index || !shape.known() || !graph.value(node.results[0]).type.shape.known())
    return false;
  const kernel::IndexItems items = kernel::decode(node.attributes);
  const std::vector<size_t> axes = kernel::axes_of(items, shape.size());
  size_t operand = 1;
  for (size_t k = 0; k < items.size(); ++k) {
    const IndexItem& item = items[k];
    const bool is_index = item.kind == IndexItem::Kind::Integer;
    if (item.operand_count() > 0 && (is_index || item.is_window())) {
      if (!is_integer_number(graph.value(node.operands[operand]).type)) return false;
      const IntegerRange range = ranges.of(node.operands[operand]);
      const int64_t length = shape[axes[k]];
      if (range.low < (is_index ? -length : 0) || range.high > length - (is_index ? 1 : item.stop)) return false;
    }
    operand += item.operand_count();
  }
  return true;
}

bool has_known_bounds(const ir::Graph& graph, const ir::Node& node) {
  const auto is_known = [&](ValueId value) { return graph.value(value).type.shape.known(); };
  return first_bound(*node.op) != 0 && node.operands.size() == first_bound(*node.op) &&
         std::ranges::all_of(node.operands, is_known) && std::ranges::all_of(node.results, is_known);
}

}  // namespace ag::passes
