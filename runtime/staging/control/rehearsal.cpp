#include "staging/control/rehearsal.h"

#include "kernel/index_spec.h"

namespace ag::detail {

namespace {

void add_node(const ir::Graph& graph, const ir::Node& node, IterationNodes& to) {
  ++to.count;
  for (ir::ValueId result : node.results) to.shapes.push_back(graph.value(result).type.shape);
  if (is(node, ir::OpKind::IndexUpdate) && to.shapes.back().ranked()) {
    const kernel::IndexItems items = kernel::decode(node.attributes);
    to.shapes.push_back(kernel::select(to.shapes.back(), nullptr, items, nullptr).shape);
  }
  for (ir::BlockId block : node.blocks) {
    for (ir::NodeId inner : graph.block(block).nodes) add_node(graph, graph.node(inner), to);
  }
}

}  // namespace

IterationNodes Rehearsal::nodes(size_t first, size_t end) const {
  const ir::Graph& graph = tracing::current()->graph();
  IterationNodes found;
  for (size_t k = first; k < end; ++k) add_node(graph, graph.node(graph.block(scope_.block()).nodes[k]), found);
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
