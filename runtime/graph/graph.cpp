#include "graph/graph.h"

#include <algorithm>

namespace ag::ir {

Graph::Graph(std::string name) : name_(std::move(name)) { blocks_.emplace_back(); }

ValueId Graph::add_argument(BlockId block_id, TensorType type, std::string name) {
  const auto id = static_cast<ValueId>(values_.size());
  values_.push_back({std::move(type), kNone, block_id, std::move(name)});
  block(block_id).arguments.push_back(id);
  return id;
}

BlockId Graph::add_block(BlockId parent) {
  const auto id = static_cast<BlockId>(blocks_.size());
  blocks_.emplace_back();
  blocks_.back().parent = parent;
  return id;
}

NodeId Graph::append(BlockId block_id, const OpDef& op, std::vector<ValueId> operands, Attributes attributes,
                     std::vector<TensorType> results, SourceLocation location, std::vector<BlockId> blocks) {
  const auto id = static_cast<NodeId>(nodes_.size());
  Node node;
  node.op = &op;
  node.operands = std::move(operands);
  node.attributes = std::move(attributes);
  node.blocks = std::move(blocks);
  node.location = location;
  node.block = block_id;
  node.results.reserve(results.size());
  for (TensorType& type : results) {
    node.results.push_back(static_cast<ValueId>(values_.size()));
    values_.push_back({std::move(type), id, block_id, {}});
  }
  for (BlockId inner : node.blocks) {
    block(inner).owner = id;
    block(inner).parent = block_id;
  }
  nodes_.push_back(std::move(node));
  block(block_id).nodes.push_back(id);
  return id;
}

ValueId Graph::add_result(NodeId node_id, TensorType type, std::string name) {
  const auto id = static_cast<ValueId>(values_.size());
  values_.push_back({std::move(type), node_id, node(node_id).block, std::move(name)});
  node(node_id).results.push_back(id);
  return id;
}

void Graph::erase(NodeId node_id) {
  Node& gone = node(node_id);
  if (gone.block == kNone) return;
  std::erase(block(gone.block).nodes, node_id);
  gone.block = kNone;
  for (ValueId result : gone.results) value(result).block = kNone;
  for (BlockId inner_id : gone.blocks) {
    Block& inner = block(inner_id);
    inner.results.clear();
    while (!inner.nodes.empty()) erase(inner.nodes.back());
    for (ValueId argument : inner.arguments) value(argument).block = kNone;
  }
}

void Graph::replace_uses(ValueId from, ValueId to) {
  for (Node& user : nodes_) {
    if (user.block != kNone) std::replace(user.operands.begin(), user.operands.end(), from, to);
  }
  for (Block& user : blocks_) std::replace(user.results.begin(), user.results.end(), from, to);
}

bool Graph::is_used(ValueId value) const {
  const auto has = [value](const std::vector<ValueId>& values) {
    return std::ranges::find(values, value) != values.end();
  };
  return std::ranges::any_of(nodes_, [&](const Node& user) { return user.block != kNone && has(user.operands); }) ||
         std::ranges::any_of(blocks_, [&](const Block& user) { return has(user.results); });
}

bool Graph::encloses(BlockId outer, BlockId inner) const {
  if (outer == kNone) return false;
  while (inner != kNone && inner != outer) inner = block(inner).parent;
  return inner == outer;
}

bool Graph::has_effects(NodeId node_id) const {
  const Node& of = node(node_id);
  return of.op->has(kEffect) ||
         std::any_of(of.blocks.begin(), of.blocks.end(), [this](BlockId inner) { return has_effects_in(inner); });
}

bool Graph::has_effects_in(BlockId block_id) const {
  const std::vector<NodeId>& nodes = block(block_id).nodes;
  return std::any_of(nodes.begin(), nodes.end(), [this](NodeId node) { return has_effects(node); });
}

namespace {

size_t count_nodes_in(const Graph& graph, BlockId block) {
  size_t count = 0;
  for (NodeId node : graph.block(block).nodes) {
    ++count;
    for (BlockId inner : graph.node(node).blocks) count += count_nodes_in(graph, inner);
  }
  return count;
}

}  // namespace

size_t count_nodes(const Graph& graph) { return count_nodes_in(graph, graph.body()); }

}  // namespace ag::ir
