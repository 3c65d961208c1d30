/// Elementwise nests as kernels: the bits of the evaluator on the emulated device, and PTX that rounds each operation.
#include "plan_numbers.h"
#include "plan_run.h"
#include "support/catch.h"

namespace ag::test {

namespace elementwise_test {
namespace {

const std::string kProduct = R"(graph f(%0: TYPE[N,M], %1: TYPE[M]) -> TYPE[N,M] {
  %2 = multiply(%0, %1) : TYPE[N,M]
  %3 = add(%2, %0) : TYPE[N,M]
  yield %3
})";

}  // namespace

TEST_CASE("plan: a nest is one kernel, and its loops are axes of the tasks") {
  CHECK(plan_text(with_sizes(kProduct, float32, 5, 7)) == R"(plan "f" {
  kernel f_0 tasks 5: s0 tasks 7: s1 (a0, a1, store a2) {
    loop s0 < 5 {
      loop s1 < 7 {
        s2: float32 = load a0[7*s0 + s1]
        s3: float32 = load a1[s1]
        s4: float32 = mul s2, s3
        s5: float32 = add s4, s2
        store a2[7*s0 + s1] = s5
      }
    }
  }
  allocate a2
  launch f_0
}
)");
}

TEST_CASE("plan: elementwise nests of all sizes, with products and sums rounded one by one") {
  for (const DType dtype : {float32, float64, int32, uint8, float16, bfloat16}) {
    for (const int64_t n : {1, 3, 64}) {
      for (const int64_t m : {1, 5, 127})
        check_graph(with_sizes(kProduct, dtype, n, m), {signed_numbers({n, m}, dtype), signed_numbers({m}, dtype)});
    }
  }
}

TEST_CASE("plan: a launch of fewer threads than tasks") {
  const int64_t n = 4096 * 128 / 100 + 3;  // more than all threads of the largest grid
  PlanRunOptions options;
  options.device.checks = false;
  const PlanOutcome outcome = check_graph(with_sizes(kProduct, int32, n, 100),
                                          {signed_numbers({n, 100}, int32), signed_numbers({100}, int32)}, options);
  CHECK(outcome.counters.launches == 1);
}

TEST_CASE("plan: views, slices and gathers are read in the kernel that uses them") {
  check_graph(R"(graph f(%0: float32[6,5], %1: int64[4]) -> float32[5,6], float32[3,5], float32[4,5], float32[6,5] {
    %2 = permute_dims(%0) {axes = [1, 0]} : float32[5,6]
    %3 = exp(%2) : float32[5,6]
    %4 = index(%0) {kinds = [1], starts = [1], stops = [6], steps = [2]} : float32[3,5]
    %5 = negative(%4) : float32[3,5]
    %6 = take(%0, %1) {axis = 0} : float32[4,5]
    %7 = multiply(%6, %6) : float32[4,5]
    %8 = flip(%0) {axes = [0, 1]} : float32[6,5]
    %9 = add(%8, %0) : float32[6,5]
    yield %3, %5, %7, %9
  })",
              {signed_numbers({6, 5}, float32), tensor(std::vector<int64_t>{0, 5, -1, 2})});
}

TEST_CASE("plan: functions of kernels are inline in the code of a device") {
  for (const DType dtype : {float32, float64}) {
    for (const char* function : {"exp", "log", "sin", "tanh", "erf", "atan", "lgamma", "sqrt", "floor", "round"}) {
      INFO(function);
      const std::string text =
          std::string("graph f(%0: TYPE[N]) -> TYPE[N] {\n %1 = ") + function + "(%0) : TYPE[N]\n yield %1\n}";
      check_graph(with_sizes(text, dtype, 300), {signed_numbers({300}, dtype)});
    }
  }
}

TEST_CASE("plan: remainders are exact for all magnitudes") {
  std::vector<double> numbers{0,    -0.0,  1,     -1,       3.5,       5e-324, 1e-45, 2e-45, 1e-310, 1e-38,
                              1e30, -1e38, 1e300, INFINITY, -INFINITY, NAN,    7,     0.1,   -0.3};
  for (const DType dtype : {float32, float64}) {
    const auto count = static_cast<int64_t>(numbers.size());
    const Tensor x = astype(tensor(numbers, {count, 1}), dtype), y = astype(tensor(numbers, {1, count}), dtype);
    const std::string text = R"(graph f(%0: TYPE[N,1], %1: TYPE[1,N]) -> TYPE[N,N], TYPE[N,N] {
      %2 = fmod(%0, %1) : TYPE[N,N]
      %3 = remainder(%0, %1) : TYPE[N,N]
      yield %2, %3
    })";
    check_graph(with_sizes(text, dtype, count), {x, y});
  }
}

}  // namespace elementwise_test

}  // namespace ag::test
