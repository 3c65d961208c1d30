/// Infers the extents of slices with a computed start and a stop at a constant distance, if both are certain to be
/// inside the array. The type then has a known extent, operations on the slice become loops, and no bound is clamped.
///
/// Programs that profit: loops over windows of an array, such as mini-batches of training data, moving averages, and
/// differences of shifted slices.
#include <algorithm>

#include "kernel/index_spec.h"
#include "passes/analysis/node_facts.h"
#include "passes/analysis/ranges.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using kernel::IndexItem;
using ops::Op;

class Windows {
 public:
  explicit Windows(ir::Graph& graph) : graph_(graph), ranges_(graph) {}

  bool run() {
    walk(graph_.body());
    return changed_;
  }

 private:
  void walk(ir::BlockId block) {
    for (ir::NodeId id : std::vector(graph_.block(block).nodes)) {
      for (ir::BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
      if (is(graph_.node(id), Op::index)) name_slice_extents(id, 1);
      if (is(graph_.node(id), Op::index_update)) name_slice_extents(id, 2);
    }
  }

  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }

  /// Returns the number of elements of a slice if both bounds are inside an axis of that length, or 0.
  int64_t extent_of(ValueId start, ValueId stop, int64_t length) {
    if (!is_integer_number(type(start)) || !is_integer_number(type(stop))) return 0;
    // A number that may have wrapped around has the range of its dtype, which exceeds every axis.
    if (ranges_.of(start).low < 0 || ranges_.of(start).high > length || ranges_.of(stop).high > length) return 0;
    const IntegerSum from = sum_of(graph_, start), to = sum_of(graph_, stop);
    const WideInteger extent = to.more - from.more;
    return from.base == to.base && extent > 0 ? static_cast<int64_t>(extent) : 0;
  }

  /// `first` is the index of the first operand that is a bound.
  void name_slice_extents(ir::NodeId id, size_t first) {
    const ir::Node& node = graph_.node(id);
    const Shape& shape = type(node.operands[0]).shape;
    if (!shape.ranked()) return;
    kernel::IndexItems items;
    try {
      items = kernel::decode(node.attributes);
    } catch (const kernel::Fault&) {
      return;
    }
    const std::vector<size_t> axes = kernel::axes_of(items, shape.size());
    if (axes.empty()) return;
    std::vector<ValueId> operands(node.operands.begin(), node.operands.begin() + static_cast<std::ptrdiff_t>(first));
    size_t next = first;
    bool found = false;
    for (size_t at = 0; at < items.size(); ++at) {
      IndexItem& item = items[at];
      const size_t axis = axes[at];
      const bool both = item.kind == IndexItem::Kind::Slice && item.operand_count() == 2 && item.step == 1;
      const int64_t extent =
          both && shape[axis] != unknown ? extent_of(node.operands[next], node.operands[next + 1], shape[axis]) : 0;
      for (size_t k = 0; k < item.operand_count(); ++k, ++next) {
        if (k == 0 || extent == 0) operands.push_back(node.operands[next]);
      }
      if (extent != 0) {
        item.stop_is = IndexItem::Bound::Extent;
        item.stop = extent;
        found = true;
      }
    }
    if (found) rewrite(id, std::move(operands), kernel::encode(items));
  }

  /// A rejection by the type rule of the node or of a user is an error of the run, so the node stays.
  void rewrite(ir::NodeId id, std::vector<ValueId> operands, ir::Attributes attributes) {
    const ir::Node& node = graph_.node(id);
    std::vector<ir::TensorType> types;
    for (ValueId operand : operands) types.push_back(type(operand));
    const auto results = infer_results(node, types, attributes);
    if (!results) return;
    const ValueId result = node.results[0];
    ir::TensorType wanted = type(result);
    wanted.shape = (*results)[0].shape;
    if (!ir::is_subtype(wanted, type(result)) || !users_take(graph_, result, wanted)) return;
    graph_.value(result).type.shape = wanted.shape;
    graph_.node(id).operands = std::move(operands);
    graph_.node(id).attributes = std::move(attributes);
    changed_ = true;
  }

  ir::Graph& graph_;
  Ranges ranges_;
  bool changed_ = false;
};

}  // namespace

bool name_slice_extents(ir::Graph& graph) { return Windows(graph).run(); }

}  // namespace ag::passes
