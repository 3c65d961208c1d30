#include "passes/analysis/extent_numbers.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "kernel/index_spec.h"
#include "ops/table.h"
#include "passes/analysis/ranges.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using kernel::IndexItem;
using ops::Op;

class Collector {
 public:
  explicit Collector(const ir::Graph& graph) : graph_(graph) {}

  std::vector<size_t> run() {
    visit(graph_.body());
    const std::vector<ValueId>& arguments = graph_.block(graph_.body()).arguments;
    std::vector<size_t> numbers;
    for (size_t k = 0; k < arguments.size(); ++k) {
      if (visited_.contains(arguments[k])) numbers.push_back(k);
    }
    return numbers;
  }

 private:
  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }

  void visit(ir::BlockId block) {
    for (ir::NodeId id : graph_.block(block).nodes) {
      const ir::Node& node = graph_.node(id);
      for (ir::BlockId inner : node.blocks) visit(inner);
      const auto is_open = [&](ValueId result) { return !type(result).shape.known(); };
      if (!node.blocks.empty() || std::ranges::none_of(node.results, is_open)) continue;
      if (is(node, Op::index)) {
        collect_bounds(node, 1);
      } else if (makes_extents(node)) {
        for (size_t k = first_dimension(*node.op); k < node.operands.size(); ++k) collect(node.operands[k]);
      }
    }
  }

  /// Returns the index of the first operand that is a dimension, or 0 for operations that list none: the operands
  /// before dimensions, such as the value of an array, decide no extent.
  static size_t first_dimension(const ir::OpDef& op) {
    const std::string_view operands = op.operands;
    if (!operands.ends_with("dims...")) return 0;
    return static_cast<size_t>(std::ranges::count(operands, ','));
  }

  /// True if the unknown extents of the result are not those of an operand.
  bool makes_extents(const ir::Node& node) const {
    if (node.op->has(ir::kElementwise)) return false;
    return std::ranges::all_of(node.operands, [&](ValueId operand) { return type(operand).shape.known(); });
  }

  /// Collects the bounds of slices, which are operands from number `next` on.
  void collect_bounds(const ir::Node& node, size_t next) {
    for (const IndexItem& item : kernel::decode(node.attributes)) {
      for (size_t k = 0; k < item.operand_count(); ++k, ++next) {
        if (item.kind == IndexItem::Kind::Slice) collect(node.operands[next]);
      }
    }
  }

  void collect(ValueId value) {
    if (!is_integer_number(type(value)) || !visited_.insert(value).second) return;
    const ir::NodeId producer = graph_.value(value).producer;
    if (producer == ir::kNone || !graph_.node(producer).op->has(ir::kElementwise)) return;
    std::ranges::for_each(graph_.node(producer).operands, [&](ValueId operand) { collect(operand); });
  }

  const ir::Graph& graph_;
  std::set<ValueId> visited_;
};

}  // namespace

std::vector<size_t> extent_numbers(const ir::Graph& graph) { return Collector(graph).run(); }

}  // namespace ag::passes
