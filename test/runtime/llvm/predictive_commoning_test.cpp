/// What a round of a loop computes for the next one as well.
#include "runtime/program_passes/masked_loop_run.h"
#include "support/count_of.h"

namespace ag::test {

namespace predictive_commoning_test {
namespace {

/// while (s < %1) { x = x * x + %0; s = s + LAST; }, from 0: x and s.
std::string squares(const std::string& last) {
  return R"(graph f(%0: float32[], %1: float32[]) -> float32[], float32[] {
    %2 = constant() {value = float32[]{0}} : float32[]
    %3, %4 = while_loop(%2, %2) : float32[], float32[] {(%5: float32[], %6: float32[])
      %7 = less(%6, %1) : boolean[]
      yield %7
    } {(%8: float32[], %9: float32[])
      %10 = multiply(%8, %8) : float32[]
      %11 = add(%10, %0) : float32[]
      %12 = )" +
         last + R"( : float32[]
      %13 = add(%9, %12) : float32[]
      yield %11, %13
    }
    yield %3, %4
  })";
}

/// The same of arrays, as many rounds as %1 says.
std::string squares_of_arrays() {
  return R"(graph f(%0: float32[300], %1: int64[]) -> float32[300], float32[300] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3 = constant() {value = int64[]{1}} : int64[]
    %4 = constant() {value = float32[]{0}} : float32[]
    %5 = broadcast_to(%4) {shape = (300,)} : float32[300]
    %6, %7, %8 = while_loop(%0, %5, %2) : float32[300], float32[300], int64[] {(%9: float32[300], %10: float32[300], %11: int64[])
      %12 = less(%11, %1) : boolean[]
      yield %12
    } {(%13: float32[300], %14: float32[300], %15: int64[])
      %16 = multiply(%13, %13) : float32[300]
      %17 = add(%16, %0) : float32[300]
      %18 = multiply(%17, %17) : float32[300]
      %19 = add(%14, %18) : float32[300]
      %20 = add(%15, %3) : int64[]
      yield %17, %19, %20
    }
    yield %6, %7
  })";
}

}  // namespace

TEST_CASE("what a round computes of the next round's variables is not computed again") {
  const std::string again = squares("multiply(%11, %11)"), other = squares("multiply(%11, %8)");
  for (const double x : {0.25, 7.0, std::nan(""), HUGE_VAL}) {
    for (const double limit : {-1.0, 0.5, 4.0}) {
      agree(again, {tensor(x, float32), tensor(limit, float32)});
      agree(other, {tensor(x, float32), tensor(limit, float32)});
    }
  }
  if (!backend_or_warning()) return;
#if defined(__x86_64__)
  CHECK(count_of(compiled(again).assembly, "mulss") == 1);
  CHECK(count_of(compiled(other).assembly, "mulss") == 2);
#endif
}

TEST_CASE("arrays whose tiles stay in registers are carried as numbers are") {
  for (const int64_t rounds : {0, 1, 2, 7}) agree(squares_of_arrays(), {spread(300, 1, 1), tensor(rounds)});
}

TEST_CASE("a product may become another one in the next round, and that a third one") {
  const char* const text = R"(graph f(%0: float64[], %1: float64[], %2: int64[]) -> float64[], float64[], float64[] {
    %3 = constant() {value = int64[]{0}} : int64[]
    %4 = constant() {value = int64[]{1}} : int64[]
    %5, %6, %7, %8 = while_loop(%0, %1, %0, %3) : float64[], float64[], float64[], int64[] {(%9: float64[], %10: float64[], %11: float64[], %12: int64[])
      %13 = less(%12, %2) : boolean[]
      yield %13
    } {(%14: float64[], %15: float64[], %16: float64[], %17: int64[])
      %18 = multiply(%14, %14) : float64[]
      %19 = multiply(%15, %15) : float64[]
      %20 = subtract(%18, %1) : float64[]
      %21 = multiply(%20, %20) : float64[]
      %22 = add(%18, %19) : float64[]
      %23 = add(%22, %21) : float64[]
      %24 = add(%16, %23) : float64[]
      %25 = add(%17, %4) : int64[]
      yield %20, %14, %24, %25
    }
    yield %5, %6, %7
  })";
  for (const int64_t rounds : {0, 1, 2, 3, 9})
    agree(text, {tensor(1.25, float64), tensor(0.75, float64), tensor(rounds)});
}

}  // namespace predictive_commoning_test

}  // namespace ag::test
