/// Concatenations, rolls, gathers and scans of slices whose extents a loop decides: loops with the bits and the errors
/// of the kernels.
#include <algorithm>
#include <cstring>

#include "runtime/program/mixed_numbers.h"
#include "runtime/program/program_run.h"

namespace ag::test {

namespace bounded_moves_test {
namespace {

constexpr int64_t kLength = 40;

/// A loop over %8 = 0 … n - 1 that carries %7, a vector of 40 sums; `body` computes the number %20 of the slices
/// %10 = x[:i], %11 = x[i:] and %12 = x[i-3:i+2] of a vector x, the columns %13 = m[:, :i] and the rows %14 = m[i:, :]
/// of a matrix, and of the indices %15 = p[:i].
std::string loop_over(const std::string& body, const std::string& dtype) {
  std::string text = R"(graph f(%0: D[40], %1: D[40,40], %2: int32[40], %3: int64[]) -> D[40] {
    %4 = constant() {value = int64[]{1}} : int64[]
    %5 = constant() {value = int64[]{0}} : int64[]
    %6 = subtract(%0, %0) : D[40]
    %50, %51 = while_loop(%6, %5) : D[40], int64[] {(%60: D[40], %61: int64[])
      %62 = less(%61, %3) : boolean[]
      yield %62
    } {(%7: D[40], %8: int64[])
      %41 = constant() {value = int64[]{-3}} : int64[]
      %42 = add(%8, %41) : int64[]
      %43 = constant() {value = int64[]{2}} : int64[]
      %44 = add(%8, %43) : int64[]
      %10 = index(%0, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]
      %11 = index(%0, %8) {kinds = [21], starts = [0], stops = [40], steps = [1]} : D[?]
      %12 = index(%0, %42, %44) {kinds = [221], starts = [0], stops = [0], steps = [1]} : D[?]
      %13 = index(%1, %8) {kinds = [111, 201], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : D[40,?]
      %14 = index(%1, %8) {kinds = [21, 111], starts = [0, 0], stops = [40, 0], steps = [1, 1]} : D[?,40]
      %21 = index(%7) {kinds = [0], starts = [0], stops = [0], steps = [1]} : D[]
      %22 = astype(%8) {dtype = int32} : int32[]
      %15 = index(%2, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : int32[?]
)" + body + R"(
      %30 = index_update(%7, %20, %8) {kinds = [20], starts = [0], stops = [0], steps = [1]} : D[40]
      %31 = add(%8, %4) : int64[]
      yield %30, %31
    }
    yield %50
  })";
  for (size_t at = 0; (at = text.find("D[", at)) != std::string::npos;) text.replace(at, 1, dtype);
  return text;
}

/// Runs the body for all lengths of the slices, and returns the program.
std::string check(const std::string& body, DType dtype = float64,
                  const Tensor& places = astype(arange(kLength), int32)) {
  const std::string text = loop_over(body, std::string(name(dtype)));
  run(text.c_str(),
      {signed_numbers(kLength, dtype), reshape(signed_numbers(kLength * kLength, dtype), {kLength, kLength}), places,
       tensor(kLength, int64)});
  return statements(text.c_str());
}
/// True if no kernel computes anything. `but`: the operations whose kernels make errors.
bool is_native(const std::string& program, const std::vector<std::string>& but = {}) {
  for (size_t at = 0; (at = program.find("kernel ", at)) != std::string::npos; ++at) {
    const std::string call = program.substr(at, program.find('\n', at) - at);
    if (std::ranges::none_of(but,
                             [&](const std::string& op) { return call.find("= " + op + "(") != std::string::npos; }))
      return false;
  }
  return true;
}

/// The kernels that make the error of an index that is out of range.
const std::vector<std::string> kErrors{"index", "take"};

const char* const kSum = "\n%20 = sum(%19) {axes = [], keepdims = false} : D[]";

}  // namespace

TEST_CASE("slices with computed extents are joined by loops") {
  for (const char* const joined : {
           "%19 = concat(%10, %12) {axis = 0} : D[?]",
           "%19 = concat(%12, %0, %10, %11) {axis = 0} : D[?]",
           "%16 = exp(%10) : D[?]\n%17 = negative(%11) : D[?]\n%18 = concat(%16, %0) {axis = 0} : D[?]\n%19 = "
           "concat(%17, %18) {axis = -1} : D[?]",
           "%18 = concat(%11, %10) {axis = 0} : D[?]\n%19 = multiply(%18, %0) : D[40]",
           "%18 = concat(%13, %1, %13) {axis = 1} : D[40,?]\n%17 = cos(%18) : D[40,?]\n%19 = sum(%17) {axes = [1], "
           "keepdims = false} : D[40]",
           "%18 = concat(%14, %1) {axis = 0} : D[?,40]\n%17 = cos(%18) : D[?,40]\n%19 = sum(%17) {axes = [1], keepdims "
           "= false} : D[?]",
           "%16 = permute_dims(%13) {axes = [1, 0]} : D[?,40]\n%18 = concat(%14, %16) {axis = 0} : D[?,40]\n%17 = "
           "cos(%18) : D[?,40]\n%19 = sum(%17) {axes = [1], keepdims = false} : D[?]",
           "%18 = concat(%13, %13) {axis = 0} : D[80,?]\n%17 = cos(%18) : D[80,?]\n%19 = sum(%17) {axes = [1], "
           "keepdims = false} : D[80]",
           "%18 = stack(%10, %10) {axis = 0} : D[2,?]\n%17 = cos(%18) : D[2,?]\n%19 = sum(%17) {axes = [1], keepdims = "
           "false} : D[2]",
           "%16 = flip(%10) {axes = [0]} : D[?]\n%18 = stack(%10, %16, %10) {axis = 1} : D[?,3]\n%19 = sum(%18) {axes "
           "= [1], keepdims = false} : D[?]",
       }) {
    CAPTURE(joined);
    for (DType dtype : {float32, float64}) CHECK(is_native(check(std::string(joined) + kSum, dtype)));
  }
}

TEST_CASE("a joined array has the extents of its parts: the next slice of it counts from its end") {
  CHECK(
      is_native(check("%18 = concat(%12, %10) {axis = 0} : D[?]\n%19 = index(%18) {kinds = [1], starts = [-3], stops = "
                      "[-1], steps = [1]} : D[?]" +
                      std::string(kSum))));
}

TEST_CASE("slices of different computed extents are not stacked: the error is that of the kernel") {
  CHECK(
      !is_native(check("%18 = stack(%10, %12) {axis = 0} : D[2,?]\n%17 = cos(%18) : D[2,?]\n%19 = sum(%17) {axes = "
                       "[1], keepdims = false} : D[2]" +
                       std::string(kSum))));
}

TEST_CASE("rolled slices with computed extents are two loops, for shifts of any sign and length") {
  for (const char* const shift : {"1", "-1", "0", "7", "-53", "100"}) {
    const std::string rolled =
        "%18 = roll(%10) {shift = " + std::string(shift) + ", axis = 0} : D[?]\n%19 = multiply(%18, %10) : D[?]" + kSum;
    CAPTURE(shift);
    CHECK(is_native(check(rolled)));
    const std::string columns = "%18 = roll(%13) {shift = " + std::string(shift) +
                                ", axis = -1} : D[40,?]\n%17 = multiply(%18, %13) : D[40,?]\n%19 = sum(%17) {axes = "
                                "[1], keepdims = false} : D[40]" +
                                kSum;
    CHECK(is_native(check(columns)));
    const std::string rows = "%18 = roll(%13) {shift = " + std::string(shift) +
                             ", axis = 0} : D[40,?]\n%17 = multiply(%18, %13) : D[40,?]\n%19 = sum(%17) {axes = [1], "
                             "keepdims = false} : D[40]" +
                             kSum;
    CHECK(is_native(check(rows)));
  }
}

TEST_CASE("cumulative sums and products of slices with computed extents are counted loops") {
  for (const char* const scan : {"cumulative_sum", "cumulative_prod"}) {
    for (DType dtype : {float32, float64, float16}) {
      CAPTURE(scan, dtype);
      const auto is_loop = [&](const char* operand, const char* type, int axis) {
        const std::string along =
            "{axes = [1], keepdims = false} : D[" + std::string(type + 2, std::strchr(type, ',')) + "]";
        return is_native(check("%18 = " + std::string(scan) + "(" + operand + ") {axis = " + std::to_string(axis) +
                                   "} : " + type + "\n%19 = sum(%18) " + along + kSum,
                               dtype));
      };
      CHECK(is_native(check("%19 = " + std::string(scan) + "(%10) {axis = 0} : D[?]" + kSum, dtype)));
      CHECK(is_loop("%13", "D[40,?]", 0));
      CHECK(is_loop("%13", "D[40,?]", 1));
      CHECK(is_loop("%14", "D[?,40]", 0));
      CHECK(is_loop("%14", "D[?,40]", 1));
    }
  }
}

TEST_CASE("elements of a slice with a computed extent are selected by a mask of the same extent") {
  CHECK(is_native(check("%16 = greater(%10, %21) : boolean[?]\n%19 = boolean_mask(%10, %16) {axis = 0} : D[?]" +
                        std::string(kSum))));
  CHECK(
      is_native(check("%16 = greater(%11, %21) : boolean[?]\n%17 = exp(%11) : D[?]\n"
                      "%18 = boolean_mask(%17, %16) {axis = 0} : D[?]\n%19 = concat(%18, %12) {axis = 0} : D[?]" +
                      std::string(kSum))));
}

TEST_CASE("a vector of computed extent beside one of known length has this length, or one element") {
  CHECK(is_native(
      check("%18 = concat(%10, %11) {axis = 0} : D[?]\n%19 = multiply(%18, %0) : D[40]" + std::string(kSum))));
  const std::string single = "%16 = equal(%2, %22) : boolean[40]\n%18 = boolean_mask(%0, %16) {axis = 0} : D[?]\n";
  CHECK(is_native(check(single + "%19 = multiply(%18, %0) : D[40]" + kSum)));
  CHECK(is_native(check(single +
                        "%17 = index(%0) {kinds = [1], starts = [3], stops = [8], steps = [1]} : D[5]\n"
                        "%19 = subtract(%17, %18) : D[5]" +
                        kSum)));
  const std::string text = loop_over("%19 = multiply(%0, %11) : D[40]" + std::string(kSum), "float64");
  const Tensor matrix = reshape(signed_numbers(kLength * kLength, float64), {kLength, kLength});
  const std::string error = run(
      text.c_str(), {signed_numbers(kLength, float64), matrix, astype(arange(kLength), int32), tensor(kLength, int64)});
  CHECK(error.find("39") != std::string::npos);
}

TEST_CASE("elements are taken at computed indices from slices, and at slices of indices") {
  CHECK(is_native(check("%19 = take(%0, %15) {axis = 0} : D[?]" + std::string(kSum)), kErrors));
  CHECK(
      is_native(check("%18 = take(%1, %15) {axis = 0} : D[?,40]\n%17 = cos(%18) : D[?,40]\n%19 = sum(%17) {axes = [1], "
                      "keepdims = false} : D[?]" +
                      std::string(kSum)),
                kErrors));
  CHECK(
      is_native(check("%18 = take(%1, %15) {axis = 1} : D[40,?]\n%17 = cos(%18) : D[40,?]\n%19 = sum(%17) {axes = [1], "
                      "keepdims = false} : D[40]" +
                      std::string(kSum)),
                kErrors));
  CHECK(is_native(check("%18 = take(%10, %15) {axis = 0} : D[?]\n%19 = multiply(%18, %10) : D[?]" + std::string(kSum)),
                  kErrors));
  CHECK(
      is_native(check("%18 = take(%13, %2) {axis = 0} : D[40,?]\n%17 = cos(%18) : D[40,?]\n%19 = sum(%17) {axes = [1], "
                      "keepdims = false} : D[40]" +
                      std::string(kSum)),
                kErrors));
}

TEST_CASE("an index outside of a slice with a computed extent is the error of the kernel") {
  std::vector<int32_t> places;
  for (int32_t k = 0; k < kLength; ++k) places.push_back(k % 2 == 0 ? 0 : -1);
  const std::string body =
      "%18 = take(%10, %15) {axis = 0} : D[?]\n%19 = multiply(%18, %10) : D[?]" + std::string(kSum);
  CHECK(is_native(check(body, float64, tensor(places)), kErrors));
  places[20] = 21;  // the slices that the loop has reached have 21 elements
  const std::string text = loop_over(body, "float64");
  const Tensor matrix = reshape(signed_numbers(kLength * kLength, float64), {kLength, kLength});
  const std::string error =
      run(text.c_str(), {signed_numbers(kLength, float64), matrix, tensor(places), tensor(kLength, int64)});
  CHECK(error.find("21") != std::string::npos);
  CHECK(error.find("out of range") != std::string::npos);
}

}  // namespace bounded_moves_test

}  // namespace ag::test
