/// Filters are packed where that is worth it, and nothing else changes. How large a packed filter is depends on the
/// processor, so there is no golden text.
#include <ag/ops.h>

#include <algorithm>
#include <random>

#include "exec/interpreter.h"
#include "graph/text.h"
#include "graph/verify.h"
#include "kernel/convolution/convolution_library.h"
#include "ops/table.h"
#include "passes/manager.h"
#include "support/catch.h"

namespace ag::test {

namespace pack_filters_test {
namespace {

Tensor random_floats(const Shape& shape, unsigned seed) {
  std::mt19937 random(seed);
  const Tensor x = detail::allocate(DType::float32, shape);
  float* elements = reinterpret_cast<float*>(x.impl()->data());
  for (int64_t k = 0; k < shape.element_count(); ++k) elements[k] = static_cast<float>(random() % 2001) / 1000 - 1;
  return x;
}

constexpr const char* kWindows =
    "{strides = [1, 1], same = true, padding = [0, 0, 0, 0], dilations = [1, 1], groups = 1}";

/// Three convolutions of an image in a loop, the filter inside of the loop as `filter` says.
std::string loop(const std::string& dtype, const std::string& filter, const std::string& inside = "") {
  const std::string image = dtype + "[1,12,12,16]";
  return "graph f(%0: " + image + ", %1: " + dtype + "[3,3,16,16], %2: boolean[]) -> " + image +
         " {\n"
         "  %3 = constant() {value = int64[]{0}} : int64[]\n"
         "  %4 = constant() {value = int64[]{1}} : int64[]\n"
         "  %5 = constant() {value = int64[]{3}} : int64[]\n"
         "  %6, %7, %8 = while_loop(%3, %0, %1) : int64[], " +
         image + ", " + dtype + "[3,3,16,16] {(%9: int64[], %10: " + image + ", %11: " + dtype +
         "[3,3,16,16])\n"
         "    %12 = less(%9, %5) : boolean[]\n"
         "    yield %12\n"
         "  } {(%13: int64[], %14: " +
         image + ", %15: " + dtype +
         "[3,3,16,16])\n"
         "    %16 = add(%13, %4) : int64[]\n" +
         (inside.empty() ? "    %17 = conv2d(%14, " + filter + ") " + kWindows + " : " + image + "\n" : inside) +
         "    %18 = negative(%15) : " + dtype +
         "[3,3,16,16]\n"
         "    yield %16, %17, %18\n"
         "  }\n"
         "  yield %7\n"
         "}\n";
}

size_t count(const ir::Graph& graph, ops::Op op) {
  size_t found = 0;
  for (size_t id = 0; id < graph.node_count(); ++id) {
    const ir::Node& node = graph.node(static_cast<ir::NodeId>(id));
    found += node.block != ir::kNone && node.op == &ops::def(op);
  }
  return found;
}

std::vector<float> run(const ir::Graph& graph, const std::vector<Tensor>& inputs) {
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  return exec::Interpreter(std::make_shared<const ir::Graph>(graph)).run(pointers)[0].to_vector<float>();
}

/// The graph behind the pass, whose result has the bits of what it was.
ir::Graph packed(ir::Graph graph, const std::vector<Tensor>& inputs) {
  const std::vector<float> before = run(graph, inputs);
  ir::PassOptions options;
  options.selection = "pack_filters";
  options.verify = true;
  passes::optimize(graph, options);
  CHECK(run(graph, inputs) == before);
  return graph;
}

bool has_library() {
  kernel::Convolution shape{1, {12, 3, 1, 1, 0, 0, 0}, {12, 3, 1, 1, 0, 0, 0}, 16, 16, 1};
  shape.rows.pad_to_same();
  shape.columns.pad_to_same();
  return kernel::packed_bytes(shape) > 0;
}

}  // namespace

TEST_CASE("a filter that a loop does not change is packed in front of it") {
  if (!has_library()) {
    WARN("skipped: the convolution library has no order of its own for filters here");
    return;
  }
  const std::vector<Tensor> inputs{random_floats({1, 12, 12, 16}, 1), random_floats({3, 3, 16, 16}, 2),
                                   detail::scalar_tensor(detail::scalar_of(true), DType::boolean)};
  const ir::Graph graph = packed(ir::parse(loop("float32", "%1"), ops::table()), inputs);
  CHECK(count(graph, ops::Op::conv2d) == 0);
  CHECK(count(graph, ops::Op::conv2d_packed) == 1);
  REQUIRE(count(graph, ops::Op::pack_filter) == 1);
  const auto& nodes = graph.block(graph.body()).nodes;
  CHECK(
      std::ranges::any_of(nodes, [&](ir::NodeId id) { return graph.node(id).op == &ops::def(ops::Op::pack_filter); }));

  // One that it changes is not, nor one of other numbers, nor one that only an arm may need.
  CHECK(count(packed(ir::parse(loop("float32", "%15"), ops::table()), inputs), ops::Op::conv2d) == 1);
  std::vector<Tensor> wide;
  for (const Tensor& one : inputs) wide.push_back(one.dtype() == float32 ? astype(one, float64) : one);
  CHECK(count(packed(ir::parse(loop("float64", "%1"), ops::table()), wide), ops::Op::conv2d) == 1);
  const std::string arm = std::string("    %17 = cond(%2) : float32[1,12,12,16] {()\n      %19 = conv2d(%14, %1) ") +
                          kWindows + " : float32[1,12,12,16]\n      yield %19\n    } {()\n      yield %14\n    }\n";
  CHECK(count(packed(ir::parse(loop("float32", "", arm), ops::table()), inputs), ops::Op::conv2d) == 1);
}

TEST_CASE("a known filter is packed while tracing") {
  if (!has_library()) {
    WARN("skipped: the convolution library has no order of its own for filters here");
    return;
  }
  ir::Graph graph("known");
  const Shape image{1, 12, 12, 16};
  const ir::ValueId x = graph.add_argument(graph.body(), {DType::float32, image});
  const Tensor filter = random_floats({3, 3, 16, 16}, 3);
  const auto at = SourceLocation::named("known.cpp", 1);
  const ir::TensorType type{DType::float32, filter.shape()};
  const ir::NodeId known = graph.append(graph.body(), ops::def(ops::Op::constant), {}, {filter}, {type}, at);
  const std::vector<int64_t> one{1, 1}, none{0, 0, 0, 0};
  const ir::NodeId result = graph.append(graph.body(), ops::def(ops::Op::conv2d), {x, graph.node(known).results[0]},
                                         {one, true, none, one, int64_t{1}}, {{DType::float32, image}}, at);
  graph.block(graph.body()).results = {graph.node(result).results[0]};
  const ir::Graph after = packed(graph, {random_floats(image, 4)});
  CHECK(count(after, ops::Op::conv2d_packed) == 1);
  CHECK(count(after, ops::Op::pack_filter) == 0);
}

}  // namespace pack_filters_test

}  // namespace ag::test
