/// Loops that come to a fixed point: what they compute then, and where they do not.
#include "passes/fixed_points.h"

#include <string>

#include "graph/verify.h"
#include "passes/manager.h"
#include "runtime/program_passes/masked_loop_run.h"

namespace ag::test {

namespace fixed_points_test {
namespace {

const passes::FixedPointLimits kAll = passes::FixedPointLimits::all();

/// 100 rounds of `body`, which has the state %10, an array of three numbers, and the round %11, and gives the next
/// state %20. What it gives besides, %21, is written into a row of the second result.
std::string rounds(const std::string& body) {
  return R"(graph f(%0: float64[3], %1: float64[]) -> float64[3], float64[100,3] {
  %2 = constant() {value = int64[]{0}} : int64[]
  %3 = constant() {value = int64[]{1}} : int64[]
  %4 = constant() {value = int64[]{100}} : int64[]
  %5 = constant() {value = float64[]{2}} : float64[]
  %6 = full(%1) {shape = (100, 3)} : float64[100,3]
  %7, %8, %9 = while_loop(%0, %2, %6) : float64[3], int64[], float64[100,3] {(%30: float64[3], %31: int64[], %32: float64[100,3])
    %33 = less(%31, %4) : boolean[]
    yield %33
  } {(%10: float64[3], %11: int64[], %12: float64[100,3])
)" + body +
         R"(
    %22 = index_update(%12, %21, %11) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float64[100,3]
    %23 = add(%11, %3) : int64[]
    yield %20, %23, %22
  }
  yield %7, %9
})";
}

/// The roots of %1, by Newton's method; besides, their reciprocals.
const std::string kRoots = rounds(R"(
    %13 = divide(%1, %10) : float64[3]
    %14 = add(%10, %13) : float64[3]
    %20 = divide(%14, %5) : float64[3]
    %21 = divide(%1, %20) : float64[3])");

/// Whether the pass changes the loops; either way they have the bits, and the errors, that they had.
bool changes(const std::string& text, const std::vector<Tensor>& inputs) {
  ir::Graph graph = ir::parse(text, ops::table());
  const std::string before = ir::print(graph);
  const bool changed = passes::stop_at_fixed_points_within(graph, kAll);
  const std::string after = ir::print(graph);
  INFO(after);
  CHECK(ir::find_faults(graph) == std::vector<std::string>());
  CHECK(agree(after, inputs) == agree(before, inputs));
  CHECK(!passes::stop_at_fixed_points_within(graph, kAll));  // nor does it ask twice
  return changed;
}

Tensor numbers(double a, double b, double c) { return tensor({a, b, c}, float64); }

}  // namespace

TEST_CASE("a loop keeps what it computes from a state that stays as it is") {
  CHECK(changes(kRoots, {numbers(1, 3, 1e-3), tensor(2.0, float64)}));
  CHECK(changes(kRoots, {numbers(1, NAN, INFINITY), tensor(2.0, float64)}));
  CHECK(changes(kRoots, {numbers(1, 2, 3), tensor(-2.0, float64)}));  // has no roots, and finds none
  CHECK(changes(kRoots, {numbers(0, -0.0, 3), tensor(0.0, float64)}));
}

TEST_CASE("zeros of two signs are two states") {
  const std::string turned = rounds(R"(
    %20 = negative(%10) : float64[3]
    %21 = divide(%1, %20) : float64[3])");
  CHECK(changes(turned, {numbers(0, -0.0, 0), tensor(1.0, float64)}));
  const auto graph = std::make_shared<ir::Graph>(ir::parse(turned, ops::table()));
  passes::stop_at_fixed_points_within(*graph, kAll);
  const Tensor start = numbers(0, -0.0, 0), one = tensor(1.0, float64);
  const std::vector<const Tensor*> inputs{&start, &one};
  const Tensor rows = exec::Interpreter(graph).run(inputs)[1];
  CHECK(rows[98].to_vector<double>() == std::vector<double>{-INFINITY, INFINITY, -INFINITY});
  CHECK(rows[99].to_vector<double>() == std::vector<double>{INFINITY, -INFINITY, INFINITY});
}

