#include "grad/replay.h"

#include <algorithm>

namespace ag::grad {

namespace {

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

std::vector<Tensor> yielded(tracing::Trace& trace, ir::BlockId block, Replacements& values) {
  for (ir::NodeId id : std::vector(trace.graph().block(block).nodes)) {
    const ir::Node node = trace.graph().node(id);
    std::vector<Tensor> operands, results;
    for (ir::ValueId operand : node.operands) operands.push_back(values.at(operand));
    if (node.blocks.empty()) {
      results = tracing::apply(*node.op, operands, node.attributes, node.location);
    } else {
      std::vector<ir::BlockId> blocks;
      std::vector<ir::ValueId> given;
      std::vector<ir::TensorType> types;
      for (ir::BlockId inner : node.blocks) {
        const Scope scope(trace);
        blocks.push_back(scope.block());
        for (ir::ValueId argument : std::vector(trace.graph().block(inner).arguments)) {
          const ir::Value of = trace.graph().value(argument);
          values.insert_or_assign(argument, trace.add_argument(scope.block(), of.type, of.name, node.location));
        }
        std::vector<ir::ValueId> of_block;
        for (const Tensor& result : yielded(trace, inner, values))
          of_block.push_back(trace.value_of(result, node.location));
        trace.graph().block(scope.block()).results = std::move(of_block);
      }
      for (const Tensor& operand : operands) given.push_back(trace.value_of(operand, node.location));
      for (ir::ValueId result : node.results) types.push_back(trace.graph().value(result).type);
      results =
          trace.record(*node.op, std::move(given), node.attributes, std::move(types), std::move(blocks), node.location);
    }
    for (size_t k = 0; k < results.size(); ++k) values.insert_or_assign(node.results[k], results[k]);
  }
  std::vector<Tensor> results;
  for (ir::ValueId result : std::vector(trace.graph().block(block).results)) results.push_back(values.at(result));
  return results;
}

}  // namespace

std::vector<ir::ValueId> values_from_outside(const ir::Graph& graph, ir::BlockId block) {
  std::vector<ir::ValueId> found;
  find_outside(graph, block, block, found);
  return found;
}

std::vector<Tensor> replay(tracing::Trace& trace, ir::BlockId block, Replacements values) {
  return yielded(trace, block, values);
}

}  // namespace ag::grad
