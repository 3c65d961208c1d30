/// Reductions of more positions than a block has: as loops over blocks, with the bits of kernels.
#include "runtime/program/program_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace reduction_blocks_test {
namespace {

Tensor numbers(const Shape& shape, DType dtype) {
  std::vector<double> values(static_cast<size_t>(shape.element_count()));
  for (size_t k = 0; k < values.size(); ++k) {
    values[k] = k % 5001 == 7 ? -0.0 : (static_cast<double>(k * 37 % 4099) - 2047) * 0.0007;
  }
  return astype(tensor(values, shape), dtype);
}

std::string typed(const std::string& text, DType dtype) { return replaced(text, "TYPE", std::string(name(dtype))); }

/// Checks a graph of one array in every dtype that reductions distinguish. Returns the program for float64.
std::string check(const std::string& text, const Shape& shape) {
  for (const DType dtype : {float32, float64, int32}) {
    INFO(name(dtype) << ' ' << shape);
    run(typed(text, dtype).c_str(), {numbers(shape, dtype)});
  }
  return statements(typed(text, float64).c_str());
}

bool has(const std::string& program, const std::string& part) { return program.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("columns of more than a block are totals of blocks") {
  const std::string text = R"(graph f(%0: TYPE[LENGTH,3]) -> TYPE[3], TYPE[3], TYPE[3] {
    %1 = multiply(%0, %0) : TYPE[LENGTH,3]
    %2 = sum(%1) {axes = [0], keepdims = false} : TYPE[3]
    %3 = max(%0) {axes = [0], keepdims = false} : TYPE[3]
    %4 = prod(%0) {axes = [0], keepdims = false} : TYPE[3]
    yield %2, %3, %4
  })";
  for (const int64_t length : {4096, 4097, 8192, 9001}) {
    const std::string program = check(replaced(text, "LENGTH", std::to_string(length)), {length, 3});
    CHECK(has(program, "< 4096 {"));
    CHECK(has(program, "loop s0 < " + std::to_string(length / 4096) + " {") == (length > 4096));
  }
}

TEST_CASE("kept axes lie around blocks, and rows inside of them") {
  check(R"(graph f(%0: TYPE[2,4100,3]) -> TYPE[2,3], TYPE[2,1,3] {
    %1 = sum(%0) {axes = [1], keepdims = false} : TYPE[2,3]
    %2 = min(%0) {axes = [1], keepdims = true} : TYPE[2,1,3]
    yield %1, %2
  })",
        {2, 4100, 3});
  const std::string program = check(R"(graph f(%0: TYPE[4100,3,9]) -> TYPE[3], TYPE[3] {
    %1 = sum(%0) {axes = [0, 2], keepdims = false} : TYPE[3]
    %2 = max(%0) {axes = [0, 2], keepdims = false} : TYPE[3]
    yield %1, %2
  })",
                                    {4100, 3, 9});
  CHECK(!has(program, "kernel"));
}

TEST_CASE("a mean divides the sum of its blocks") {
  for (const DType dtype : {float32, float64}) {
    run(typed(R"(graph f(%0: TYPE[8200,2]) -> TYPE[2] {
    %1 = mean(%0) {axes = [0], keepdims = false} : TYPE[2]
    yield %1
  })",
              dtype)
            .c_str(),
        {numbers({8200, 2}, dtype)});
  }
}

TEST_CASE("positions of several axes without a common stride have indices by division") {
  const std::string broadcast = R"(graph f(%0: TYPE[70,1,3]) -> TYPE[3] {
    %1 = broadcast_to(%0) {shape = (70, 90, 3)} : TYPE[70,90,3]
    %2 = multiply(%1, %1) : TYPE[70,90,3]
    %3 = sum(%2) {axes = [0, 1], keepdims = false} : TYPE[3]
    yield %3
  })";
  CHECK(has(check(broadcast, {70, 1, 3}), " rem "));
  const std::string around = R"(graph f(%0: TYPE[70,2,90,3]) -> TYPE[2,3] {
    %1 = sum(%0) {axes = [0, 2], keepdims = false} : TYPE[2,3]
    yield %1
  })";
  CHECK(has(check(around, {70, 2, 90, 3}), " rem "));
}

TEST_CASE("blocks of a computed number of positions") {
  const std::string text = R"(graph f(%0: TYPE[9001,3], %1: int64[]) -> TYPE[3] {
    %2 = constant() {value = int64[]{2999}} : int64[]
    %3 = constant() {value = int64[]{9001}} : int64[]
    %4 = constant() {value = TYPE[3]{0,0,0}} : TYPE[3]
    %5, %6 = while_loop(%4, %1) : TYPE[3], int64[] {(%10: TYPE[3], %11: int64[])
      %12 = less_equal(%11, %3) : boolean[]
      yield %12
    } {(%20: TYPE[3], %21: int64[])
      %22 = index(%0, %21) {kinds = [201], starts = [0], stops = [0], steps = [1]} : TYPE[?,3]
      %23 = sum(%22) {axes = [0], keepdims = false} : TYPE[3]
      %24 = add(%20, %23) : TYPE[3]
      %25 = add(%21, %2) : int64[]
      yield %24, %25
    }
    yield %5
  })";
  for (const DType dtype : {float32, float64}) {
    for (const int64_t first : {0, 1, 1097, 5193, 9001}) {
      run(typed(text, dtype).c_str(), {numbers({9001, 3}, dtype), tensor(first, int64)});
    }
  }
  CHECK(!has(statements(typed(text, float64).c_str()), "kernel"));
}

}  // namespace reduction_blocks_test

}  // namespace ag::test
