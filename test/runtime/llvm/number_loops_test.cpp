/// Loops over numbers in native code: several iterations side by side, their branches as masks.
#include <cmath>

#include "runtime/program/program_run.h"

namespace ag::test {

namespace number_loops_test {
namespace {

bool has_vectors_of(const std::string& module, const std::string& element) {
  return module.find("vector.body") != std::string::npos && module.find(" x " + element + ">") != std::string::npos;
}

/// Counts what is below a number: multiples of 15, else those with rest 1 by 6; adds up the others.
const std::string kCount = R"(graph count(%0: int32[] "n") -> int32[], int32[], int32[] {
  %1 = constant() {value = int32[]{0}} : int32[]
  %2 = constant() {value = int32[]{1}} : int32[]
  %3 = constant() {value = int32[]{15}} : int32[]
  %4 = constant() {value = int32[]{6}} : int32[]
  %5, %6, %7, %8 = while_loop(%1, %1, %1, %1) : int32[], int32[], int32[], int32[]
    {(%10: int32[], %11: int32[], %12: int32[], %13: int32[])
    %14 = less(%10, %0) : boolean[]
    yield %14
  } {(%20: int32[], %21: int32[], %22: int32[], %23: int32[])
    %24 = fmod(%20, %3) : int32[]
    %25 = equal(%24, %1) : boolean[]
    %26, %27, %28 = cond(%25) : int32[], int32[], int32[] {()
      %30 = add(%21, %2) : int32[]
      yield %30, %22, %23
    } {()
      %31 = fmod(%20, %4) : int32[]
      %32 = equal(%31, %2) : boolean[]
      %33, %34 = cond(%32) : int32[], int32[] {()
        %35 = add(%22, %2) : int32[]
        yield %35, %23
      } {()
        %36 = add(%23, %20) : int32[]
        yield %22, %36
      }
      yield %21, %33, %34
    }
    %40 = add(%20, %2) : int32[]
    yield %40, %26, %27, %28
  }
  yield %6, %7, %8
})";

/// Stores squares at the multiples of 3 below a number, and negative numbers elsewhere.
const std::string kFill = R"(graph fill(%0: int32[1000] "y", %1: int32[] "n") -> int32[1000], int32[] {
  %2 = constant() {value = int32[]{0}} : int32[]
  %3 = constant() {value = int32[]{1}} : int32[]
  %4 = constant() {value = int32[]{3}} : int32[]
  %5, %6 = while_loop(%2, %0) : int32[], int32[1000] {(%7: int32[], %8: int32[1000])
    %9 = less(%7, %1) : boolean[]
    yield %9
  } {(%10: int32[], %11: int32[1000])
    %12 = fmod(%10, %4) : int32[]
    %13 = equal(%12, %2) : boolean[]
    %14 = cond(%13) : int32[1000] {()
      %15 = multiply(%10, %10) : int32[]
      %16 = index_update(%11, %15, %10) {kinds = [20], starts = [0], stops = [0], steps = [1]} : int32[1000] @ "fill.cpp":5
      yield %16
    } {()
      %17 = negative(%10) : int32[]
      %18 = index_update(%11, %17, %10) {kinds = [20], starts = [0], stops = [0], steps = [1]} : int32[1000] @ "fill.cpp":7
      yield %18
    }
    %19 = add(%10, %3) : int32[]
    yield %19, %14
  }
  %20 = sum(%6) {axes = [0], keepdims = false} : int32[]
  yield %6, %20
})";

