/// Loops over arrays that loops before them have filled in pieces: which are a part of those, and that nobody sees it.
#include "program_passes/fuse_partial_producers.h"

#include "runtime/program/program_run.h"
#include "support/count_of.h"
#include "support/replaced.h"

namespace ag::test {

namespace fuse_partial_producers_test {
namespace {

Tensor numbers(int64_t count, int key) { return random_normal({count}, key); }

/// Adds x + i, and half of it behind, to sums; USED is what the loop yields besides.
const char* const kSums =
    R"(graph f(%0: float32[LENGTH], %1: float32[WHOLE], %2: int64[]) -> float32[WHOLE], float32[WHOLE] {
  %3 = constant() {value = int64[]{0}} : int64[]
  %4 = constant() {value = int64[]{1}} : int64[]
  %5 = constant() {value = float32[]{0.5}} : float32[]
  %6, %7, %8 = while_loop(%3, %1, %1) : int64[], float32[WHOLE], float32[WHOLE] {(%9: int64[], %10: float32[WHOLE], %11: float32[WHOLE])
    %12 = less(%9, %2) : boolean[]
    yield %12
  } {(%13: int64[], %14: float32[WHOLE], %15: float32[WHOLE])
    %16 = astype(%13) {dtype = float32} : float32[]
    %17 = add(%0, %16) : float32[LENGTH]
    %18 = multiply(%17, %5) : float32[LENGTH]
    %19 = concat(%17, %18) {axis = 0} : float32[WHOLE]
    %20 = add(%14, %19) : float32[WHOLE]
    %21 = add(%13, %4) : int64[]
    yield %21, %20, USED
  }
  yield %7, %8
})";

std::string sums(int64_t length, const char* used) {
  return replaced(replaced(replaced(kSums, "LENGTH", std::to_string(length)), "WHOLE", std::to_string(2 * length)),
                  "USED", used);
}

}  // namespace

TEST_CASE("what takes the elements of joined arrays takes them where they are made") {
  for (int64_t length : {5, 128, 300, 1000}) {
    const std::string text = sums(length, "%15");
    INFO(text);
    run(text.c_str(), {numbers(length, 1), numbers(2 * length, 2), tensor(7, int64)});
    const std::string body = statements(text.c_str());
    const size_t loop = body.find("while {"), end = body.find("set v", loop);
    CHECK(count_of(body.substr(loop, end - loop), "loop ") == (2 * length >= 256 ? 1 : 2));
  }
}

TEST_CASE("joined arrays that are needed besides are stored too") {
  const std::string text = sums(300, "%19");
  run(text.c_str(), {numbers(300, 1), numbers(600, 2), tensor(3, int64)});
  run(text.c_str(), {numbers(300, 1), numbers(600, 2), tensor(0, int64)});
}

TEST_CASE("pieces of several loops are taken in each of them") {
  const char* text = R"(graph f(%0: float32[300], %1: float32[500], %2: float32[800]) -> float32[800], float32[] {
    %3 = multiply(%0, %0) : float32[300]
    %4 = sqrt(%1) : float32[500]
    %5 = concat(%4, %3) {axis = 0} : float32[800]
    %6 = subtract(%2, %5) : float32[800]
    %7 = sum(%6) {axes = [0], keepdims = false} : float32[]
    yield %6, %7
  })";
  run(text, {numbers(300, 1), numbers(500, 2), numbers(800, 3)});
  const std::string body = statements(text);
  CHECK(count_of(body, "loop ") == 2);
  CHECK(count_of(body, "allocate") == 1);
}

TEST_CASE("loops that read what would be overwritten before are left alone") {
  // x = x + (the end of x, its beginning): the second loop would read what the first has changed.
  const char* text = R"(graph f(%0: float32[600], %1: int64[]) -> float32[600] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3 = constant() {value = int64[]{1}} : int64[]
    %4, %5 = while_loop(%2, %0) : int64[], float32[600] {(%6: int64[], %7: float32[600])
      %8 = less(%6, %1) : boolean[]
      yield %8
    } {(%9: int64[], %10: float32[600])
      %11 = index(%10) {kinds = [1], starts = [200], stops = [600], steps = [1]} : float32[400]
      %12 = index(%10) {kinds = [1], starts = [0], stops = [200], steps = [1]} : float32[200]
      %13 = negative(%11) : float32[400]
      %14 = concat(%13, %12) {axis = 0} : float32[600]
      %15 = add(%10, %14) : float32[600]
      %16 = add(%9, %3) : int64[]
      yield %16, %15
    }
    yield %5
  })";
  run(text, {numbers(600, 4), tensor(5, int64)});
}

TEST_CASE("loops stay where something between them changes what they compute with") {
  const auto loops = [](const std::string& between) {
    const std::string text = R"(program "f"(a0: float32[300], a1: float32[]) -> a3 {
  array a2: float32[300]
  array a3: float32[300]
  s0: float32 = load a1[0]
  set v1: float32 = s0
  allocate a2
  allocate a3
  loop s2 < 300 {
    s3: float32 = load a0[s2]
    s4: float32 = add s3, v1
    store a2[s2] = s4
  }
)" + between + R"(  loop s5 < 300 {
    s6: float32 = load a2[s5]
    s7: float32 = mul s6, s6
    store a3[s5] = s7
  }
}
)";
    codegen::Program program = codegen::parse(text, ops::table(), "text");
    codegen::fuse_partial_producers(program);
    return count_of(codegen::print(program), "loop ");
  };
  CHECK(loops("") == 1);
  CHECK(loops("  s8: float32 = 2\n") == 1);
  CHECK(loops("  s8: float32 = 2\n  set v1: float32 = s8\n") == 2);
  CHECK(loops("  make_unique a0\n") == 2);
  CHECK(loops("  loop s8 < 300 {\n    s9: float32 = load a2[s8]\n    store a3[s8] = s9\n  }\n") == 2);
  CHECK(loops("  loop s8 < 300 {\n    s9: float32 = load a0[s8]\n    store a3[s8] = s9\n  }\n") == 2);
}

TEST_CASE("an array that is read at other places, or by its numbers, is stored") {
  for (const char* use :
       {"%9 = flip(%8) {axes = [0]} : float32[600]\n %10 = add(%9, %2) : float32[600]",
        "%9 = cumulative_sum(%8) {axis = 0} : float32[600]\n %10 = add(%9, %8) : float32[600]",
        "%9 = argsort(%8) {axis = 0, descending = false} : int64[600]\n %10 = add(%8, %2) : float32[600]",
        "%9 = sum(%8) {axes = [0], keepdims = false} : float32[]\n %10 = multiply(%8, %9) : float32[600]"}) {
    const std::string text = R"(graph f(%0: float32[200], %1: float32[200], %2: float32[600]) -> float32[600] {
      %5 = exp(%0) : float32[200]
      %6 = sin(%1) : float32[200]
      %8 = concat(%5, %6, %5) {axis = 0} : float32[600]
      )" + std::string(use) + "\n yield %10\n}";
    INFO(text);
    run(text.c_str(), {numbers(200, 5), numbers(200, 6), numbers(600, 7)});
  }
}

}  // namespace fuse_partial_producers_test

}  // namespace ag::test
