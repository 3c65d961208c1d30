/// Preallocates lists whose final length is known before the loop: lists to which each iteration appends, and arrays of
/// a given length that are written by index. The lists become arrays allocated before the loop, and native code assigns
/// their rows like those of any array.
///
/// No row is read before it is written: the loop only appends to the list, and runs to its end.
///
/// Programs that profit: loops that collect one result per step, such as the outputs of a recurrent network, the
/// trajectory of a simulation, and a TensorArray filled by index.
#include <algorithm>
#include <optional>

#include "kernel/index_spec.h"
#include "ops/trip_bound.h"
#include "passes/analysis/node_facts.h"
#include "passes/analysis/ranges.h"
#include "passes/passes.h"
#include "passes/rewrite.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

using ir::BlockId;
using ir::NodeId;
using ir::ValueId;
using ops::Op;

constexpr int64_t kMaxBytes = int64_t{1} << 28;  // a loop that ends with an error may leave most of it unwritten

/// Returns the subscript [row] with `row` as an operand.
ir::Attributes one_row() {
  kernel::IndexItem item;
  item.start_is = kernel::IndexItem::Bound::Operand;
  return kernel::encode({item});
}

class Lists {
 public:
  explicit Lists(ir::Graph& graph) : graph_(graph), uses_(count_uses(graph)) {}

  bool run() {
    walk(graph_.body());
    write_rows();
    put_first(graph_, constants_);
    return changed_;
  }

