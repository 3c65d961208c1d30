#include "passes/rewrite.h"

#include <algorithm>

#include "passes/analysis/node_facts.h"
#include "tensor/convert.h"

namespace ag::passes {

std::optional<std::vector<ir::TensorType>> infer_results(const ir::Node& node, std::span<const ir::TensorType> operands,
                                                         const ir::Attributes& attributes) {
  ir::InferContext context(*node.op, operands, attributes, node.location);
  try {
    node.op->block->infer(context);
  } catch (const Error&) {
    return std::nullopt;
  }
  return context.results();
}

bool users_take(const ir::Graph& graph, ir::ValueId value, const ir::TensorType& type) {
  const bool is_number = type.shape.ranked() && type.shape.empty();
  for (size_t id = 0; id < graph.node_count(); ++id) {
    const ir::Node& node = graph.node(static_cast<ir::NodeId>(id));
    if (node.block == ir::kNone) continue;
    if (node.op->has(ir::kHasBlocks)) {
      // A condition must be a number. A carried or yielded value may have a more specific type.
      const bool decides =
          is(node, ops::Op::while_loop) ? graph.block(node.blocks[0]).results[0] == value : node.operands[0] == value;
      if (decides && !is_number) return false;
      continue;
    }
    if (!std::ranges::count(node.operands, value)) continue;
    std::vector<ir::TensorType> operands;
    for (ir::ValueId operand : node.operands) {
      operands.push_back(operand == value ? type : graph.value(operand).type);
    }
    const auto results = infer_results(node, operands, node.attributes);
    if (!results) return false;
    for (size_t k = 0; k < node.results.size(); ++k) {
      if (!ir::is_subtype((*results)[k], graph.value(node.results[k]).type)) return false;
    }
  }
  return true;
}

void discard(ir::Graph& graph, ir::NodeId id) {
  ir::Node& node = graph.node(id);
  node.block = ir::kNone;
  for (ir::ValueId result : node.results) graph.value(result).block = ir::kNone;
  for (ir::BlockId block : node.blocks) {
    ir::Block& inner = graph.block(block);
    for (ir::NodeId inside : inner.nodes) discard(graph, inside);
    inner.nodes.clear();
    inner.results.clear();
    for (ir::ValueId argument : inner.arguments) graph.value(argument).block = ir::kNone;
  }
}

ir::NodeId make_node(ir::Graph& graph, ir::BlockId block, ops::Op op, std::vector<ir::ValueId> operands,
                     ir::Attributes attributes, ir::TensorType result, SourceLocation location) {
  return make_node(graph, block, op, std::move(operands), std::move(attributes), std::vector{std::move(result)},
                   location);
}

ir::NodeId make_node(ir::Graph& graph, ir::BlockId block, ops::Op op, std::vector<ir::ValueId> operands,
                     ir::Attributes attributes, std::vector<ir::TensorType> results, SourceLocation location) {
  const ir::NodeId node =
      graph.append(block, ops::def(op), std::move(operands), std::move(attributes), std::move(results), location);
  graph.block(block).nodes.pop_back();
  return node;
}

ir::NodeId make_copy(ir::Graph& graph, ir::BlockId block, const ir::Node& of, std::vector<ir::ValueId> operands,
                     ir::TensorType result) {
  const ir::NodeId node =
      graph.append(block, *of.op, std::move(operands), of.attributes, {std::move(result)}, of.location);
  graph.block(block).nodes.pop_back();
  return node;
}

void move_node(ir::Graph& graph, ir::NodeId id, ir::BlockId to) {
  ir::Node& node = graph.node(id);
  node.block = to;
  for (ir::ValueId result : node.results) graph.value(result).block = to;
  for (ir::BlockId inner : node.blocks) graph.block(inner).parent = to;
}

ir::NodeId make_constant(ir::Graph& graph, int64_t number, const ir::TensorType& of, SourceLocation location) {
  const Tensor value = detail::scalar_tensor(detail::scalar_of(number), of.dtype);
  return make_node(graph, graph.body(), ops::Op::constant, {}, {value}, of, location);
}

void put_first(ir::Graph& graph, const std::vector<ir::NodeId>& nodes) {
  std::vector<ir::NodeId>& all = graph.block(graph.body()).nodes;
  all.insert(all.begin(), nodes.begin(), nodes.end());
}

void drop_carry(ir::Graph& graph, ir::NodeId loop, size_t k) {
  ir::Node& node = graph.node(loop);
  ir::Block &test = graph.block(node.blocks[0]), &body = graph.block(node.blocks[1]);
  for (ir::ValueId gone : {node.results[k], test.arguments[k], body.arguments[k]}) graph.value(gone).block = ir::kNone;
  for (std::vector<ir::ValueId>* list :
       {&node.operands, &node.results, &test.arguments, &body.arguments, &body.results})
    list->erase(list->begin() + static_cast<std::ptrdiff_t>(k));
}

bool Rewriter::may_replace(ir::ValueId from, ir::ValueId to) const {
  const ir::TensorType &old = graph_.value(from).type, &type = graph_.value(to).type;
  if (old == type) return true;
  return old.weak == type.weak && ir::is_subtype(type, old) && users_take(graph_, from, type);
}

void Rewriter::replace(ir::ValueId from, ir::ValueId to) {
  if (replaced_.size() <= static_cast<size_t>(from)) replaced_.resize(graph_.value_count(), ir::kNone);
  replaced_[static_cast<size_t>(from)] = resolve(to);
  ir::Value& value = graph_.value(resolve(to));
  const std::string& name = graph_.value(from).name;
  if (value.name.empty() && value.producer != ir::kNone && !constant_of(graph_, resolve(to))) value.name = name;
  changed_ = true;
}

void Rewriter::restore(ir::ValueId from) {
  const ir::ValueId to = replaced_[static_cast<size_t>(from)];
  replaced_[static_cast<size_t>(from)] = ir::kNone;
  if (replaced_.size() <= static_cast<size_t>(to)) replaced_.resize(graph_.value_count(), ir::kNone);
  replaced_[static_cast<size_t>(to)] = from;
}

ir::ValueId Rewriter::resolve(ir::ValueId value) const {
  while (static_cast<size_t>(value) < replaced_.size() && replaced_[static_cast<size_t>(value)] != ir::kNone) {
    value = replaced_[static_cast<size_t>(value)];
  }
  return value;
}

}  // namespace ag::passes
