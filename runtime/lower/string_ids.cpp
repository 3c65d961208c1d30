#include "lower/string_ids.h"

#include <algorithm>

namespace ag::codegen {

namespace {

bool is_word(const ir::Graph& graph, ir::ValueId value) { return graph.value(value).type.dtype == DType::uint64; }

/// True if a node may bring strings into the graph or pass strings out of it.
bool exchanges_strings(const ir::Graph& graph, const ir::Node& node) {
  const bool calls = node.op->block && node.op->block->run;
  if ((!calls && !node.op->has(ir::kEffect)) || ir::is(node, ir::OpKind::DrawKey)) return false;
  // The first operand of other effects identifies the variable.
  const size_t first = calls ? 0 : std::min<size_t>(1, node.operands.size());
  const auto is = [&](ir::ValueId value) { return is_word(graph, value); };
  return std::ranges::any_of(node.results, is) ||
         std::any_of(node.operands.begin() + static_cast<std::ptrdiff_t>(first), node.operands.end(), is);
}

}  // namespace

std::optional<ir::Graph> with_string_ids_in_tensors(const ir::Graph& graph) {
  bool exchanges = false;
  for (size_t id = 0; id < graph.node_count() && !exchanges; ++id) {
    const ir::Node& node = graph.node(static_cast<ir::NodeId>(id));
    exchanges = node.block != ir::kNone && exchanges_strings(graph, node);
  }
  if (!exchanges) return std::nullopt;
  std::optional<ir::Graph> result(graph);
  for (size_t id = 0; id < graph.value_count(); ++id) {
    const auto value = static_cast<ir::ValueId>(id);
    if (is_word(graph, value)) result->value(value).type.shape = Shape::unknown_rank();
  }
  return result;
}

}  // namespace ag::codegen
