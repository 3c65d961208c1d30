#include "staging/control/rehearsal.h"

namespace ag::detail {

namespace {

size_t count_inner(const ir::Graph& graph, const ir::Node& node) {
  size_t count = 0;
  for (ir::BlockId block : node.blocks) {
    for (ir::NodeId inner : graph.block(block).nodes) count += 1 + count_inner(graph, graph.node(inner));
  }
  return count;
}

}  // namespace

IterationNodes Rehearsal::nodes(size_t first, size_t end) const {
  const ir::Graph& graph = tracing::current()->graph();
  IterationNodes found;
  for (size_t k = first; k < end; ++k) {
    const ir::Node& node = graph.node(graph.block(scope_.block()).nodes[k]);
    found.count += 1 + count_inner(graph, node);
    for (ir::ValueId result : node.results) found.shapes.push_back(graph.value(result).type.shape);
  }
  return found;
}

bool Rehearsal::run(bool failed, FunctionRef<bool()> trace) const {
  const std::exception_ptr refused = tracing::current()->refused();
  try {
    return trace();
  } catch (...) {
    tracing::current()->forgive(refused);
    return failed;
  }
}

}  // namespace ag::detail
