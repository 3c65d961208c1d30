/// Arrays of int64 inside of programs whose elements fit 32 bits: which are narrow, and that nobody sees it.
#include "runtime/program/mixed_numbers.h"
#include "runtime/program/program_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace narrow_index_arrays_test {
namespace {

/// Rounds that compare places with those of the round before. What they begin with, what becomes of the places, and
/// what is a result besides, is left open.
const char* const kRounds = R"(graph f(%0: float32[300,9], %1: float32[9], %2: int64[300]) -> boolean[], RESULT {
  %3 = constant() {value = int64[]{START}} : int64[]
  %4 = constant() {value = boolean[]{true}} : boolean[]
  %5 = constant() {value = float32[]{-1.5}} : float32[]
  %6 = constant() {value = int64[]{0}} : int64[]
  %7 = constant() {value = int64[]{4}} : int64[]
  %8 = constant() {value = int64[]{1}} : int64[]
  %9 = full(%3) {shape = (300,)} : int64[300]
  %10, %11, %12, %13 = while_loop(%1, FIRST, %4, %6) : float32[9], int64[300], boolean[], int64[] {(%14: float32[9], %15: int64[300], %16: boolean[], %17: int64[])
    %18 = less(%17, %7) : boolean[]
    yield %18
  } {(%19: float32[9], %20: int64[300], %21: boolean[], %22: int64[])
    %23 = multiply(%0, %19) : float32[300,9]
    %24 = argmin(%23) {axes = [1], keepdims = false} : int64[300]
    %25 = not_equal(%24, %20) : boolean[300]
    %26 = any(%25) {axes = [0], keepdims = false} : boolean[]
    %27 = CHANGED : int64[300]
    %28 = multiply(%19, %5) : float32[9]
    %29 = add(%22, %8) : int64[]
    yield %28, %27, %26, %29
  }
  yield %12, YIELDED
})";

struct Variant {
  const char *start = "-1", *first = "%9", *changed = "where(%25, %24, %20)", *result = "float32[9]", *yielded = "%10";
  std::string text() const {
    std::string graph = replaced(replaced(kRounds, "START", start), "FIRST", first);
    graph = replaced(replaced(graph, "CHANGED", changed), "RESULT", result);
    return replaced(graph, "YIELDED", yielded);
  }
};

int arrays_of(const std::string& program, const std::string& dtype) {
  int count = 0;
  for (size_t at = 0; (at = program.find(": " + dtype + "[300]\n", at)) != std::string::npos; ++at) ++count;
  return count;
}

void check(const Variant& variant, bool narrow) {
  const std::string graph = variant.text(), program = lowered(graph.c_str());
  INFO(graph << program);
  CHECK((arrays_of(program, "int64") == 0) == narrow);
  if (narrow) CHECK(arrays_of(program, "int32") != 0);
  for (const int64_t step : {int64_t{3}, int64_t{1} << 33}) {
    run(graph.c_str(), {mixed({300, 9}, float32), linspace(-1.0, 2.0, 9, float32), astype(arange(300), int64) * step});
  }
}

}  // namespace

TEST_CASE("places that loops carry are numbers of 32 bits") {
  check({}, true);
  check({.start = "2147483647"}, true);
  check({.changed = "maximum(%24, %20)"}, true);
  check({.changed = "multiply(%24, %24)"}, false);  // may be more
  check({.start = "2147483648"}, false);
  check({.start = "-2147483649"}, false);
}

TEST_CASE("what others see or give stays as wide as it is") {
  check({.result = "int64[300]", .yielded = "%11"}, false);
  check({.first = "%2"}, false);
  check({.changed = "sort(%24) {axis = 0, descending = false}"}, false);  // a kernel
}

TEST_CASE("the statements of a loop with narrow places") {
  const std::string program = lowered(Variant{}.text().c_str());
  CHECK(program.find("kernel") == std::string::npos);
  CHECK(program.find("full") == std::string::npos);
}

}  // namespace narrow_index_arrays_test

}  // namespace ag::test
