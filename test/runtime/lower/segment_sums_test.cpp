/// Sums of segments as loops: their programs, and what they compute.
#include "runtime/program/mixed_numbers.h"
#include "runtime/program/program_run.h"
#include "support/count_of.h"
#include "support/replaced.h"

namespace ag::test {

TEST_CASE("sums of segments are loops, and an id without a segment is the kernel's error") {
  const char* text = R"(graph f(%0: float32[6,2], %1: int64[6]) -> float32[3,2] {
    %2 = segment_sum(%0, %1) {num = 3} : float32[3,2] @ "sums.cpp":4
    yield %2
  })";
  CHECK(statements(text) == R"(  s2: int64 = 0
  s3: int64 = 3
  reduce s0 < 6 (s1: boolean = all s7) {
    s4: int64 = load a1[s0]
    s5: boolean = ge s4, s2
    s6: boolean = lt s4, s3
    s7: boolean = and s5, s6
  }
  if s1 {
    allocate a2
    loop s8 < 6 {
      s9: float32 = 0
      store a2[s8] = s9
    }
    loop s10 < 6 {
      s11: int64 = load a1[s10]
      loop s12 < 2 {
        s13: float32 = load a0[2*s10 + s12]
        s14: float32 = load a2[2*s11 + s12]
        s15: float32 = add s14, s13
        store a2[2*s11 + s12] = s15
      }
    }
  } {
    allocate a3
    kernel a2 = segment_sum(a3, a1) {num = 3}
  }
)");
  const Tensor rows = reshape(linspace(0.1, 1.2, 12, float32), {6, 2});
  CHECK(run(text, {rows, tensor({2, 0, 2, 2, 0, 0}, int64)}).starts_with("float32 "));
  for (const int64_t wrong : {3, -1}) {
    const std::string found = run(text, {rows, tensor(std::vector<int64_t>{0, 1, wrong, 2, 9, 0})});
    CHECK(found.find("id " + std::to_string(wrong) + " of row 2 is outside of 0 to 2") != std::string::npos);
  }
}

namespace segment_sums_test {
namespace {

/// 500 ids, of so many segments.
std::vector<int32_t> places(int segments) {
  std::vector<int32_t> ids(500);
  for (size_t k = 0; k < ids.size(); ++k) ids[k] = static_cast<int32_t>(k * k % static_cast<size_t>(segments));
  return ids;
}

/// Sums of two arrays by the same ids.
const char* const kTwo =
    R"(graph f(%0: DTYPE[500], %1: DTYPE[500,COLUMNS], %2: int32[500]) -> DTYPE[5], DTYPE[5,COLUMNS] {
    %3 = segment_sum(%0, %2) {num = 5} : DTYPE[5] @ "sums.cpp":4
    %4 = segment_sum(%1, %2) {num = 5} : DTYPE[5,COLUMNS] @ "sums.cpp":5
    yield %3, %4
  })";

}  // namespace

TEST_CASE("few sums of many rows are the folds of one walk through the rows") {
  for (const DType dtype : {float32, float64, float16, bfloat16, int32, int8, uint64}) {
    const std::string text = replaced(replaced(kTwo, "DTYPE", std::string(name(dtype))), "COLUMNS", "3");
    INFO(text);
    const std::string program = lowered(text.c_str());
    // One for the check of the ids; one for all sums, or two, for what their registers hold.
    const bool half = is_floating(dtype) && item_size(dtype) == 2;  // the kernel's
    CHECK(count_of(program, "reduce s") == (half ? 0 : item_size(dtype) == 8 ? 3 : 2));
    CHECK(count_of(program, " = sum s") == (half ? 0 : 20));
    CHECK(program.find("loop") == std::string::npos);
    run(text.c_str(), {mixed({500}, dtype), mixed({500, 3}, dtype), tensor(places(5))});
    const Tensor small = full({500, 3}, is_floating(dtype) ? 0.1 : 3.0, dtype);
    run(text.c_str(), {full({500}, -0.0, dtype), small, tensor(places(3))});  // two segments have no rows
    std::vector<int32_t> wrong = places(5);
    wrong[77] = 5;
    const std::string found = run(text.c_str(), {mixed({500}, dtype), mixed({500, 3}, dtype), tensor(wrong)});
    CHECK(found.find("id 5 of row 77 is outside of 0 to 4") != std::string::npos);
    CHECK(found.find("sums.cpp:4") != std::string::npos);
  }
}

