/// Transposes of which nested loops read rows are stored; others are read in place.
#include "runtime/program/program_run.h"
#include "support/count_of.h"
#include "support/replaced.h"

namespace ag::test {

namespace stored_transposes_test {
namespace {

/// The products of all pairs of columns of x. USE is a further use of the transpose.
const char* const kPairs = R"(graph f(%0: float32[20,3] "x", %1: int64[] "n") -> float32[3,3], float32[3] {
  %2 = constant() {value = float32[]{0}} : float32[]
  %3 = constant() {value = int64[]{0}} : int64[]
  %4 = constant() {value = int64[]{1}} : int64[]
  %5 = full(%2) {shape = (3, 3)} : float32[3,3]
  %6 = full(%2) {shape = (3,)} : float32[3]
  %7 = permute_dims(%0) {axes = [1, 0]} : float32[3,20]
  %8, %9 = while_loop(%3, %5) : int64[], float32[3,3] {(%10: int64[], %11: float32[3,3])
    %12 = less(%10, %1) : boolean[]
    yield %12
  } {(%13: int64[], %14: float32[3,3])
    %15, %16 = while_loop(%3, %14) : int64[], float32[3,3] {(%17: int64[], %18: float32[3,3])
      %19 = less(%17, %1) : boolean[]
      yield %19
    } {(%20: int64[], %21: float32[3,3])
      %22 = index(%7, %13) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[20]
      %23 = index(%7, %20) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[20]
      %24 = multiply(%22, %23) : float32[20]
      %25 = sum(%24) {axes = [0], keepdims = false} : float32[]
      %26 = index_update(%21, %25, %13, %20) {kinds = [20, 20], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : float32[3,3]
      %27 = add(%20, %4) : int64[]
      yield %27, %26
    }
    %28 = add(%13, %4) : int64[]
    yield %28, %16
  }
  USE
  yield %9, %29
})";
const char* const kOther = "%29 = add(%6, %6) : float32[3]";
const char* const kRow = "%29 = sum(%7) {axes = [1], keepdims = false} : float32[3]";

}  // namespace

TEST_CASE("a transpose of which nested loops read rows is stored") {
  const std::string stored = replaced(kPairs, "USE", kOther), in_place = replaced(kPairs, "USE", kRow);
  // The elements of x are loaded once, to be stored, and else by each reader, with the stride of a column.
  CHECK(count_of(statements(stored.c_str()), "load a0[") == 1);
  CHECK(count_of(statements(in_place.c_str()), "load a0[") >= 3);
  for (const std::string& text : {stored, in_place}) {
    for (const int64_t n : {0, 1, 3}) run(text.c_str(), {random_normal({20, 3}, 1), tensor(n, int64)});
  }
}

}  // namespace stored_transposes_test

}  // namespace ag::test
