/// Pictures, JSON and the public face of graphs.
#include <sstream>

#include "ag/graph.h"
#include "graph/dot.h"
#include "graph/json.h"
#include "graph/text.h"
#include "runtime/graph/toy_ops.h"
#include "support/catch.h"

using namespace ag;
using ag_test::ContainsSubstring;

namespace export_test {
namespace {

ir::Graph awkward() {
  ir::Graph graph("a \"graph\"\n<b> & \xff");
  const ir::ValueId x = graph.add_argument(graph.body(), {float32, {unknown, 2}, true}, "x \"y\" \\");
  graph.add_argument(graph.body(), {float32, Shape::unknown_rank()});
  const double inf = std::numeric_limits<double>::infinity();
  toy::constant(graph, graph.body(), toy::make<double>(float32, {2}, {inf, 0.5}));
  graph.append(graph.body(), toy::op(toy::Print), {x}, {std::vector<std::string>{"\"\\\x01"}}, {}, toy::at(7));
  return graph;
}

}  // namespace

TEST_CASE("a picture has boxes for blocks, types on edges and marks effects") {
  const std::string picture = ir::dot(toy::counting_loop());
  CHECK_THAT(picture, ContainsSubstring("digraph \"count\" {"));
  CHECK_THAT(picture, ContainsSubstring("label=\"test\""));
  CHECK_THAT(picture, ContainsSubstring("label=\"body\""));
  CHECK_THAT(picture, ContainsSubstring("[label=\"int32[]\"]"));
  CHECK_THAT(picture, ContainsSubstring("label=\"int32[]{10}\", shape=plaintext"));
  CHECK_THAT(picture, ContainsSubstring("label=\"print\\nformat = [\\\"n = \\\", \\\"\\\"]\", fillcolor=\"#fce8d9\""));
  CHECK_THAT(picture, ContainsSubstring("tooltip=\"user.cpp:4\""));
}

TEST_CASE("names of any bytes leave a picture that Graphviz reads") {
  const std::string picture = ir::dot(awkward());
  CHECK_THAT(picture, ContainsSubstring("digraph \"a \\\"graph\\\"\\n<b> &amp; ?\" {"));
  CHECK(picture.find('\x01') == std::string::npos);
  CHECK(picture.find('\xff') == std::string::npos);
}

TEST_CASE("JSON has values, attributes, places and blocks") {
  CHECK(ir::json(awkward()) == R"({"name": "a \"graph\"\u000a<b> & \ufffd",
  "arguments": [{"id": 0, "dtype": "float32", "shape": [null, 2], "weak": true, "name": "x \"y\" \\"}, {"id": 1, "dtype": "float32", "shape": null}],
  "nodes": [
    {"op": "constant", "operands": [], "attributes": {"value": {"dtype": "float32", "shape": [2], "values": ["inf", 0.5]}}, "results": [{"id": 2, "dtype": "float32", "shape": [2]}], "file": "user.cpp", "line": 1, "blocks": []},
    {"op": "print", "operands": [0], "attributes": {"format": ["\"\\\u0001"]}, "results": [], "file": "user.cpp", "line": 7, "blocks": []}],
  "results": []}
)");
  const std::string loop = ir::json(toy::counting_loop());
  CHECK_THAT(loop, ContainsSubstring("\"blocks\": [{\n"));
  CHECK_THAT(loop, ContainsSubstring("\"op\": \"less\""));
}

TEST_CASE("the public graph shows text, picture, JSON and nodes") {
  const auto inner = std::make_shared<const ir::Graph>(toy::counting_loop());
  const Graph graph(inner);
  CHECK(graph.name() == "count");
  CHECK(graph.str() == ir::print(*inner));
  CHECK(graph.dot() == ir::dot(*inner));
  CHECK(graph.json() == ir::json(*inner));
  CHECK(graph.node_count() == 6);
  const std::vector<NodeInfo> nodes = graph.nodes();
  REQUIRE(nodes.size() == 6);
  CHECK(nodes[1].op == "while_loop");
  CHECK(nodes[1].file == "user.cpp");
  CHECK(nodes[1].line == 3);
  CHECK(nodes[2].op == "less");
  CHECK(Graph().node_count() == 0);
}

TEST_CASE("a stream shortens large constants") {
  auto inner = std::make_shared<ir::Graph>("g");
  toy::constant(*inner, inner->body(), detail::allocate(float32, {17}));
  std::ostringstream stream;
  stream << Graph(std::shared_ptr<const ir::Graph>(inner));
  CHECK_THAT(stream.str(), ContainsSubstring("float32[17]{...}"));
}

}  // namespace export_test
