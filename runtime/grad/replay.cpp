#include "grad/replay.h"

#include <algorithm>

#include "grad/pullback.h"

namespace ag::grad {

namespace {

using ops::Op;
using Scope = tracing::Trace::BlockScope;

void find_outside(const ir::Graph& graph, ir::BlockId block, ir::BlockId outermost, std::vector<ir::ValueId>& found) {
  const auto note = [&](ir::ValueId value) {
    if (!graph.encloses(outermost, graph.value(value).block) && std::ranges::find(found, value) == found.end())
      found.push_back(value);
  };
  for (ir::NodeId id : graph.block(block).nodes) {
    std::ranges::for_each(graph.node(id).operands, note);
    for (ir::BlockId inner : graph.node(id).blocks) find_outside(graph, inner, outermost, found);
  }
  std::ranges::for_each(graph.block(block).results, note);
}

/// Copies the checkpoints of `block` to the block in progress. `made` maps each node of the block to the first new node
/// recorded for it.
void repeat_checkpoints(tracing::Trace& trace, ir::BlockId block,
                        std::span<const std::pair<ir::NodeId, ir::NodeId>> made) {
  for (const tracing::Checkpoint& one : trace.checkpoints().of(block)) {
    const auto is_covered = [&](const auto& node) { return one.covers(node.first); };
    const auto first = std::ranges::find_if(made, is_covered);
    const auto end = std::find_if_not(first, made.end(), is_covered);
    if (first == end) continue;
    const auto count = static_cast<ir::NodeId>(trace.graph().node_count());
    trace.checkpoints().add({trace.block(), first->second, end == made.end() ? count : end->second});
  }
}

std::vector<Tensor> yielded(tracing::Trace& trace, ir::BlockId block, Replacements& values) {
  std::vector<std::pair<ir::NodeId, ir::NodeId>> made;
  for (ir::NodeId id : std::vector(trace.graph().block(block).nodes)) {
    made.emplace_back(id, static_cast<ir::NodeId>(trace.graph().node_count()));
    const ir::Node node = trace.graph().node(id);
    const std::vector<Tensor> results = replay(trace, node, values);
    for (size_t k = 0; k < results.size(); ++k) values.insert_or_assign(node.results[k], results[k]);
  }
  repeat_checkpoints(trace, block, made);
  std::vector<Tensor> results;
  for (ir::ValueId result : std::vector(trace.graph().block(block).results)) results.push_back(values.at(result));
  return results;
}

}  // namespace

bool is_repeatable(const ir::Node& node) {
  return !node.op->has(ir::kEffect) && !node.op->has(ir::kHasBlocks) && !is(node, Op::pure_host_call);
}

bool is_repeatable(const ir::Graph& graph, const ir::Node& node) {
  if (!node.op->has(ir::kHasBlocks)) return is_repeatable(node);
  return std::ranges::all_of(node.blocks, [&](ir::BlockId block) {
    return std::ranges::all_of(graph.block(block).nodes,
                               [&](ir::NodeId inner) { return is_repeatable(graph, graph.node(inner)); });
  });
}

std::vector<ir::ValueId> values_from_outside(const ir::Graph& graph, ir::BlockId block) {
  std::vector<ir::ValueId> found;
  find_outside(graph, block, block, found);
  return found;
}

std::vector<Tensor> replay(tracing::Trace& trace, ir::BlockId block, Replacements values) {
  return yielded(trace, block, values);
}

std::vector<Tensor> replay(tracing::Trace& trace, const ir::Node& node, Replacements& values) {
  std::vector<Tensor> operands;
  for (ir::ValueId operand : node.operands) operands.push_back(values.at(operand));
  if (node.blocks.empty()) return tracing::apply(*node.op, operands, node.attributes, node.location);
  std::vector<ir::BlockId> blocks;
  for (ir::BlockId inner : node.blocks) {
    const Scope scope(trace);
    blocks.push_back(scope.block());
    for (ir::ValueId argument : std::vector(trace.graph().block(inner).arguments)) {
      const ir::Value of = trace.graph().value(argument);
      values.insert_or_assign(argument, trace.add_argument(scope.block(), of.type, of.name, node.location));
    }
    std::vector<ir::ValueId> results;
    for (const Tensor& result : yielded(trace, inner, values)) results.push_back(trace.value_of(result, node.location));
    trace.graph().block(scope.block()).results = std::move(results);
  }
  std::vector<ir::ValueId> given;
  std::vector<ir::TensorType> types;
  for (const Tensor& operand : operands) given.push_back(trace.value_of(operand, node.location));
  for (ir::ValueId result : node.results) types.push_back(trace.graph().value(result).type);
  return trace.record(*node.op, std::move(given), node.attributes, std::move(types), std::move(blocks), node.location);
}

}  // namespace ag::grad
