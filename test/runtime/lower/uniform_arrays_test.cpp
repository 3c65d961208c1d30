/// Arrays that hold one number everywhere: which of them are registers in programs, with the same results.
#include <limits>

#include "runtime/program/program_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace uniform_arrays_test {
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

/// The program of such a graph, which has the results of the graph in every executor.
std::string program_of(const std::string& nodes, const std::string& results, const std::string& types) {
  const std::string graph = "graph f(%0: float32[300], %1: float32[], %2: int64[300]) -> " + types +
                            " {\n  %3 = full(%1) {shape = (300,)} : float32[300]\n" + nodes + "  yield " + results +
                            "\n}";
  std::vector<int64_t> groups;
  for (int64_t k = 0; k < 300; ++k) groups.push_back(k * 7 % 5);
  for (const float number : {2.5f, -0.0f, std::numeric_limits<float>::quiet_NaN()}) {
    run(graph.c_str(), {linspace(-1, 1, 300, float32), tensor(number), tensor(groups, int64)});
  }
  return lowered(graph.c_str());
}

size_t count(const std::string& text, const std::string& word) {
  size_t found = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("an array of one number is not loaded where loops read it") {
  check({}, false);
  check({.number = "%1"}, false);
  check({.carried = "%7", .type = "float32[300]"}, true);  // the loop changes it, and what it begins with is this one
}

TEST_CASE("an array that a loop changes or that is given is loaded") {
  check({.carried = "%7", .type = "float32[300]", .summed = "%18"}, true);
  check({.result = "float32[300]", .yielded = "%7"}, true);
}

TEST_CASE("an array of one number is a register in elementwise operations, folds and searches, and so are its views") {
  const std::string sum = program_of("  %4 = multiply(%0, %3) : float32[300]\n", "%4", "float32[300]");
  INFO(sum);
  CHECK(count(sum, "allocate") == 1);  // the result
  const std::string fold = program_of(
      "  %4 = sum(%3) {axes = [0], keepdims = false} : float32[]\n"
      "  %5 = max(%3) {axes = [0], keepdims = false} : float32[]\n"
      "  %6 = argmax(%3) {axes = [0], keepdims = false} : int64[]\n",
      "%4, %5, %6", "float32[], float32[], int64[]");
  INFO(fold);
  CHECK(count(fold, "allocate") == 0);
  const std::string view = program_of(
      "  %4 = reshape(%3) {shape = (30, 10)} : float32[30,10]\n"
      "  %5 = permute_dims(%4) {axes = [1, 0]} : float32[10,30]\n"
      "  %6 = reshape(%0) {shape = (10, 30)} : float32[10,30]\n"
      "  %7 = add(%5, %6) : float32[10,30]\n"
      "  %8 = sum(%7) {axes = [0], keepdims = false} : float32[30]\n",
      "%8", "float32[30]");
  INFO(view);
  CHECK(count(view, "allocate") == 1);
}

TEST_CASE("an array of one number is made for kernels, products, parts and other views that need one") {
  const std::string view = program_of(
      "  %4 = add(%3, %0) : float32[300]\n"
      "  %5 = reshape(%3) {shape = (30, 10)} : float32[30,10]\n"
      "  %6 = sort(%5) {axis = -1, descending = false} : float32[30,10]\n",
      "%4, %6", "float32[300], float32[30,10]");
  INFO(view);
  CHECK(count(view, "allocate") >= 2);
  program_of("  %4 = matmul(%3, %0) : float32[]\n", "%4", "float32[]");
  program_of("  %4 = take(%3, %2) {axis = 0} : float32[300]\n", "%4", "float32[300]");
  program_of("  %4 = concat(%3, %0) {axis = 0} : float32[600]\n", "%4", "float32[600]");
  program_of("  %4 = cumulative_sum(%3) {axis = 0} : float32[300]\n", "%4", "float32[300]");
}

}  // namespace uniform_arrays_test

}  // namespace ag::test
