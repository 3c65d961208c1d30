/// Fast code scales the smaller one of an operand of a matrix product and the product.
#include "lower/product_scales.h"

#include "exec/interpreter.h"
#include "runtime/program/program_run.h"

namespace ag::test {

namespace product_scales_test {
namespace {

/// The graph after the rewrite, without source locations.
std::string moved(const char* text) {
  ir::Graph graph = ir::parse(text, ops::table());
  codegen::move_scales_behind_products(graph);
  return ir::print(graph, {.locations = false});
}

/// The scaled operand is on the left, a transpose on the right, and divided by a number.
constexpr const char* kScaled =
    R"(graph f(%0: float32[40,30] "a", %1: float32[30] "x", %2: float32[] "s") -> float32[40], float32[30] {
  %3 = multiply(%2, %0) : float32[40,30]
  %4 = matmul(%3, %1) : float32[40]
  %5 = exp(%4) : float32[40]
  %6 = divide(%0, %2) : float32[40,30]
  %7 = permute_dims(%6) {axes = [1, 0]} : float32[30,40]
  %8 = matmul(%7, %5) : float32[30]
  yield %5, %8
}
)";

}  // namespace
}  // namespace product_scales_test

using namespace product_scales_test;

TEST_CASE("a number that scales an operand scales the smaller product in fast code") {
  CHECK(moved(kScaled) ==
        R"(graph f(%0: float32[40,30] "a", %1: float32[30] "x", %2: float32[] "s") -> float32[40], float32[30] {
  %3 = matmul(%0, %1) : float32[40]
  %4 = multiply(%2, %3) : float32[40]
  %5 = exp(%4) : float32[40]
  %6 = permute_dims(%0) {axes = [1, 0]} : float32[30,40]
  %7 = matmul(%6, %5) : float32[30]
  %8 = divide(%7, %2) : float32[30]
  yield %5, %8
}
)");
}

TEST_CASE("scales of operands that are smaller, that have another use, or that are no numbers stay") {
  const char* const text =
      R"(graph f(%0: float32[40,3] "a", %1: float32[3,50] "b", %2: float32[] "s", %3: float32[3] "v") -> float32[40,50], float32[40], float32[40,3], float32[40] {
  %4 = multiply(%0, %2) : float32[40,3]
  %5 = matmul(%4, %1) : float32[40,50]
  %6 = divide(%0, %2) : float32[40,3]
  %7 = matmul(%6, %3) : float32[40]
  %8 = multiply(%0, %3) : float32[40,3]
  %9 = matmul(%8, %3) : float32[40]
  yield %5, %7, %6, %9
}
)";
  CHECK(moved(text) == text);
}

TEST_CASE("fast code with moved scales computes the same but for the last bits") {
  const codegen::BackendInterface* const backend = backend_or_warning();
  if (!backend) return;
  const ir::Graph graph = ir::parse(kScaled, ops::table());
  const Tensor a = sin(reshape(arange(1200), {40, 30})), x = cos(arange(30)), s = tensor(0.37F);
  const std::vector<const Tensor*> inputs{&a, &x, &s};
  const std::vector<Tensor> fast = exec::Compiled(graph, *backend, {.fast = true}).run(inputs);
  const std::vector<Tensor> strict = exec::Interpreter(std::make_shared<const ir::Graph>(graph)).run(inputs);
  for (size_t k = 0; k < strict.size(); ++k) {
    const double error = max(abs(fast[k] - strict[k])).item<double>(), size = max(abs(strict[k])).item<double>();
    CHECK(error < 1e-5 * size);
  }
}

}  // namespace ag::test
