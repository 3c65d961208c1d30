/// Arrays that hold one known number everywhere: which are left out of programs, and that nobody sees it.
#include "runtime/codegen/program_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace {

/// Sums of groups in a loop. What is summed there, what it carries besides, and what else the graph gives is left open.
const char* const kGroups = R"(graph f(%0: int64[300], %1: float32[], %2: int64[]) -> float32[5], RESULT {
  %3 = constant() {value = float32[]{1.5}} : float32[]
  %4 = constant() {value = int64[]{0}} : int64[]
  %5 = constant() {value = int64[]{1}} : int64[]
  %6 = constant() {value = float32[]{0}} : float32[]
  %7 = full(NUMBER) {shape = (300,)} : float32[300]
  %8 = full(%6) {shape = (5,)} : float32[5]
  %9, %10, %11 = while_loop(%8, %4, CARRIED) : float32[5], int64[], TYPE {(%12: float32[5], %13: int64[], %14: TYPE)
    %15 = less(%13, %2) : boolean[]
    yield %15
  } {(%16: float32[5], %17: int64[], %18: TYPE)
    %19 = segment_sum(SUMMED, %0) {num = 5} : float32[5]
    %20 = add(%16, %19) : float32[5]
    %21 = add(%17, %5) : int64[]
    %22 = multiply(%18, %3) : TYPE
    yield %20, %21, %22
  }
  yield %9, YIELDED
})";

struct Variant {
  const char *number = "%3", *carried = "%1", *type = "float32[]", *summed = "%7", *result = "int64[]",
             *yielded = "%10";
  std::string text() const {
    std::string graph = replaced(replaced(kGroups, "NUMBER", number), "CARRIED", carried);
    graph = replaced(replaced(graph, "TYPE", type), "SUMMED", summed);
    return replaced(replaced(graph, "RESULT", result), "YIELDED", yielded);
  }
};

void check(const Variant& variant, bool loaded) {
  const std::string graph = variant.text(), program = lowered(graph.c_str());
  INFO(graph << program);
  const size_t fold = program.find("= sum ");
  const std::string sums = program.substr(fold, program.find('}', fold) - fold);
  CHECK((sums.find("float32 = load ") != std::string::npos) == loaded);
  std::vector<int64_t> groups;
  for (int64_t k = 0; k < 300; ++k) groups.push_back(k * 7 % 5);
  for (const int64_t rounds : {0, 1, 3}) {
    run(graph.c_str(), {tensor(groups, int64), tensor(2.5f), tensor(rounds, int64)});
  }
}

}  // namespace

TEST_CASE("an array of one known number is not loaded") {
  check({}, false);
  check({.carried = "%7", .type = "float32[300]"}, true);  // the loop changes it, and what it begins with is this one
}

TEST_CASE("an array that a loop changes, that is given, or whose number is not known is loaded") {
  check({.carried = "%7", .type = "float32[300]", .summed = "%18"}, true);
  check({.result = "float32[300]", .yielded = "%7"}, true);
  check({.number = "%1"}, true);
}

}  // namespace ag::test
