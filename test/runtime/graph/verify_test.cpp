/// The verifier finds each kind of fault, and names it.
#include "graph/verify.h"

#include <functional>

#include "runtime/graph/toy_ops.h"
#include "support/catch.h"

using namespace ag;
using namespace ag::ir;

namespace verify_test {
namespace {

const TensorType kFlag{DType::boolean, Shape()};
const TensorType kNumber{DType::int32, Shape()};

/// The counting loop with something wrong.
std::vector<std::string> faults_after(const std::function<void(Graph&, Node& loop, Block& test, Block& body)>& damage) {
  Graph graph = toy::counting_loop();
  const NodeId loop = graph.block(graph.body()).nodes.back();
  const std::vector<BlockId> blocks = graph.node(loop).blocks;
  damage(graph, graph.node(loop), graph.block(blocks[0]), graph.block(blocks[1]));
  return find_faults(graph);
}

/// A cond, or a switch_case, on an argument of the graph.
Graph branch(toy::Row row, const TensorType& condition, size_t arms) {
  Graph graph("branch");
  const ValueId on = graph.add_argument(graph.body(), condition, "on");
  const ValueId x = graph.add_argument(graph.body(), kNumber, "x");
  std::vector<BlockId> blocks;
  for (size_t i = 0; i < arms; ++i) {
    blocks.push_back(graph.add_block(graph.body()));
    graph.block(blocks.back()).results = {toy::add(graph, blocks.back(), x, x)};
  }
  graph.append(graph.body(), toy::op(row), {on}, {}, {kNumber}, toy::at(5), blocks);
  return graph;
}

Node& last_node(Graph& graph) { return graph.node(graph.block(graph.body()).nodes.back()); }

using Faults = std::vector<std::string>;

}  // namespace

TEST_CASE("sound graphs have no faults") {
  CHECK(find_faults(toy::counting_loop()).empty());
  CHECK(find_faults(branch(toy::Cond, kFlag, 2)).empty());
  CHECK(find_faults(branch(toy::SwitchCase, {DType::int64, Shape()}, 3)).empty());
  CHECK_NOTHROW(verify(toy::counting_loop(), "tracing"));
}

TEST_CASE("a value is defined before it is used, in its own block or in one around it") {
  CHECK(faults_after([](Graph& graph, Node&, Block&, Block&) {
          std::vector<NodeId>& nodes = graph.block(graph.body()).nodes;
          std::swap(nodes[0], nodes[1]);
        }) == Faults{"user.cpp:3: less: operand 1 is not defined before its use"});
  CHECK(faults_after([](Graph& graph, Node&, Block&, Block& body) {
          graph.block(graph.body()).results = body.results;
        }) == Faults{"count: yielded value 0 is not defined before its use"});
  CHECK(faults_after([](Graph&, Node&, Block& test, Block& body) { test.results = {body.arguments[0]}; }) ==
        Faults{"user.cpp:3: while_loop: yielded value 0 is not defined before its use"});
  CHECK(faults_after([](Graph&, Node& loop, Block&, Block&) { loop.operands = {99}; }) ==
        Faults{"user.cpp:3: while_loop: operand 0 is no value of the graph"});
}

TEST_CASE("nothing that was erased is used") {
  CHECK(faults_after([](Graph& graph, Node&, Block&, Block&) { graph.erase(graph.block(graph.body()).nodes[0]); }) ==
        Faults{"user.cpp:3: less: operand 1 was erased"});
  CHECK(faults_after([](Graph& graph, Node& loop, Block&, Block&) {
          const NodeId id = graph.block(graph.body()).nodes.back();
          loop.block = kNone;
          graph.block(graph.body()).results.clear();
          REQUIRE(graph.node(id).block == kNone);
        }) == Faults{"user.cpp:3: while_loop: an erased node stands in a block"});
}

TEST_CASE("blocks and values know where they stand") {
  CHECK_FALSE(faults_after([](Graph&, Node&, Block& test, Block&) { test.parent = kNone; }).empty());
  CHECK_FALSE(faults_after([](Graph&, Node& loop, Block&, Block&) { loop.blocks[1] = loop.blocks[0]; }).empty());
  CHECK_FALSE(faults_after([](Graph&, Node& loop, Block&, Block&) { loop.blocks[1] = 99; }).empty());
  CHECK_FALSE(faults_after([](Graph&, Node&, Block&, Block& body) { body.nodes.push_back(body.nodes[0]); }).empty());
  CHECK_FALSE(faults_after([](Graph& graph, Node& loop, Block&, Block&) {
                graph.value(loop.results[0]).producer = 0;
              }).empty());
}

TEST_CASE("operands and attributes are as declared") {
  Graph graph("g");
  const ValueId x = graph.add_argument(graph.body(), kNumber, "x");
  graph.append(graph.body(), toy::op(toy::Add), {x}, {}, {kNumber}, toy::at(1));
  graph.append(graph.body(), toy::op(toy::Print), {x}, {}, {}, toy::at(2));
  graph.append(graph.body(), toy::op(toy::Print), {x}, {std::string("text")}, {}, toy::at(3));
  graph.append(graph.body(), toy::op(toy::Constant), {}, {Tensor()}, {kNumber}, toy::at(4));
  graph.append(graph.body(), toy::op(toy::Add), {x, x}, {}, {kNumber}, toy::at(5), {graph.add_block(graph.body())});
  CHECK(find_faults(graph) ==
        Faults{"user.cpp:1: add: takes operands (a, b), has 1", "user.cpp:2: print: takes 1 attributes, has 0",
               "user.cpp:3: print: attribute 'format' is declared as strings and is string",
               "user.cpp:4: constant: attribute 'value' has no value", "user.cpp:5: add: takes no blocks"});
}

TEST_CASE("recorded types follow from the operands, or say less") {
  Graph graph("g");
  const ValueId x = graph.add_argument(graph.body(), {float32, {2, 3}}, "x");
  const ValueId y = graph.add_argument(graph.body(), {float64, {2, 3}}, "y");
  const auto append = [&](std::vector<ValueId> operands, std::vector<TensorType> results, uint32_t line) {
    graph.append(graph.body(), toy::op(toy::Add), std::move(operands), {}, std::move(results), toy::at(line));
  };
  append({x, x}, {{float32, {2, unknown}}}, 1);
  append({x, x}, {{float32, Shape::unknown_rank()}}, 2);
  append({x, x}, {{float32, {2, 4}}}, 3);
  append({x, x}, {{float64, {2, 3}}}, 4);
  append({x, x}, {}, 5);
  append({x, y}, {{float32, {2, 3}}}, 6);
  CHECK(find_faults(graph) == Faults{"user.cpp:3: add: result 0 is float32[2,3], recorded as float32[2,4]",
                                     "user.cpp:4: add: result 0 is float32[2,3], recorded as float64[2,3]",
                                     "user.cpp:5: add: has 1 results, 0 are recorded",
                                     "user.cpp:6: add: the dtypes differ (operands float32[2,3], float64[2,3])"});
}

TEST_CASE("branches take a scalar and blocks that yield the results") {
  CHECK(find_faults(branch(toy::Cond, kFlag, 3)) == Faults{"user.cpp:5: cond: takes 2 blocks, has 3"});
  CHECK(find_faults(branch(toy::SwitchCase, kNumber, 0)) ==
        Faults{"user.cpp:5: switch_case: takes at least one block"});
  CHECK(find_faults(branch(toy::Cond, kNumber, 2)) ==
        Faults{"user.cpp:5: cond: the predicate is int32[], it must be boolean of rank 0"});
  CHECK(find_faults(branch(toy::Cond, {DType::boolean, {1}}, 2)) ==
        Faults{"user.cpp:5: cond: the predicate is boolean[1], it must be boolean of rank 0"});
  CHECK(find_faults(branch(toy::SwitchCase, kFlag, 2)) ==
        Faults{"user.cpp:5: switch_case: the number of the arm is boolean[], it must be integer of rank 0"});
  Graph fewer = branch(toy::Cond, kFlag, 2);
  fewer.block(last_node(fewer).blocks[1]).results.clear();
  CHECK(find_faults(fewer) == Faults{"user.cpp:5: cond: a block yields 0 values, the node has results 1"});
  Graph other = branch(toy::Cond, kFlag, 2);
  other.block(last_node(other).blocks[1]).results = {other.block(other.body()).arguments[0]};
  CHECK(find_faults(other) == Faults{"user.cpp:5: cond: a block yields boolean[] at 0, the node has results int32[]"});
  Graph arguments = branch(toy::Cond, kFlag, 2);
  arguments.add_argument(last_node(arguments).blocks[0], kNumber);
  CHECK(find_faults(arguments) == Faults{"user.cpp:5: cond: its blocks take no arguments"});
}

TEST_CASE("loops carry the same types all the way round") {
  const std::string at = "user.cpp:3: while_loop: ";
  CHECK(faults_after([](Graph&, Node& loop, Block&, Block&) { loop.blocks.pop_back(); }) ==
        Faults{at + "takes 2 blocks, has 1"});
  CHECK(faults_after([](Graph&, Node&, Block& test, Block&) { test.results = test.arguments; }) ==
        Faults{at + "what the test yields is int32[], it must be boolean of rank 0"});
  CHECK(faults_after([](Graph&, Node&, Block& test, Block&) { test.results.clear(); }) ==
        Faults{at + "its test yields 1 value, here 0"});
  CHECK(faults_after([](Graph&, Node&, Block&, Block& body) { body.results.clear(); }) ==
        Faults{at + "the body yields 0 values, its arguments are 1",
               at + "the body yields 0 values, the arguments of the test are 1"});
  CHECK(faults_after([](Graph& graph, Node& loop, Block&, Block&) {
          graph.value(loop.results[0]).type.dtype = DType::int64;
        }) == Faults{at + "the arguments of the body are int32[] at 0, the node has results int64[]"});
  CHECK(faults_after([](Graph&, Node& loop, Block&, Block&) { loop.operands.clear(); }).size() == 2);
}

TEST_CASE("a faulty graph is our mistake, with everything that is wrong") {
  Graph graph = toy::counting_loop();
  graph.erase(graph.block(graph.body()).nodes[0]);
  try {
    verify(graph, "folding");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::internal);
    CHECK_THAT(error.what(),
               ag_test::ContainsSubstring("the graph 'count' is faulty after folding\n  user.cpp:3: less: "
                                          "operand 1 was erased"));
  }
}

}  // namespace verify_test
