/// Graphs written as text, run by the interpreter.
#include "exec/interpreter.h"

#include <ag/cancellation.h>
#include <ag/literal.h>
#include <ag/ops.h>

#include <sstream>

#include "graph/text.h"
#include "ops/table.h"
#include "support/catch.h"

namespace ag::test {

namespace interpreter_test {
namespace {

using ag_test::ContainsSubstring;

std::string run(const char* text, const std::vector<Tensor>& inputs) {
  const exec::Interpreter interpreter(std::make_shared<const ir::Graph>(ir::parse(text, ops::table())));
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  std::ostringstream out;
  for (const Tensor& result : interpreter.run(pointers)) out << result.dtype() << ' ' << result << ';';
  return out.str();
}

}  // namespace

TEST_CASE("cond runs one of its blocks") {
  const char* text = R"(graph f(%0: boolean[] "c", %1: float32[2] "x") -> float32[2] {
    %2 = cond(%0) : float32[2] {()
      %3 = add(%1, %1) : float32[2]
      yield %3
    } {()
      yield %1
    }
    yield %2
  })";
  CHECK(run(text, {tensor(true, boolean), tensor({1.0, 2.0})}) == "float32 [2. 4.];");
  CHECK(run(text, {tensor(false, boolean), tensor({1.0, 2.0})}) == "float32 [1. 2.];");
}

TEST_CASE("a loop that is watched stays in the interpreter, where it can be ended") {
  const char* text = R"(graph f(%0: int32[] "n") -> int32[] {
    %1 = constant() {value = int32[]{0}} : int32[]
    %2 = constant() {value = int32[]{1}} : int32[]
    %3 = while_loop(%0) : int32[] {(%4: int32[])
      %5 = greater(%4, %1) : boolean[]
      yield %5
    } {(%6: int32[])
      %7 = subtract(%6, %2) : int32[]
      yield %7
    }
    yield %3
  })";
  struct CountAsks : exec::WorkWatch {
    CountAsks() { limit = 0; }
    const exec::CompiledLoop* loop(ir::NodeId) override {
      ++asks;
      return nullptr;
    }
    int asks = 0;
  };
  const exec::Interpreter interpreter(std::make_shared<const ir::Graph>(ir::parse(text, ops::table())));
  const Tensor n = tensor(10, int32);
  const std::vector<const Tensor*> inputs{&n};
  CountAsks alone;
  CHECK(interpreter.run(inputs, alone).front().item<int>() == 0);
  CHECK(alone.asks > 0);
  CountAsks watched;
  const CancellationToken token;
  const CancellationScope scope(token);
  CHECK(interpreter.run(inputs, watched).front().item<int>() == 0);
  CHECK(watched.asks == 0);
  token.cancel();
  CHECK_THROWS_WITH(interpreter.run(inputs, watched).front(), ContainsSubstring("cancelled"));
}

TEST_CASE("switch_case runs the block of the number") {
  const char* text = R"(graph f(%0: int64[] "arm", %1: int32[] "x") -> int32[] {
    %2 = switch_case(%0) : int32[] {()
      yield %1
    } {()
      %3 = multiply(%1, %1) : int32[]
      yield %3
    } {()
      %4 = negative(%1) : int32[]
      yield %4
    }
    yield %2
  })";
  CHECK(run(text, {tensor(int64_t{0}, int64), tensor(5, int32)}) == "int32 5;");
  CHECK(run(text, {tensor(int64_t{1}, int64), tensor(5, int32)}) == "int32 25;");
  CHECK(run(text, {tensor(int64_t{2}, int64), tensor(5, int32)}) == "int32 -5;");
}

TEST_CASE("while_loop carries its values; two that change places do") {
  const char* text = R"(graph fibonacci(%0: int32[] "n") -> int32[], int32[] {
    %1 = constant() {value = int32[]{0}} : int32[]
    %2 = constant() {value = int32[]{1}} : int32[]
    %3, %4, %5 = while_loop(%0, %1, %2) : int32[], int32[], int32[] {(%6: int32[], %7: int32[], %8: int32[])
      %9 = greater(%6, %1) : boolean[]
      yield %9
    } {(%10: int32[], %11: int32[], %12: int32[])
      %13 = subtract(%10, %2) : int32[]
      %14 = add(%11, %12) : int32[]
      yield %13, %12, %14
    }
    yield %4, %5
  })";
  CHECK(run(text, {tensor(0, int32)}) == "int32 0;int32 1;");
  CHECK(run(text, {tensor(10, int32)}) == "int32 55;int32 89;");
  const char* swap = R"(graph swap(%0: int32[] "n", %1: int32[2] "a", %2: int32[2] "b") -> int32[2], int32[2] {
    %3 = constant() {value = int32[]{0}} : int32[]
    %4 = constant() {value = int32[]{1}} : int32[]
    %5, %6, %7 = while_loop(%0, %1, %2) : int32[], int32[2], int32[2] {(%8: int32[], %9: int32[2], %10: int32[2])
      %11 = greater(%8, %3) : boolean[]
      yield %11
    } {(%12: int32[], %13: int32[2], %14: int32[2])
      %15 = subtract(%12, %4) : int32[]
      yield %15, %14, %13
    }
    yield %6, %7
  })";
  CHECK(run(swap, {tensor(3, int32), tensor({1, 2}), tensor({3, 4})}) == "int32 [3 4];int32 [1 2];");
}

