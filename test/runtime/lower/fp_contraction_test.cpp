/// Native code that may be fast: which sums and products are rounded together, and what stays as it is.
#include <ag/staging/generated.h>

#include <cmath>
#include <cstdlib>

#include "runtime/program/program_run.h"

namespace ag::test {

namespace fp_contraction_test {
namespace {

std::string fast_statements(const char* text) {
  return statements_of(codegen::print(codegen::lower(ir::parse(text, ops::table()), {.fast = true}), {false}));
}

/// What native code gives that is fast, as numbers; nothing where the code generator is not built.
std::vector<double> run_fast(const char* text, const std::vector<Tensor>& inputs) {
  std::string why;
  const codegen::BackendInterface* const backend = exec::backend(why);
  if (!backend) {
    WARN("skipped: " + why);
    return {};
  }
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  std::vector<double> numbers;
  for (const Tensor& result : exec::Compiled(ir::parse(text, ops::table()), *backend, {.fast = true}).run(pointers)) {
    const std::vector<double> more = result.to_vector<double>();
    numbers.insert(numbers.end(), more.begin(), more.end());
  }
  return numbers;
}

Tensor rest_fast(Tensor x, Tensor y) {
  return traced<&rest_fast>(AG_OPTIONS(.executor = Executor::compiled, .floating_point = FloatingPoint::fast),
                            AG_STATE(x, y), [](Tensor x, Tensor y) -> Tensor { return x * x - y; });
}
Tensor rest_strict(Tensor x, Tensor y) {
  return traced<&rest_strict>(AG_OPTIONS(.executor = Executor::compiled, .floating_point = FloatingPoint::strict),
                              AG_STATE(x, y), [](Tensor x, Tensor y) -> Tensor { return x * x - y; });
}
Tensor rest(Tensor x, Tensor y) {
  return traced<&rest>(AG_OPTIONS(.executor = Executor::compiled), AG_STATE(x, y),
                       [](Tensor x, Tensor y) -> Tensor { return x * x - y; });
}

}  // namespace

TEST_CASE("a function is fast where its options or the environment say so") {
  std::string why;
  if (!exec::backend(why)) {
    WARN("skipped: " + why);
    return;
  }
  const double x = 1 + 0x1p-30, fused = std::fma(x, x, -(x * x));
  unsetenv("AG_FLOATING_POINT");
  CHECK(rest(tensor(x, float64), tensor(x * x, float64)).item<double>() == 0);
  CHECK(rest_fast(tensor(x, float64), tensor(x * x, float64)).item<double>() == fused);
  setenv("AG_FLOATING_POINT", "fast", 1);
  CHECK(rest_strict(tensor(x, float64), tensor(x * x, float64)).item<double>() == 0);
  CHECK(rest(tensor({x}, float64), tensor({x * x}, float64)).item<double>() == fused);
  setenv("AG_FLOATING_POINT", "exact", 1);
  CHECK_THROWS_WITH(rest(tensor({x, x}), tensor({x, x})),
                    ag_test::ContainsSubstring("AG_FLOATING_POINT is 'exact'; it is strict or fast"));
  unsetenv("AG_FLOATING_POINT");
}

TEST_CASE("fast code rounds a product and the sum that takes it once") {
  const char* text = R"(graph f(%0: float64[2], %1: float64[2], %2: float64[2]) -> float64[2], float64[] {
    %3 = multiply(%0, %1) : float64[2]
    %4 = subtract(%3, %2) : float64[2]
    %5 = sum(%4) {axes = [], keepdims = false} : float64[]
    yield %4, %5
  })";
  CHECK(fast_statements(text) == R"(  allocate a3
  reduce s0 < 2 (s6: float64 = contract sum s5) {
    s1: float64 = load a0[s0]
    s2: float64 = load a1[s0]
    s3: float64 = contract mul s1, s2
    s4: float64 = load a2[s0]
    s5: float64 = contract sub s3, s4
    store a3[s0] = s5
  }
  s7: float64 = 0
  s8: float64 = contract add s7, s6
  s9: float64 = copy s8
  box a4 = s9
)");
  const double x = 1 + 0x1p-30;
  const std::vector<double> fast =
      run_fast(text, {tensor({x, 2.0}, float64), tensor({x, 3.0}, float64), tensor({x * x, 1.0}, float64)});
  if (!fast.empty()) CHECK(fast == std::vector<double>{std::fma(x, x, -(x * x)), 5, 5 + std::fma(x, x, -(x * x))});
}

