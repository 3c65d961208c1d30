/// What loops add products to is changed in place, and has the bits that it had.
#include <ag/literal.h>
#include <ag/ops.h>

#include <algorithm>
#include <random>
#include <string>

#include "exec/backend.h"
#include "exec/compiled.h"
#include "exec/interpreter.h"
#include "graph/text.h"
#include "graph/verify.h"
#include "ops/table.h"
#include "passes/manager.h"
#include "support/catch.h"
#include "tensor/impl.h"

namespace ag::test {

namespace fuse_addmm_test {
namespace {

Tensor random_numbers(const Shape& shape, DType dtype, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<double> values(static_cast<size_t>(shape.element_count()));
  for (double& value : values) value = static_cast<double>(random() % 20001) / 7000 - 1;
  return astype(reshape(tensor(values), shape), dtype);
}

std::vector<double> numbers(const std::vector<Tensor>& results) {
  std::vector<double> all;
  for (const Tensor& result : results) {
    const std::vector<double> more = astype(result, float64).to_vector<double>();
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

/// A loop of three rounds with `body`, which has %w and gives %next. M, K, N and D are replaced.
std::string loop(const std::string& body, int64_t m, int64_t k, int64_t n, const std::string& dtype) {
  std::string text =
      R"(graph f(%0: D[M,N] "w", %1: D[M,K] "x", %2: D[K,N] "g", %3: D[] "rate", %4: int32[] "n") -> D[M,N], D[M,N] {
  %5 = constant() {value = int32[]{0}} : int32[]
  %6 = constant() {value = int32[]{1}} : int32[]
  %7, %8 = while_loop(%5, %0) : int32[], D[M,N] {(%9: int32[], %10: D[M,N])
    %11 = less(%9, %4) : boolean[]
    yield %11
  } {(%12: int32[], %13: D[M,N])
BODY    %20 = add(%12, %6) : int32[]
    yield %20, %19
  }
  yield %8, %0
})";
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
  };
  replace("BODY", body);
  replace("D[", dtype + "[");
  replace("M,", std::to_string(m) + ",");
  replace("K,", std::to_string(k) + ",");
  replace(",K", "," + std::to_string(k));
  replace(",N", "," + std::to_string(n));
  return text;
}

/// Whether the pass made an addmm of it; all runs have the same bits.
bool accumulates(const std::string& text, const std::vector<Tensor>& inputs) {
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  auto graph = std::make_shared<ir::Graph>(ir::parse(text, ops::table()));
  const std::vector<double> before = numbers(exec::Interpreter(graph).run(pointers));
  ir::PassOptions options;
  options.selection = "fuse_addmm";
  options.verify = true;
  passes::optimize(*graph, options);
  CHECK(ir::find_faults(*graph).empty());
  INFO(ir::print(*graph));
  CHECK(numbers(exec::Interpreter(graph).run(pointers)) == before);
  std::string why;
  if (const codegen::BackendInterface* backend = exec::backend(why)) {
    CHECK(numbers(exec::Compiled(*graph, *backend).run(pointers)) == before);
  }
  return ir::print(*graph).find("addmm(") != std::string::npos;
}

constexpr const char* kScaled =
    "    %14 = matmul(%1, %2) : D[M,N]\n    %15 = multiply(%3, %14) : D[M,N]\n    %19 = subtract(%13, %15) : D[M,N]\n";
constexpr const char* kPlain = "    %14 = matmul(%1, %2) : D[M,N]\n    %19 = add(%14, %13) : D[M,N]\n";
/// The product is one of what is changed, turned.
constexpr const char* kOfItself =
    "    %14 = permute_dims(%13) {axes = [1, 0]} : D[M,N]\n    %15 = matmul(%1, %14) : D[M,N]\n"
    "    %16 = multiply(%15, %3) : D[M,N]\n    %19 = add(%13, %16) : D[M,N]\n";

}  // namespace

TEST_CASE("what a loop adds products to is changed in place, of every size and bit for bit") {
  for (const std::string dtype : {"float32", "float64"}) {
    const DType of = dtype == "float32" ? float32 : float64;
    for (const auto& [m, k, n] : {std::array<int64_t, 3>{784, 100, 10}, {200, 17, 130}, {1000, 9, 1}, {70, 20, 600}}) {
      const std::vector<Tensor> inputs{random_numbers({m, n}, of, 1), random_numbers({m, k}, of, 2),
                                       random_numbers({k, n}, of, 3), tensor(0.1, of), tensor(3, int32)};
      CHECK(accumulates(loop(kScaled, m, k, n, dtype), inputs));
      CHECK(accumulates(loop(kPlain, m, k, n, dtype), inputs));
    }
    const std::vector<Tensor> square{random_numbers({30, 30}, of, 1), random_numbers({30, 30}, of, 2),
                                     random_numbers({30, 30}, of, 3), tensor(0.01, of), tensor(3, int32)};
    CHECK(accumulates(loop(kOfItself, 30, 30, 30, dtype), square));
  }
}

TEST_CASE("small products, and those that threads share, are added as they are") {
  const auto inputs = [](int64_t m, int64_t k, int64_t n) {
    return std::vector<Tensor>{random_numbers({m, n}, float32, 1), random_numbers({m, k}, float32, 2),
                               random_numbers({k, n}, float32, 3), tensor(0.1, float32), tensor(3, int32)};
  };
  CHECK(!accumulates(loop(kScaled, 10, 10, 10, "float32"), inputs(10, 10, 10)));
  CHECK(!accumulates(loop(kScaled, 2000, 3, 8, "float32"), inputs(2000, 3, 8)));
  CHECK(accumulates(loop(kScaled, 784, 200, 10, "float32"), inputs(784, 200, 10)));
  CHECK(!accumulates(loop(kScaled, 784, 300, 10, "float32"), inputs(784, 300, 10)));
}

}  // namespace fuse_addmm_test

}  // namespace ag::test
