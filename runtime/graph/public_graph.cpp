#include <ostream>

#include "ag/graph.h"
#include "base/short_name.h"
#include "graph/dot.h"
#include "graph/json.h"
#include "graph/text.h"

namespace ag {

namespace {

constexpr int64_t kShownElements = 16;  // of a constant, in the display of a graph

void list_nodes(const ir::Graph& graph, ir::BlockId block, std::vector<NodeInfo>& nodes) {
  for (ir::NodeId id : graph.block(block).nodes) {
    const ir::Node& node = graph.node(id);
    nodes.push_back({node.op->name, node.location.file_name(), node.location.line(),
                     detail::name_of_function(node.location.function_name())});
    for (ir::BlockId inner : node.blocks) list_nodes(graph, inner, nodes);
  }
}

}  // namespace

Graph::Graph() : graph_(std::make_shared<const ir::Graph>()) {}
Graph::Graph(std::shared_ptr<const ir::Graph> graph) : graph_(std::move(graph)) {}

const std::string& Graph::name() const { return graph_->name(); }
size_t Graph::node_count() const { return ir::count_nodes(*graph_); }
std::string Graph::str() const { return ir::print(*graph_); }
std::string Graph::dot() const { return ir::dot(*graph_); }
std::string Graph::json() const { return ir::json(*graph_); }

std::vector<NodeInfo> Graph::nodes() const {
  std::vector<NodeInfo> nodes;
  list_nodes(*graph_, graph_->body(), nodes);
  return nodes;
}

std::ostream& operator<<(std::ostream& stream, const Graph& graph) {
  ir::PrintOptions options;
  options.constant_elements = kShownElements;
  return stream << ir::print(graph.ir(), options);
}

}  // namespace ag