TEST_CASE("the steps of functions and of integers are rounded as ever in fast code") {
  const char* text = R"(graph f(%0: float32[3], %1: int32[3]) -> float32[3], int32[3] {
    %2 = exp(%0) : float32[3]
    %3 = multiply(%1, %1) : int32[3]
    %4 = add(%3, %1) : int32[3]
    yield %2, %4
  })";
  CHECK(fast_statements(text) == statements(text));
}

TEST_CASE("what a loop adds up may be added in another order in fast code") {
  const char* text = R"(graph f(%0: float32[100]) -> float32[] {
    %1 = constant() {value = int64[]{0}} : int64[]
    %2 = constant() {value = float32[]{0}} : float32[]
    %3, %4 = while_loop(%1, %2) : int64[], float32[] {(%5: int64[], %6: float32[])
      %7 = constant() {value = int64[]{100}} : int64[]
      %8 = less(%5, %7) : boolean[]
      yield %8
    } {(%9: int64[], %10: float32[])
      %11 = index(%0, %9) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[]
      %12 = multiply(%11, %11) : float32[]
      %13 = add(%10, %12) : float32[]
      %14 = constant() {value = int64[]{1}} : int64[]
      %15 = add(%9, %14) : int64[]
      yield %15, %13
    }
    yield %4
  })";
  const std::string program = fast_statements(text);
  CHECK(program.find("float32 = contract mul") != std::string::npos);
  CHECK(program.find("float32 = reassoc add") != std::string::npos);
  const std::string module = compiled(text, false, true).module;
  if (module.empty()) return;
  // Sums side by side, where other code adds one product behind another.
  CHECK(module.find("fadd reassoc contract <") != std::string::npos);
  const Tensor x = linspace(0.0, 1.0, 100, float32);
  const double exact = sum(square(x)).item<double>();
  CHECK(std::abs(run_fast(text, {x})[0] - exact) <= 1e-5 * exact);
}

TEST_CASE("fast code takes the products of three matrices in the cheaper order") {
  const char* text = R"(graph f(%0: float64[2,3], %1: float64[3,2], %2: float64[2]) -> float64[2], float64[2] {
    %3 = matmul(%0, %1) : float64[2,2]
    %4 = add(%2, %2) : float64[2]
    %5 = matmul(%3, %4) : float64[2]
    %6 = matmul(%1, %0) : float64[3,3]
    %7 = matmul(%6, %1) : float64[3,2]
    %8 = sum(%7) {axes = [0], keepdims = false} : float64[2]
    yield %5, %8
  })";
  const auto count = [](const std::string& program, const std::string& part) {
    int found = 0;
    for (size_t at = program.find(part); at != std::string::npos; at = program.find(part, at + 1)) ++found;
    return found;
  };
  // 2 rows of 3 terms by 2 columns, and 2 of 2, become 3 rows of 2 terms and 2 of 3; (B A) B, as B (A B), saves terms
  // too.
  const std::string strict = statements(text), fast = fast_statements(text);
  CHECK(count(strict, "loop") > count(fast, "loop"));
  const Tensor a = reshape(linspace(0.0, 5.0, 6, float64), {2, 3}),
               b = reshape(linspace(0.0, 5.0, 6, float64), {3, 2}) * 0.5, x = tensor({1.0, 2.0}, float64);
  const std::vector<double> found = run_fast(text, {a, b, x});
  if (found.empty()) return;
  const std::vector<double> first = matmul(matmul(a, b), x + x).to_vector<double>(),
                            second = sum(matmul(matmul(b, a), b), 0).to_vector<double>();
  CHECK(found == std::vector<double>{first[0], first[1], second[0], second[1]});
}

