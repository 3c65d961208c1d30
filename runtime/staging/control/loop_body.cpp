#include "staging/control/loop_body.h"

#include <algorithm>
#include <exception>

#include "ops/table.h"
#include "tensor/impl.h"

namespace ag::detail {

bool used_as_number(const ir::Graph& graph, ir::ValueId argument) {
  for (size_t k = 0; k < graph.node_count(); ++k) {
    const ir::Node& node = graph.node(static_cast<ir::NodeId>(k));
    if (node.block == ir::kNone || std::ranges::find(node.operands, argument) == node.operands.end()) continue;
    if (!ops::is(node, ops::Op::astype)) return true;
  }
  return false;
}

namespace {

/// True if the node is the throw that was recorded for reading a tensor without a value.
bool reads_undefined(const ir::Node& node) {
  if (node.op != &ops::def(ops::Op::raise)) return false;
  const auto& exception = std::get<ir::Opaque>(node.attributes.front());
  try {
    std::rethrow_exception(*static_cast<const std::exception_ptr*>(exception.value.get()));
  } catch (const UndefinedTensor&) {
    return true;
  } catch (...) {
    return false;
  }
}

}  // namespace

bool passes_undefined(const ir::Graph& graph, size_t first) {
  const ir::OpDef* undefined = &ops::def(ops::Op::undefined);
  for (size_t k = first; k < graph.node_count(); ++k) {
    const ir::Node& node = graph.node(static_cast<ir::NodeId>(k));
    if (node.op == undefined || reads_undefined(node)) return true;
  }
  return false;
}

}  // namespace ag::detail
