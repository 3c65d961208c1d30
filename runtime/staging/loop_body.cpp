#include "staging/loop_body.h"

#include <algorithm>
#include <string_view>

#include "ops/table.h"

namespace ag::detail {

bool used_as_number(const ir::Graph& graph, ir::ValueId argument) {
  for (size_t k = 0; k < graph.node_count(); ++k) {
    const ir::Node& node = graph.node(static_cast<ir::NodeId>(k));
    if (node.block == ir::kNone || std::ranges::find(node.operands, argument) == node.operands.end()) continue;
    if (std::string_view(node.op->name) != "astype") return true;
  }
  return false;
}

bool passes_undefined(const ir::Graph& graph, size_t first) {
  const ir::OpDef* undefined = &ops::def(ops::Op::undefined);
  for (size_t k = first; k < graph.node_count(); ++k) {
    if (graph.node(static_cast<ir::NodeId>(k)).op == undefined) return true;
  }
  return false;
}

}  // namespace ag::detail
