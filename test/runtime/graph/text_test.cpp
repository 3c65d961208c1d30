/// The text form: what it looks like, that it reads back, and what is said about text that is wrong.
#include "graph/text.h"

#include <limits>

#include "graph/verify.h"
#include "runtime/graph/toy_ops.h"
#include "support/catch.h"

using namespace ag;
using namespace ag::ir;

namespace text_test {
namespace {

void check_round_trip(const Graph& graph) {
  const std::string text = print(graph);
  INFO(text);
  CHECK(find_faults(graph).empty());
  CHECK(print(parse(text, toy::kTable)) == text);
}

/// What is said about a text.
std::string fault_of(const std::string& text) {
  try {
    parse(text, toy::kTable, "bad");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::invalid_argument);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a loop prints one node per line") {
  CHECK(print(toy::counting_loop()) == R"(graph count(%0: int32[] "n") -> int32[] {
  %1 = constant() {value = int32[]{10}} : int32[] @ "user.cpp":2
  %2 = while_loop(%0) : int32[] "n" @ "user.cpp":3 {(%3: int32[] "n")
    %4 = less(%3, %1) : boolean[] @ "user.cpp":3
    yield %4
  } {(%5: int32[] "n")
    %6 = constant() {value = int32[]{1}} : int32[] @ "user.cpp":4
    print(%5) {format = ["n = ", ""]} @ "user.cpp":4
    %7 = add(%5, %6) : int32[] @ "user.cpp":4
    yield %7
  }
  yield %2
}
)");
  check_round_trip(toy::counting_loop());
}

TEST_CASE("constants of every dtype read back to the same bits") {
  Graph graph("constants");
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<Tensor> constants;
  for (int i = 0; i < kDTypeCount; ++i) {
    const auto dtype = static_cast<DType>(i);
    constants.push_back(toy::make<double>(dtype, {2, 2}, {0, 1, 0, 1}));
    constants.push_back(toy::make<double>(dtype, {0, 3}, {}));
    constants.push_back(toy::make<double>(dtype, {}, {1}));
    if (!is_floating(dtype)) {
      constants.push_back(toy::make<double>(dtype, {2}, {-1e30, 1e30}));
      continue;
    }
    constants.push_back(toy::make<double>(dtype, {7}, {inf, -inf, nan, -nan, -0.0, 0.1, 1e-7}));
    Tensor every = detail::allocate(dtype, {64});
    for (size_t k = 0; k < 64 * item_size(dtype); ++k) every.impl()->data()[k] = static_cast<std::byte>(k * 37 + 255);
    constants.push_back(every);
  }
  constants.push_back(toy::make<double>(
      float64, {3}, {std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max(), 1.0 / 3}));
  constants.push_back(toy::make<double>(float32, {2}, {1e-45, 3.4028234663852886e38}));
  constants.push_back(Tensor(3.5));
  std::vector<ValueId> results;
  for (const Tensor& tensor : constants) results.push_back(toy::constant(graph, graph.body(), tensor));
  graph.block(graph.body()).results = results;
  check_round_trip(graph);
  const Graph read = parse(print(graph), toy::kTable);
  for (size_t i = 0; i < constants.size(); ++i) {
    const Attribute& value = read.node(read.block(read.body()).nodes[i]).attributes[0];
    INFO(str(value));
    CHECK(equal(value, Attribute(constants[i])));
  }
}

TEST_CASE("names, types and attributes of every kind read back") {
  Graph graph("ns::f<\"a\">\n");
  const ValueId x = graph.add_argument(graph.body(), {float32, {unknown, 3}, true}, "a \"quoted\" \\ name");
  graph.add_argument(graph.body(), {bfloat16, Shape::unknown_rank()}, "\xc3\xa9\xff");
  graph.add_argument(graph.body(), {float16, {}}, "");
  const Attributes attributes = {false,
                                 std::numeric_limits<int64_t>::min(),
                                 -0.25,
                                 std::string("\"\\ \t\n\x7f\x01"),
                                 uint16,
                                 Shape{unknown, 4, -2},
                                 std::vector<int64_t>{},
                                 std::vector<double>{1, 1e-300},
                                 std::vector<std::string>{"", "}", "// no comment"}};
  const NodeId fill = graph.append(graph.body(), toy::op(toy::Fill), {}, attributes, {{uint16, {unknown, 4, -2}}},
                                   SourceLocation::named("dir with \"quotes\"/f.cpp", 4000000000u));
  graph.node(fill).attributes[5] = Shape{unknown, 4};
  graph.value(graph.node(fill).results[0]).type.shape = Shape::unknown_rank();
  const NodeId pair = graph.append(graph.body(), toy::op(toy::Pair), {x}, {},
                                   {{float32, {unknown, unknown}}, {int64, Shape::unknown_rank()}}, toy::at(7));
  graph.block(graph.body()).results = graph.node(pair).results;
  check_round_trip(graph);
  const Graph read = parse(print(graph), toy::kTable);
  CHECK(read.name() == graph.name());
  CHECK(read.value(0).name == graph.value(0).name);
  CHECK(read.value(0).type == graph.value(0).type);
  const Node& node = read.node(read.block(read.body()).nodes[0]);
  CHECK(std::string(node.location.file_name()) == "dir with \"quotes\"/f.cpp");
  CHECK(node.location.line() == 4000000000u);
}

TEST_CASE("numbers follow the order of the text, whatever was erased") {
  Graph graph("g");
  const ValueId x = graph.add_argument(graph.body(), {float32, {}}, "x");
  const ValueId unused = toy::add(graph, graph.body(), x, x);
  graph.block(graph.body()).results = {toy::add(graph, graph.body(), x, x)};
  graph.erase(graph.value(unused).producer);
  CHECK(print(graph, {.locations = false}) ==
        "graph g(%0: float32[] \"x\") -> float32[] {\n  %1 = add(%0, %0) : float32[]\n  yield %1\n}\n");
  check_round_trip(graph);
}

TEST_CASE("a node without a place gets the place of its text") {
  const Graph graph =
      parse("graph g(%0: float32[]) {\n\n  %1 = add(%0, %0) : float32[] // comment\n}", toy::kTable, "f.ag");
  const Node& node = graph.node(graph.block(graph.body()).nodes[0]);
  CHECK(node.location.str() == "f.ag:3:8");
}

TEST_CASE("shortened constants are readable and do not read back") {
  Graph graph("g");
  toy::constant(graph, graph.body(), toy::make<double>(float32, {3}, {1, 2, 3}));
  const std::string text = print(graph, {.locations = false, .constant_elements = 2});
  CHECK(text == "graph g() {\n  %0 = constant() {value = float32[3]{...}} : float32[3]\n}\n");
  CHECK(fault_of(text) == "bad:2:39: this constant was shortened when it was printed, so its elements are not known");
}

TEST_CASE("wrong text is an error with line and column") {
  struct Case {
    const char* text;
    const char* fault;
  };
  const Case cases[] = {
      {"", "bad:1:1: expected 'graph', found the end"},
      {"graph", "bad:1:6: expected the name of the graph, found the end"},
      {"graph g(", "bad:1:9: expected an argument, as %0: float32[], found the end"},
      {"graph g(%0 float32[]) {}", "bad:1:12: expected ':' before the type of an argument, found 'float32'"},
      {"graph g(%0: complex64[]) {}", "bad:1:13: 'complex64' is not a dtype"},
      {"graph g(%0: float32[-1]) {}", "bad:1:21: '-1' is not a dimension (an integer from 0 to 70368744177664)"},
      {"graph g(%0: float32[1000000,1000000,1000000]) {}", "bad:1:21: an array of this shape does not fit into memory"},
      {"graph g(%0: float32[], %0: float32[]) {}", "bad:1:24: %0 is defined twice"},
      {"graph g() {\n  %0 = sin() : float32[]\n}", "bad:2:8: there is no operation 'sin'"},
      {"graph g() {\n  print(%7) {format = []}\n}", "bad:2:9: %7 is used but not defined before"},
      {"graph g() {\n  print()\n}", "bad:3:1: expected '{' before the attributes of print, found '}'"},
      {"graph g() {\n  print() {}\n}", "bad:2:3: attribute 'format' of print is missing"},
      {"graph g() {\n  print() {form = []}\n}", "bad:2:12: print has no attribute 'form'"},
      {"graph g() {\n  print() {format = [], format = []}\n}", "bad:2:25: attribute 'format' is given twice"},
      {"graph g() {\n  print() {format = [3]}\n}", "bad:2:22: expected a quoted string, found '3'"},
      {"graph g() {\n  print() {format = [\"a\n\"]}\n}", "bad:2:22: this string has no closing quote on its line"},
      {"graph g() {\n  print() {format = [\"\\q\"]}\n}",
       "bad:2:23: unknown escape in a string: allowed are \\\" \\\\ \\n \\t \\x1f"},
      {"graph g() {\n  raise() {exception = opaque(\"e\")}\n}",
       "bad:2:24: an object of the program that traced the graph (here an exception) cannot be read back"},
      {"graph g() {\n  %0 = constant() {value = int8[2]{1, 300}} : int8[2]\n}",
       "bad:2:39: '300' is not an integer of this dtype"},
      {"graph g() {\n  %0 = constant() {value = int8[3]{1, 2}} : int8[3]\n}",
       "bad:2:28: a constant int8[3] has 3 elements, here are 2"},
      {"graph g() {\n  %0 = constant() {value = float32[]{0x10}} : float32[]\n}",
       "bad:2:38: '0x10' is not a number of this dtype"},
      {"graph g() {\n  %0, %1 = constant() {value = int8[]{1}} : int8[]\n}",
       "bad:2:12: 2 results and 1 types: each result has one"},
      {"graph g() {\n  %0 = constant() {value = int8[]{1}} : int16[]\n}",
       "bad:2:8: constant: result 0 is int8[], recorded as int16[]"},
      {"graph g(%0: int8[], %1: int16[]) {\n  %2 = add(%0, %1) : int8[]\n}",
       "bad:2:8: add: the dtypes differ (operands int8[], int16[])"},
      {"graph g(%0: int8[]) {\n  %2 = add(%0) : int8[]\n}", "bad:2:8: add: takes operands (a, b), has 1"},
      {"graph g(%0: int8[]) -> int16[] {\n  yield %0\n}", "bad:1:21: the graph yields int8[] and announces int16[]"},
      {"graph g(%0: int8[]) {\n  yield %0\n}", "bad:1:21: the graph yields 1 values and announces 0"},
      {"graph g(%0: boolean[]) {\n cond(%0) {() %1 = add(%0, %0) : boolean[] } {() print(%1) {format = []} }\n}",
       "bad:2:56: %1 is defined in a block that has ended"},
      {"graph g(%0: int8[]) {\n  cond(%0) {()} {()}\n}",
       "bad:2:3: cond: the predicate is int8[], it must be boolean of rank 0"},
      {"graph g() {} graph h() {}", "bad:1:14: expected the end after the graph, found 'graph'"},
  };
  for (const Case& c : cases) CHECK(fault_of(c.text) == c.fault);
}

TEST_CASE("blocks that are nested too deep are refused") {
  std::string text = "graph g(%0: boolean[]) {";
  for (int i = 0; i < 100000; ++i) text += "cond(%0) {()";
  CHECK_THAT(fault_of(text), ag_test::ContainsSubstring("nested deeper than 200 levels"));
}

}  // namespace text_test
