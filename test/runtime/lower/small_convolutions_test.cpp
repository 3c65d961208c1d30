/// Convolutions of few filters as loop nests, and arrangements of elements that no strides name.
#include "runtime/program/mixed_numbers.h"
#include "runtime/program_passes/masked_loop_run.h"

namespace ag::test {

namespace small_convolutions_test {
namespace {

std::string type_of(DType dtype, const Shape& shape) {
  std::string text;
  for (int64_t dim : shape) text += (text.empty() ? "" : ",") + std::to_string(dim);
  return std::string(ag::name(dtype)) + "[" + text + "]";
}

struct Windows {
  std::string strides = "[1, 1]", padding = "[0, 0, 0, 0]", dilations = "[1, 1]";
  bool same = false;
};

/// Runs a convolution by the interpreter and as native code; whether it is written out, too.
bool is_written_out(const Shape& x, const Shape& filter, const Shape& result, const Windows& windows = {},
                    DType dtype = DType::float32, double factor = 1) {
  const std::string text = "graph f(%0: " + type_of(dtype, x) + ", %1: " + type_of(dtype, filter) + ") -> " +
                           type_of(dtype, result) + " {\n  %2 = conv2d(%0, %1) {strides = " + windows.strides +
                           ", same = " + (windows.same ? "true" : "false") + ", padding = " + windows.padding +
                           ", dilations = " + windows.dilations + ", groups = 1} : " + type_of(dtype, result) +
                           "\n  yield %2\n}";
  INFO(text);
  const auto numbers = [&](const Shape& shape, double first) {
    return astype(reshape(linspace(first, first + 7.3, shape.element_count(), float64), shape), dtype);
  };
  agree(text, {numbers(x, -3.1), astype(numbers(filter, -2) * Tensor(factor), dtype)});
  return statements(text.c_str()).find("kernel") == std::string::npos;
}

}  // namespace

TEST_CASE("convolutions of few filters of few elements are written out, also at the edges") {
  CHECK(is_written_out({1, 20, 30, 1}, {3, 3, 1, 1}, {1, 18, 28, 1}));
  CHECK(is_written_out({2, 9, 40, 1}, {3, 3, 1, 1}, {2, 9, 40, 1}, {.same = true}));
  CHECK(is_written_out({2, 9, 11, 3}, {3, 3, 3, 1}, {2, 9, 11, 1}, {.same = true}));
  CHECK(is_written_out({1, 9, 20, 2}, {2, 3, 2, 3}, {1, 8, 18, 3}));
  CHECK(is_written_out({1, 12, 21, 1}, {5, 4, 1, 2}, {1, 6, 7, 2}, {.strides = "[2, 3]", .same = true}));
  CHECK(
      is_written_out({1, 12, 21, 1}, {3, 3, 1, 1}, {1, 8, 21, 1}, {.padding = "[0, 0, 1, 3]", .dilations = "[2, 2]"}));
  CHECK(is_written_out({1, 3, 3, 1}, {5, 5, 1, 1}, {1, 3, 3, 1}, {.same = true}));
  CHECK(is_written_out({1, 20, 30, 1}, {1, 1, 1, 1}, {1, 20, 30, 1}));
  for (const DType dtype : {DType::float64, DType::int32, DType::int64, DType::uint32}) {
    CHECK(is_written_out({1, 9, 20, 1}, {3, 3, 1, 1}, {1, 9, 20, 1}, {.same = true}, dtype));
  }
}

TEST_CASE("what lies outside of an image adds nothing, also where the filter is not finite") {
  is_written_out({1, 5, 6, 1}, {3, 3, 1, 1}, {1, 5, 6, 1}, {.same = true}, DType::float32, HUGE_VAL);
}

TEST_CASE("convolutions of several filters, of many elements and of half types are calls of the kernel") {
  CHECK(!is_written_out({1, 20, 30, 1}, {3, 3, 1, 4}, {1, 18, 28, 4}));
  CHECK(!is_written_out({1, 20, 30, 4}, {3, 3, 4, 1}, {1, 18, 28, 1}));
  CHECK(!is_written_out({1, 9, 9, 1}, {3, 3, 1, 1}, {1, 7, 7, 1}, {}, DType::float16));
}

TEST_CASE("a reshape of what is repeated or transposed is a copy by loops") {
  const char* text =
      R"(graph f(%0: float32[5,7], %1: int64[3,1,4]) -> float32[10,21], float32[35], int64[2,24], float32[10,7] {
    %2 = reshape(%0) {shape = (5, 1, 7, 1)} : float32[5,1,7,1]
    %3 = broadcast_to(%2) {shape = (5, 2, 7, 3)} : float32[5,2,7,3]
    %4 = reshape(%3) {shape = (10, 21)} : float32[10,21]
    %5 = permute_dims(%0) {axes = [1, 0]} : float32[7,5]
    %6 = reshape(%5) {shape = (35)} : float32[35]
    %7 = broadcast_to(%1) {shape = (3, 4, 4)} : int64[3,4,4]
    %8 = reshape(%7) {shape = (2, 24)} : int64[2,24]
    %9 = negative(%8) : int64[2,24]
    %10 = negative(%0) : float32[5,7]
    %11 = flip(%10) {axes = [0, 1]} : float32[5,7]
    %12 = reshape(%11) {shape = (5, 1, 7)} : float32[5,1,7]
    %13 = broadcast_to(%12) {shape = (5, 2, 7)} : float32[5,2,7]
    %14 = reshape(%13) {shape = (10, 7)} : float32[10,7]
    yield %4, %6, %9, %14
  })";
  agree(text, {mixed({5, 7}, float32), astype(mixed({3, 1, 4}, float32), int64)});
  CHECK(statements(text).find("kernel") == std::string::npos);
}

}  // namespace small_convolutions_test

}  // namespace ag::test