/// Adds up h / (1 + x x) at the middles x of n intervals of length h.
const std::string kIntegral = R"(graph integral(%0: int32[] "n", %1: float32[] "h") -> float32[] {
  %2 = constant() {value = int32[]{0}} : int32[]
  %3 = constant() {value = int32[]{1}} : int32[]
  %4 = constant() {value = float32[]{0}} : float32[]
  %5 = constant() {value = float32[]{0.5}} : float32[]
  %6 = constant() {value = float32[]{1}} : float32[]
  %7, %8 = while_loop(%2, %4) : int32[], float32[] {(%9: int32[], %10: float32[])
    %11 = less(%9, %0) : boolean[]
    yield %11
  } {(%12: int32[], %13: float32[])
    %14 = astype(%12) {dtype = float32} : float32[]
    %15 = add(%14, %5) : float32[]
    %16 = multiply(%15, %1) : float32[]
    %17 = multiply(%16, %16) : float32[]
    %18 = add(%17, %6) : float32[]
    %19 = divide(%1, %18) : float32[]
    %20 = add(%13, %19) : float32[]
    %21 = add(%12, %3) : int32[]
    yield %21, %20
  }
  yield %8
})";

/// Adds up the roots of those elements that are positive.
const std::string kRoots = R"(graph roots(%0: float32[1000] "x", %1: int32[] "n") -> float32[] {
  %2 = constant() {value = int32[]{0}} : int32[]
  %3 = constant() {value = int32[]{1}} : int32[]
  %4 = constant() {value = float32[]{0}} : float32[]
  %5, %6 = while_loop(%2, %4) : int32[], float32[] {(%7: int32[], %8: float32[])
    %9 = less(%7, %1) : boolean[]
    yield %9
  } {(%10: int32[], %11: float32[])
    %12 = index(%0, %10) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[] @ "roots.cpp":4
    %13 = greater(%12, %4) : boolean[]
    %14 = cond(%13) : float32[] {()
      %15 = sqrt(%12) : float32[]
      %16 = add(%11, %15) : float32[]
      yield %16
    } {()
      yield %11
    }
    %17 = add(%10, %3) : int32[]
    yield %17, %14
  }
  yield %6
})";

}  // namespace

TEST_CASE("a loop that adds to a sum in a branch runs in vectors") {
  std::vector<float> x;
  for (int k = 0; k < 1000; ++k) x.push_back(std::sin(static_cast<float>(k * k)) - 0.1f);
  for (const int n : {0, 1, 7, 999, 1000}) {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      if (x[static_cast<size_t>(i)] > 0) sum += std::sqrt(x[static_cast<size_t>(i)]);
    }
    std::ostringstream plain;
    plain << "float32 " << tensor(sum) << ";";
    CHECK(run(kRoots.c_str(), {tensor(x), tensor(n, int32)}) == plain.str());
  }
  CHECK_THAT(run(kRoots.c_str(), {tensor(x), tensor(1001, int32)}),
             ag_test::StartsWith("roots.cpp:4: index: index 1000 is out of range") &&
                 ag_test::ContainsSubstring("in iteration 1001 of the loop"));
  const std::string module = compiled(kRoots).module;
  if (!module.empty()) CHECK(has_vectors_of(module, "float"));
}

TEST_CASE("a loop that adds up numbers computes them in vectors, and adds them in their order") {
  for (const int n : {0, 1, 7, 1000, 12345}) {
    const float h = 1 / static_cast<float>(n + 1);
    volatile float sum = 0;  // so that no product is fused into a sum
    for (int i = 0; i < n; ++i) {
      volatile float x = (static_cast<float>(i) + 0.5f) * h, square = x * x;
      sum = sum + h / (square + 1);
    }
    std::ostringstream plain;
    plain << "float32 " << tensor(static_cast<float>(sum)) << ";";
    CHECK(run(kIntegral.c_str(), {tensor(n, int32), tensor(h, float32)}) == plain.str());
  }
  const std::string module = compiled(kIntegral).module;
  if (!module.empty()) CHECK(has_vectors_of(module, "float"));
}