 private:
  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }
  int uses(ValueId value) const {
    return static_cast<size_t>(value) < uses_.size() ? uses_[static_cast<size_t>(value)] : 1;
  }

  void walk(BlockId block) {
    for (NodeId id : std::vector(graph_.block(block).nodes)) {
      for (BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
      if (is(graph_.node(id), Op::array_write)) writes_.push_back(id);
      if (!is(graph_.node(id), Op::while_loop)) continue;
      const std::optional<ops::TripBound> bound = ops::trip_bound(graph_, id);
      if (!bound || !bound->exact || bound->step != 1 || bound->most == 0) continue;
      for (size_t k = 0; k < graph_.node(id).operands.size(); ++k) preallocate(id, k, *bound);
    }
  }

  /// Returns the `append` nodes of the body for the k-th loop-carried value, in order. Returns an empty list if the
  /// value has any other use.
  std::vector<NodeId> appended(NodeId loop, size_t k) const {
    const ir::Block &test = graph_.block(graph_.node(loop).blocks[0]),
                    &body = graph_.block(graph_.node(loop).blocks[1]);
    if (uses(test.arguments[k]) != 0) return {};
    std::vector<NodeId> nodes;
    ValueId list = body.results[k];
    while (list != body.arguments[k]) {
      const NodeId producer = graph_.value(list).producer;
      if (producer == ir::kNone || uses(list) != 1) return {};
      const ir::Node& node = graph_.node(producer);
      if (!is(node, Op::append) || node.block != graph_.node(loop).blocks[1]) return {};
      nodes.insert(nodes.begin(), producer);
      list = node.operands[0];
    }
    return uses(list) == 1 ? nodes : std::vector<NodeId>();
  }

  void preallocate(NodeId loop, size_t k, const ops::TripBound& bound) {
    const std::vector<NodeId> nodes = appended(loop, k);
    const ValueId initial = graph_.node(loop).operands[k];
    const Shape before = type(initial).shape;
    if (nodes.empty() || !before.known()) return;
    const ir::TensorType element = type(graph_.node(nodes.front()).operands[1]);
    const auto fits = [&](NodeId node) { return type(graph_.node(node).operands[1]).shape == element.shape; };
    if (!element.shape.known() || !std::ranges::all_of(nodes, fits)) return;
    if (before[0] != 0 && Shape(before.dims().subspan(1)) != element.shape) return;
    const auto each = static_cast<int64_t>(nodes.size());
    const auto row = element.shape.element_count() * static_cast<int64_t>(item_size(element.dtype));
    int64_t added = 0, bytes = 0;
    const bool far = __builtin_mul_overflow(each, bound.most, &added) || __builtin_mul_overflow(added, row, &bytes);
    if (far || bytes > kMaxBytes || added > kMaxBytes) return;
    ir::TensorType wanted{element.dtype, element.shape};
    wanted.shape.insert(0, before[0] + added);
    const ValueId result = graph_.node(loop).results[k];
    if (!ir::is_subtype(wanted, type(result)) || !users_take(graph_, result, wanted)) return;

    const SourceLocation at = graph_.node(loop).location;
    const ValueId rows = append_unwritten_rows(initial, before[0], wanted, loop, at);
    graph_.node(loop).operands[k] = rows;
    const BlockId test = graph_.node(loop).blocks[0], body = graph_.node(loop).blocks[1];
    for (ValueId same : {result, graph_.block(test).arguments[k], graph_.block(body).arguments[k]}) {
      graph_.value(same).type.shape = wanted.shape;
    }
    const ValueId counter = graph_.block(body).arguments[bound.counter];
    for (int64_t n = 0; n < each; ++n) {
      const NodeId node = nodes[static_cast<size_t>(n)];
      const ValueId row = row_number(counter, each, before[0] + n - bound.start * each, node);
      become(node, {graph_.node(node).operands[0], graph_.node(node).operands[1], row}, wanted.shape);
    }
  }

  /// Returns the initial array of the loop: the existing elements of the list, followed by unwritten rows.
  ValueId append_unwritten_rows(ValueId initial, int64_t count, const ir::TensorType& all, NodeId loop,
                                SourceLocation at) {
    ir::TensorType rest = all;
    rest.shape[0] -= count;
    const ValueId unwritten = insert(loop, Op::undefined, {}, {rest.dtype, rest.shape}, rest, at);
    return count == 0 ? unwritten : insert(loop, Op::concat, {initial, unwritten}, {int64_t{0}}, all, at);
  }

  /// Inserts counter * factor + more before `node`.
  ValueId row_number(ValueId counter, int64_t factor, int64_t more, NodeId node) {
    const SourceLocation at = graph_.node(node).location;
    const ir::TensorType number{DType::int64, Shape{}};
    ValueId row = counter;
    if (type(row).dtype != DType::int64) row = insert(node, Op::astype, {row}, {DType::int64}, number, at);
    if (factor != 1) row = insert(node, Op::multiply, {row, constant(factor, at)}, {}, number, at);
    return more == 0 ? row : insert(node, Op::add, {row, constant(more, at)}, {}, number, at);
  }

  /// Rewrites `array_write` as a row assignment if the array has all its rows, or none, and the index is certain to be
  /// in range.
  void write_rows() {
    struct Write {
      NodeId node;
      int64_t length;
    };
    std::vector<Write> found;
    Ranges ranges(graph_);
    for (NodeId id : writes_) {
      const ir::Node& node = graph_.node(id);
      const Shape &items = type(node.operands[0]).shape, &all = type(node.results[0]).shape;
      const auto length = std::get<int64_t>(node.attributes[0]);
      const Tensor* const size = constant_of(graph_, node.operands[2]);
      if (length < 1 || std::get<bool>(node.attributes[1]) || !all.known() || !items.ranked() || items.empty())
        continue;
      if (!size || detail::read_scalar(*size->impl()).integer != length || !is_integer_number(type(node.operands[1])))
        continue;
      if (items != all && items[0] != 0) continue;
      if (type(node.operands[3]).shape != Shape(all.dims().subspan(1))) continue;
      const IntegerRange at = ranges.of(node.operands[1]);
      if (at.low >= 0 && at.high < length) found.push_back({id, length});
    }
    for (const Write& write : found) {
      const std::vector<ValueId> operands = graph_.node(write.node).operands;
      const ir::TensorType all = type(graph_.node(write.node).results[0]);
      const SourceLocation at = graph_.node(write.node).location;
      const ValueId items = type(operands[0]).shape == all.shape
                                ? operands[0]
                                : insert(write.node, Op::full, {zero(all.dtype, at)}, {all.shape}, all, at);
      become(write.node, {items, operands[3], operands[1]}, all.shape);
    }
  }

  void become(NodeId id, std::vector<ValueId> operands, const Shape& shape) {
    ir::Node& node = graph_.node(id);
    node.op = &ops::def(Op::index_update);
    node.operands = std::move(operands);
    node.attributes = one_row();
    graph_.value(node.results[0]).type.shape = shape;
    changed_ = true;
  }

  /// Inserts a new node before another one.
  ValueId insert(NodeId before, Op op, std::vector<ValueId> operands, ir::Attributes attributes,
                 const ir::TensorType& result, SourceLocation at) {
    const BlockId block = graph_.node(before).block;
    const NodeId made = make_node(graph_, block, op, std::move(operands), std::move(attributes), result, at);
    std::vector<NodeId>& nodes = graph_.block(block).nodes;
    nodes.insert(std::ranges::find(nodes, before), made);
    return graph_.node(made).results[0];
  }

  ValueId constant(int64_t number, SourceLocation at) { return known(number, DType::int64, at); }
  ValueId zero(DType dtype, SourceLocation at) { return known(0, dtype, at); }
  ValueId known(int64_t number, DType dtype, SourceLocation at) {
    constants_.push_back(make_constant(graph_, number, {dtype, Shape{}}, at));
    return graph_.node(constants_.back()).results[0];
  }

  ir::Graph& graph_;
  const std::vector<int> uses_;  // counted when the pass begins
  std::vector<NodeId> writes_, constants_;
  bool changed_ = false;
};

}  // namespace

bool preallocate_lists(ir::Graph& graph) { return Lists(graph).run(); }

}  // namespace ag::passes