TEST_CASE("what depends on the round, on an effect, or on anything else that changes is computed in each") {
  const std::vector<Tensor> inputs{numbers(1, 2, 3), tensor(0.5, float64)};
  CHECK(!changes(rounds(R"(
    %13 = astype(%11) {dtype = float64} : float64[]
    %20 = multiply(%10, %13) : float64[3]
    %21 = multiply(%20, %1) : float64[3])"),
                 inputs));
  CHECK(changes(rounds(R"(
    %13 = astype(%11) {dtype = float64} : float64[]
    %20 = multiply(%10, %1) : float64[3]
    %21 = multiply(%20, %13) : float64[3])"),
                inputs));
}

TEST_CASE("no error comes earlier, and each says in which round it is") {
  // The second fails in the fifth round: whether the first, which would fail in the fourth, comes before is as it was.
  const std::string checked = R"(
    %13 = constant() {value = int32[]{1}} : int32[]
    %14 = constant() {value = int64[]{4}} : int64[]
    %15 = constant() {value = float64[]{8.5}} : float64[]
    %16 = less(%11, %14) : boolean[]
    check(%16) {format = ["=late"]}
    %20 = multiply(%10, %5) : float64[3]
    %17 = sum(%20) {axes = [0], keepdims = false} : float64[]
    %18 = less(%17, %15) : boolean[]
    %19 = astype(%18) {dtype = int32} : int32[]
    %24 = divide(%13, %19) : int32[]
    %25 = astype(%24) {dtype = float64} : float64[]
    %21 = multiply(%20, %25) : float64[3])";
  const std::string text = rounds(checked);
  for (const double first : {0.0, 0.1, 0.3, 1.0}) {
    const std::vector<Tensor> inputs{numbers(first, 0, 0), tensor(1.0, float64)};
    CHECK(changes(text, inputs));
    ir::Graph graph = ir::parse(text, ops::table());
    passes::stop_at_fixed_points_within(graph, kAll);
    const std::string outcome = agree(ir::print(graph), inputs);
    INFO(outcome);
    CHECK((outcome.find("late") != std::string::npos) == (first < 0.5));
    CHECK(outcome.find(first < 0.5 ? "iteration 5 of" : "iteration 4 of") != std::string::npos);
  }
}

TEST_CASE("one state may be the one before of another, and what is given may be carried already") {
  const std::string text =
      R"(graph f(%0: float32[3], %1: int32[], %2: float32[]) -> float32[3], float32[3], float32[3], float32[] {
  %3 = constant() {value = int32[]{0}} : int32[]
  %4 = constant() {value = int32[]{1}} : int32[]
  %5, %6, %7, %8, %9 = while_loop(%3, %0, %0, %0, %2) : int32[], float32[3] "new", float32[3] "old", float32[3] "tangent", float32[] "sum" {(%10: int32[], %11: float32[3], %12: float32[3], %13: float32[3], %14: float32[])
    %15 = less(%10, %1) : boolean[]
    yield %15
  } {(%16: int32[], %17: float32[3], %18: float32[3], %19: float32[3], %20: float32[])
    %21 = cos(%17) : float32[3]
    %22 = multiply(%21, %18) : float32[3]
    %23 = cos(%22) : float32[3]
    %24 = tan(%23) : float32[3]
    %25 = sum(%24) {axes = [0], keepdims = false} : float32[]
    %26 = add(%20, %25) : float32[]
    %27 = add(%16, %4) : int32[]
    yield %27, %23, %17, %24, %26
  }
  yield %6, %7, %8, %9
})";
  for (int count : {0, 1, 2, 50, 500}) {
    CHECK(changes(text, {tensor({0.1, 0.5, 0.9}, float32), tensor(count, int32), tensor(1.5, float32)}));
  }
}

}  // namespace fixed_points_test

}  // namespace ag::test