TEST_CASE("a loop whose branches store at its number runs in vectors, and fails where it is beyond the array") {
  const Tensor y = full({1000}, 7, int32);
  for (const int n : {0, 1, 100, 999, 1000}) {
    int sum = 7 * (1000 - n);
    for (int i = 0; i < n; ++i) sum += i % 3 == 0 ? i * i : -i;
    CHECK_THAT(run(kFill.c_str(), {y, tensor(n, int32)}), ag_test::EndsWith(";int32 " + std::to_string(sum) + ";"));
  }
  CHECK_THAT(run(kFill.c_str(), {y, tensor(1003, int32)}),
             ag_test::StartsWith("fill.cpp:7: index: index 1000 is out of range for axis 0 of length 1000") &&
                 ag_test::ContainsSubstring("in iteration 1001 of the loop"));
  const std::string module = compiled(kFill).module;
  if (!module.empty()) CHECK(has_vectors_of(module, "i32"));
}

TEST_CASE("a loop whose branches depend on remainders runs in vectors") {
  for (const int n : {0, 17, 1000}) {
    int of_15 = 0, one_more_than_of_6 = 0, others = 0;
    for (int i = 0; i < n; ++i) {
      if (i % 15 == 0)
        ++of_15;
      else if (i % 6 == 1)
        ++one_more_than_of_6;
      else
        others += i;
    }
    std::ostringstream plain;
    plain << "int32 " << of_15 << ";int32 " << one_more_than_of_6 << ";int32 " << others << ";";
    CHECK(run(kCount.c_str(), {tensor(n, int32)}) == plain.str());
  }
  const std::string module = compiled(kCount).module;
  if (module.empty()) return;
  CHECK(has_vectors_of(module, "i32"));
}

TEST_CASE("a remainder that is compared has the value of the kernel for every dividend, divisor and rest") {
  for (const DType dtype : {int8, int16, int32, int64, uint8, uint16, uint32, uint64}) {
    const bool sign = dtype == int8 || dtype == int16 || dtype == int32 || dtype == int64;
    const auto bits = static_cast<int>(8 * item_size(dtype));
    std::vector<int64_t> dividends;
    for (int64_t k = sign ? -128 : 0; k < (sign ? 128 : 256); ++k) dividends.push_back(k);
    // Around the ends of larger dtypes, as the numbers that they wrap to.
    for (int64_t k = -130; k < 130; ++k)
      dividends.push_back(static_cast<int64_t>((uint64_t{1} << (bits - 1)) + static_cast<uint64_t>(k)));
    const Tensor x = astype(tensor(dividends), dtype);
    std::vector<int64_t> divisors{1, 3, 5, 6, 7, 10, 12, 15, 24, 60, 96, 100, 127};
    if (sign) divisors.insert(divisors.end(), {-1, -3, -6, -100});
    const std::string type = (std::ostringstream() << dtype).str(),
                      array = type + "[" + std::to_string(dividends.size()) + "]",
                      mask = "boolean[" + std::to_string(dividends.size()) + "]";
    std::string body, results, types;
    int next = 1;
    const auto value = [&] { return "%" + std::to_string(next++); };
    for (const int64_t divisor : divisors) {
      const std::string by = value(), rest = value();
      body += by + " = constant() {value = " + type + "[]{" + std::to_string(divisor) + "}} : " + type + "[]\n";
      body += rest + " = fmod(%0, " + by + ") : " + array + "\n";
      const int64_t size = std::abs(divisor);
      std::vector<int64_t> wanted{0, 1, size / 2, size - 1, size};
      if (sign) wanted.insert(wanted.end(), {-1, -size / 2, 1 - size});
      for (const int64_t number : wanted) {
        const std::string compared = value(), equal = value();
        body += compared + " = constant() {value = " + type + "[]{" + std::to_string(number) + "}} : " + type + "[]\n";
        body += equal + (number % 2 ? " = not_equal(" : " = equal(") + rest + ", " + compared + ") : " + mask + "\n";
        results += (results.empty() ? "" : ", ") + equal;
        types += (types.empty() ? "" : ", ") + mask;
      }
    }
    INFO(type);
    const std::string graph = "graph f(%0: " + array + ") -> " + types + " {\n" + body + "yield " + results + "\n}";
    run(graph.c_str(), {x});
    const std::string module = compiled(graph).module;
    CHECK(module.find("rem ") == std::string::npos);
  }
}

}  // namespace number_loops_test

}  // namespace ag::test