TEST_CASE("an update writes over its operand only where nothing else needs that") {
  const std::string head =
      R"(graph f(%0: int32[] "n", %1: float32[12] "x", %2: float32[] "v") -> float32[12], float32[12] {
    %3 = constant() {value = int32[]{0}} : int32[]
    %4 = constant() {value = int32[]{1}} : int32[]
    %5, %6, %7 = while_loop(%0, %1, %1) : int32[], float32[12], float32[12] {(%8: int32[], %9: float32[12], %10: float32[12])
      %11 = greater(%8, %3) : boolean[]
      yield %11
    } {(%12: int32[], %13: float32[12], %14: float32[12])
      %15 = subtract(%12, %4) : int32[]
)";
  const std::string tail = R"(
    }
    yield %6, %7
  })";
  const std::string bodies[] = {
      "%16 = add(%13, %14) : float32[12] %17 = take_update(%13, %15, %2) {axis = 0} : float32[12] yield %15, %17, %16",
      "%16 = take_update(%13, %15, %2) {axis = 0} : float32[12] %17 = add(%13, %14) : float32[12] yield %15, %16, %17",
      "%16 = take_update(%13, %15, %2) {axis = 0} : float32[12] yield %15, %16, %13"};
  for (const std::string& body : bodies) {
    const Tensor x = zeros({12});
    CHECK(run((head + body + tail).c_str(), {tensor(2, int32), x, tensor(1.0, float32)}) ==
          "float32 [1. 1. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.];float32 [0. 1. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.];");
    CHECK(sum(x).item<float>() == 0);
  }
}

TEST_CASE("an undefined value has its type, and memory is not shared between iterations and results") {
  const char* text = R"(graph f(%0: int32[] "n") -> float32[3] {
    %1 = undefined() {dtype = float32, shape = (3,)} : float32[3]
    yield %1
  })";
  CHECK(run(text, {tensor(0, int32)}) == "float32 [0. 0. 0.];");
  const char* loop = R"(graph f(%0: int32[] "n", %1: float32[2] "x") -> float32[2], float32[2] {
    %2 = constant() {value = int32[]{0}} : int32[]
    %3 = constant() {value = int32[]{1}} : int32[]
    %4, %5, %6 = while_loop(%0, %1, %1) : int32[], float32[2], float32[2] {(%7: int32[], %8: float32[2], %9: float32[2])
      %10 = greater(%7, %2) : boolean[]
      yield %10
    } {(%11: int32[], %12: float32[2], %13: float32[2])
      %14 = subtract(%11, %3) : int32[]
      %15 = add(%12, %12) : float32[2]
      yield %14, %15, %12
    }
    yield %5, %6
  })";
  const Tensor x = tensor({1.0, 2.0});
  CHECK(run(loop, {tensor(3, int32), x}) == "float32 [ 8. 16.];float32 [4. 8.];");
  CHECK(x.to_vector<float>() == std::vector<float>{1, 2});
}

TEST_CASE("an error names the operation, its operands and the line of the node") {
  const char* text = R"(graph f(%0: int32[] "a", %1: int32[] "b") -> int32[] {
    %2 = divide(%0, %1) : int32[] @ "prog.cpp":12
    yield %2
  })";
  CHECK(run(text, {tensor(7, int32), tensor(2, int32)}) == "int32 3;");
  try {
    run(text, {tensor(7, int32), tensor(0, int32)});
    FAIL("a division by zero went unnoticed");
  } catch (const Error& error) {
    CHECK(error.location().line() == 12);
    CHECK(std::string(error.location().file_name()) == "prog.cpp");
    CHECK_THAT(error.message(), ag_test::StartsWith("divide: integer division by zero"));
  }
}

}  // namespace interpreter_test

}  // namespace ag::test
