/// Small arrays that branches of a loop give, and questions about all of their elements.
#include <string>

#include "runtime/program_passes/masked_loop_run.h"

namespace ag::test {

namespace branch_arrays_test {
namespace {

/// Rounds that change an array until all of its elements are what they were: that array, and whether it is.
constexpr const char* kRounds = R"(graph f(%0: TYPE, %1: int32[]) -> TYPE, int32[] {
  %2 = constant() {value = int32[]{0}} : int32[]
  %3 = constant() {value = int32[]{1}} : int32[]
  %4 = constant() {value = boolean[]{false}} : boolean[]
  %8 = constant() {value = NUMBER[]{0.5}} : NUMBER[]
  %9 = constant() {value = NUMBER[]{0.25}} : NUMBER[]
  %5, %6, %7 = while_loop(%0, %2, %4) : TYPE, int32[], boolean[] {(%10: TYPE, %11: int32[], %12: boolean[])
    %13 = less(%11, %1) : boolean[]
    yield %13
  } {(%20: TYPE, %21: int32[], %22: boolean[])
    %23, %24 = cond(%22) : TYPE, boolean[] {()
      yield %20, %22
    } {()
      %28 = multiply(%20, %8) : TYPE
      %30 = multiply(%0, %9) : TYPE
      %31 = maximum(%28, %30) : TYPE
      %32 = equal(%31, %20) : BOOLEANS
      %33 = all(%32) {axes = AXES], keepdims = false} : boolean[]
      yield %31, %33
    }
    %25 = add(%21, %3) : int32[]
    yield %23, %25, %24
  }
  %40 = astype(%7) {dtype = int32} : int32[]
  yield %5, %40
})";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string graph_of(const std::string& type) {
  const std::string shape = type.substr(type.find('['));
  const std::string axes = shape.find(',') == std::string::npos ? "[0" : "[0, 1";
  return replaced(replaced(replaced(replaced(kRounds, "NUMBER", type.substr(0, type.find('['))), "TYPE", type),
                           "BOOLEANS", "boolean" + shape),
                  "AXES", axes);
}

}  // namespace

TEST_CASE("what the arms of a branch give a loop is local, as what the loop carries") {
  const std::string text = replaced(graph_of("float64[4,4]"), "maximum(%28, %30)", "matmul(%20, %0)");
  const std::string program = codegen::print(codegen::lower(ir::parse(text, ops::table()), {.machine = {}}));
  INFO(program);
  // The results: all else is the loop's.
  size_t count = 0;
  for (size_t at = program.find("  array "); at != std::string::npos; at = program.find("  array ", at + 1)) ++count;
  CHECK(count == 2);
  CHECK(program.find("  stack ") != std::string::npos);
}

TEST_CASE("all elements of small arrays of every shape are compared, a row or a vector at a time") {
  for (const std::string dtype : {"float32", "float64"}) {
    const std::vector<std::vector<int64_t>> shapes{{1},    {3},    {8},    {16},     {17},   {100},  {129},   {2, 2},
                                                   {4, 4}, {3, 5}, {8, 8}, {10, 10}, {1, 7}, {7, 1}, {9, 14}, {5, 33}};
    for (const std::vector<int64_t>& shape : shapes) {
      std::string text = dtype + "[";
      for (int64_t extent : shape) text += (text.back() == '[' ? "" : ",") + std::to_string(extent);
      const std::string graph = graph_of(text + "]");
      int64_t elements = 1;
      for (int64_t extent : shape) elements *= extent;
      const Tensor numbers = remainder(0.37 * astype(arange(elements), float64), Tensor(1.0));
      const Tensor start = reshape(astype(numbers, dtype == "float32" ? float32 : float64), shape);
      for (int count : {0, 1, 2, 3, 4}) {
        INFO(graph << count);
        const std::string outcome = agree(graph, {start, tensor(count, int32)});
        if (count == 4) CHECK(outcome.ends_with("int321: 1\n"));  // it has come to rest
        if (count == 1) CHECK(outcome.ends_with("int321: 0\n") == (elements > 1));
      }
    }
  }
}

}  // namespace branch_arrays_test

}  // namespace ag::test