TEST_CASE("sums of a product begin with what it is added to in fast code") {
  const char* text =
      R"(graph f(%0: float64[2,2], %1: float64[2,2], %2: float64[2]) -> float64[2,2], float64[2,2], float64[2] {
    %3 = add(%1, %1) : float64[2,2]
    %4 = matmul(%0, %1) : float64[2,2]
    %5 = subtract(%3, %4) : float64[2,2]
    %6 = matmul(%1, %0) : float64[2,2]
    %7 = permute_dims(%0) {axes = [1, 0]} : float64[2,2]
    %8 = subtract(%6, %7) : float64[2,2]
    %9 = matmul(%2, %1) : float64[2]
    %10 = add(%9, %2) : float64[2]
    yield %5, %8, %10
  })";
  const std::string program = fast_statements(text);
  INFO(program);
  CHECK(program.find(R"(
    s6: float64 = load a0[2*s3]
    s10: float64 = load a0[2*s3 + 1]
    loop s4 < 2 {
      s5: float64 = load a3[2*s3 + s4]
      s7: float64 = load a1[s4]
      s8: float64 = contract mul s6, s7
      s9: float64 = contract sub s5, s8
      s11: float64 = load a1[s4 + 2]
      s12: float64 = contract mul s10, s11
      s13: float64 = contract sub s9, s12
      store a4[2*s3 + s4] = s13
)") != std::string::npos);
  CHECK(program.find(R"(
      s19: float64 = contract mul s17, s18
      s20: float64 = contract sub s19, s16
)") != std::string::npos);
  const Tensor a = tensor({{1.0, 2.0}, {3.0, 5.0}}, float64), b = tensor({{7.0, 11.0}, {13.0, 17.0}}, float64),
               x = tensor({19.0, 23.0}, float64);
  std::vector<double> wanted;
  for (const Tensor& result : {b + b - matmul(a, b), matmul(b, a) - a.T(), matmul(x, b) + x}) {
    const std::vector<double> more = result.to_vector<double>();
    wanted.insert(wanted.end(), more.begin(), more.end());
  }
  const std::vector<double> found = run_fast(text, {a, b, x});
  if (!found.empty()) CHECK(found == wanted);
}

TEST_CASE("a product that is added turned is not what a sum begins with, nor is it added as it lies") {
  const char* text = R"(graph f(%0: float64[2,2], %1: float64[2,2]) -> float64[2,2], float64[2,2] {
    %2 = matmul(%0, %1) : float64[2,2]
    %3 = permute_dims(%2) {axes = [1, 0]} : float64[2,2]
    %4 = add(%1, %3) : float64[2,2]
    %5 = matmul(%1, %0) : float64[2,2]
    %6 = permute_dims(%5) {axes = [1, 0]} : float64[2,2]
    %7 = subtract(%6, %1) : float64[2,2]
    yield %4, %7
  })";
  const Tensor a = tensor({{1.0, 2.0}, {3.0, 5.0}}, float64), b = tensor({{7.0, 11.0}, {13.0, 17.0}}, float64);
  std::vector<double> wanted;
  for (const Tensor& result : {b + matmul(a, b).T(), matmul(b, a).T() - b}) {
    const std::vector<double> more = result.to_vector<double>();
    wanted.insert(wanted.end(), more.begin(), more.end());
  }
  const std::vector<double> found = run_fast(text, {a, b});
  if (!found.empty()) CHECK(found == wanted);
  run(text, {a, b});
}

TEST_CASE("a program says which sums are rounded otherwise, and others are refused") {
  const std::string text = R"(program "sums"(a0: float32[4]) -> a1 {
  array a1: float32[]
  reduce s0 < 4 (s3: float32 = contract sum s2) {
    s1: float32 = load a0[s0]
    s2: float32 = contract mul s1, s1
  }
  s4: float32 = reassoc add s3, s3
  box a1 = s4
}
)";
  CHECK(codegen::print(codegen::parse(text, ops::table()), {false}) == text);
  const char* wrong = R"(program "f"(a0: int32[]) -> a0 {
  s0: int32 = load a0[0]
  s1: int32 = contract add s0, s0
})";
  CHECK_THROWS_WITH(codegen::parse(wrong, ops::table()),
                    ag_test::ContainsSubstring("contract add is no sum or product of floating-point numbers"));
}

}  // namespace fp_contraction_test

}  // namespace ag::test
