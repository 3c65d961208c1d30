/// Changing graphs: nested blocks, erasing, replacing uses, effects.
#include "graph/graph.h"

#include "graph/verify.h"
#include "runtime/graph/toy_ops.h"
#include "support/catch.h"

using namespace ag;
using namespace ag::ir;

TEST_CASE("a graph knows its blocks and its effects") {
  const Graph graph = toy::counting_loop();
  const NodeId loop = graph.block(graph.body()).nodes.back();
  const BlockId test = graph.node(loop).blocks[0], body = graph.node(loop).blocks[1];
  CHECK(find_faults(graph).empty());
  CHECK(count_nodes(graph) == 6);
  CHECK(graph.block(test).owner == loop);
  CHECK(graph.block(test).parent == graph.body());
  CHECK(graph.encloses(graph.body(), test));
  CHECK(graph.encloses(test, test));
  CHECK_FALSE(graph.encloses(test, graph.body()));
  CHECK_FALSE(graph.encloses(test, body));
  CHECK_FALSE(graph.encloses(kNone, body));
  CHECK(graph.has_effects(loop));
  CHECK_FALSE(graph.has_effects_in(test));
  CHECK(graph.has_effects_in(body));
}

TEST_CASE("erasing a node takes its blocks along") {
  Graph graph = toy::counting_loop();
  const NodeId loop = graph.block(graph.body()).nodes.back();
  const Value before = graph.value(graph.node(loop).results[0]);
  REQUIRE(before.block == graph.body());
  graph.block(graph.body()).results = {graph.block(graph.body()).arguments[0]};
  const BlockId body = graph.node(loop).blocks[1];
  const NodeId inner = graph.block(body).nodes[0];
  graph.erase(loop);
  CHECK(graph.node(loop).block == kNone);
  CHECK(graph.node(inner).block == kNone);
  CHECK(graph.value(graph.node(loop).results[0]).block == kNone);
  CHECK(count_nodes(graph) == 1);
  CHECK(find_faults(graph).empty());
  graph.erase(loop);
  CHECK(count_nodes(graph) == 1);
}

TEST_CASE("replacing a value reaches nodes and block results") {
  Graph graph("g");
  const ValueId x = graph.add_argument(graph.body(), {float32, {}}, "x");
  const ValueId y = toy::add(graph, graph.body(), x, x);
  const ValueId z = toy::add(graph, graph.body(), y, y);
  graph.block(graph.body()).results = {z, y};
  graph.replace_uses(y, x);
  CHECK(graph.node(graph.value(z).producer).operands == std::vector<ValueId>{x, x});
  CHECK(graph.block(graph.body()).results == std::vector<ValueId>{z, x});
  graph.erase(graph.value(y).producer);
  CHECK(find_faults(graph).empty());
}