TEST_CASE("sums of many rows in blocks, and of rows of many elements in registers") {
  const char* blocks = R"(graph f(%0: float32[70001,2], %1: int32[70001]) -> float32[7,2] {
    %2 = segment_sum(%0, %1) {num = 7} : float32[7,2]
    yield %2
  })";
  std::vector<int32_t> ids(70001);
  for (size_t k = 0; k < ids.size(); ++k) ids[k] = static_cast<int32_t>(k / 10001);
  const Tensor rows = reshape(linspace(-1.0, 3.0, 140002, float32), {70001, 2});
  run(blocks, {rows, tensor(ids)});
  for (size_t k = 0; k < ids.size(); ++k) ids[k] = static_cast<int32_t>(k * 5 % 7);
  run(blocks, {rows, tensor(ids)});

  const std::string long_rows = replaced(replaced(kTwo, "DTYPE", "float32"), "COLUMNS", "6");
  run(long_rows.c_str(), {mixed({500}, float32), mixed({500, 6}, float32), tensor(places(5))});
  CHECK(lowered(long_rows.c_str()).find("stack a") != std::string::npos);
  const std::string longer_rows = replaced(replaced(kTwo, "DTYPE", "float32"), "COLUMNS", "9");
  run(longer_rows.c_str(), {mixed({500}, float32), mixed({500, 9}, float32), tensor(places(5))});
  CHECK(lowered(longer_rows.c_str()).find("stack a") == std::string::npos);
}

TEST_CASE("few sums share the loop that finds the ids, as many as registers hold beside it") {
  const std::string text = R"(graph f(%0: float32[300,3], %1: float32[3,COUNT]) -> float32[COUNT,3] {
    %2 = matmul(%0, %1) : float32[300,COUNT]
    %3 = argmin(%2) {axes = [1], keepdims = false} : int64[300]
    %4 = segment_sum(%0, %3) {num = COUNT} : float32[COUNT,3]
    yield %4
  })";
  for (const auto& [count, loops] : {std::pair(5, size_t{1}), std::pair(6, size_t{2})}) {
    const std::string graph = replaced(text, "COUNT", std::to_string(count));
    INFO(graph);
    CHECK(count_of(lowered(graph.c_str()), "< 300 ") == loops);
    const Tensor centres = linspace(-1.0, 1.0, 3 * count, float32);
    run(graph.c_str(), {mixed({300, 3}, float32), reshape(centres, {3, count})});
  }
}

TEST_CASE("ids that are surely segments are not looked at, and other dtypes") {
  const char* nearest = R"(graph f(%0: float32[300,6], %1: float64[300,2]) -> float64[NUM,2] {
    %2 = argmin(%0) {axes = [1], keepdims = false} : int64[300]
    %3 = segment_sum(%1, %2) {num = NUM} : float64[NUM,2]
    yield %3
  })";
  for (const char* segments : {"6", "8", "200", "5"}) {
    const std::string text = replaced(nearest, "NUM", segments);
    run(text.c_str(), {mixed({300, 6}, float32), mixed({300, 2}, float64)});
    // Places among six need no check where there are as many segments.
    CHECK((lowered(text.c_str()).find(": boolean = all") == std::string::npos) == (std::string(segments) != "5"));
  }
  const char* others = R"(graph f(%0: int32[500], %1: uint8[500], %2: float64[500,3,5]) -> int32[7], float64[200,3,5] {
    %3 = segment_sum(%0, %1) {num = 7} : int32[7]
    %4 = segment_sum(%2, %1) {num = 200} : float64[200,3,5]
    yield %3, %4
  })";
  std::vector<uint8_t> ids(500);
  for (size_t k = 0; k < ids.size(); ++k) ids[k] = static_cast<uint8_t>(k * k % 7);
  run(others, {mixed({500}, int32), tensor(ids), mixed({500, 3, 5}, float64)});
  CHECK(lowered(others).find("loop") != std::string::npos);
}

}  // namespace segment_sums_test

}  // namespace ag::test
