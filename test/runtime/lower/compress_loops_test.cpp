/// The elements that a mask selects: loops compress and count them, and loops over them run as often as there are
/// selected ones, with the bits and the errors of the kernels.
#include <random>

#include "kernel/instruction_set.h"
#include "runtime/program/mixed_numbers.h"
#include "runtime/program/program_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace compress_loops_test {
namespace {

/// A mask of `count` elements of which `selected` are true, at scattered places.
Tensor mask_of(int64_t count, int64_t selected) {
  std::vector<int64_t> places;
  for (int64_t k = 0; k < count; ++k) places.push_back(k * 7 % count);
  return tensor(places) < selected;
}
bool is_native(const std::string& program) { return program.find("kernel") == std::string::npos; }

/// Runs the body for masks with no, some and all elements, and returns the program. %0 and %1 are vectors of 40
/// elements, %2 and %3 their masks, %10 the elements of %0 that %2 selects, and %20 the result, a number.
std::string check_vector(std::string body, DType dtype) {
  const std::string type(name(dtype));
  std::string text =
      "graph f(%0: D[40], %1: D[40], %2: boolean[40], %3: boolean[40]) -> D[] {\n"
      "%10 = boolean_mask(%0, %2) {axis = 0} : D[?] @ \"masks.cpp\":1\n" +
      body + "\nyield %20 }";
  for (size_t at = 0; (at = text.find("D[", at)) != std::string::npos;) text.replace(at, 1, type);
  for (int64_t selected : {0, 1, 2, 5, 17, 40}) {
    for (int64_t others : {int64_t{1}, selected})
      run(text.c_str(), {signed_numbers(40, dtype), signed_numbers(40, dtype) + tensor(1, dtype), mask_of(40, selected),
                         flip(mask_of(40, others), 0)});
  }
  return statements(text.c_str());
}

}  // namespace

TEST_CASE("reductions of selected elements are counted loops") {
  for (DType dtype : {float32, float64, int32, int64}) {
    for (const char* const reduction : {"sum", "prod", "max", "min"}) {
      const std::string program =
          check_vector("%20 = " + std::string(reduction) + "(%10) {axes = [], keepdims = false} : D[]", dtype);
      CHECK(is_native(program));
      CHECK(program.find(" of 40 (") != std::string::npos);
    }
  }
  CHECK(is_native(check_vector("%20 = mean(%10) {axes = [], keepdims = false} : D[]", float32)));
}

TEST_CASE("elements that one mask selects have one extent, and those of two masks are compared") {
  const char* const use = R"(
      %12 = multiply(%10, %11) : D[?] @ "masks.cpp":3
      %13 = add(%12, %10) : D[?]
      %20 = sum(%13) {axes = [], keepdims = false} : D[])";
  const std::string same = check_vector("%11 = boolean_mask(%1, %2) {axis = 0} : D[?]" + std::string(use), float64);
  CHECK(is_native(same));
  CHECK(same.find("check") == std::string::npos);
  const std::string other = check_vector("%11 = boolean_mask(%1, %3) {axis = 0} : D[?]" + std::string(use), float64);
  CHECK(is_native(other));
  CHECK(other.find("check") != std::string::npos);
  CHECK(
      is_native(check_vector("%11 = boolean_mask(%1, %3) {axis = 0} : D[?]\n"
                             "%20 = matmul(%10, %11) : D[] @ \"masks.cpp\":3",
                             float32)));
}

TEST_CASE("the number of selected elements is a register") {
  const std::string program = check_vector(R"(
      %11 = dim(%10) {axis = 0} : int64[]
      %12 = astype(%11) {dtype = float64} : D[]
      %13 = sum(%10) {axes = [], keepdims = false} : D[]
      %20 = add(%12, %13) : D[])",
                                           float64);
  CHECK(is_native(program));
}

TEST_CASE("parts of selected elements are read in place") {
  CHECK(is_native(check_vector(R"(
      %11 = index(%10) {kinds = [101], starts = [1], stops = [0], steps = [1]} : D[?]
      %12 = flip(%10) {axes = [0]} : D[?]
      %13 = multiply(%12, %10) : D[?]
      %14 = sum(%13) {axes = [], keepdims = false} : D[]
      %15 = sum(%11) {axes = [], keepdims = false} : D[]
      %20 = add(%14, %15) : D[])",
                               float32)));
}

TEST_CASE("elements that a kernel or the caller takes are a result of the kernel") {
  CHECK(!is_native(check_vector(R"(
      %11 = sort(%10) {axis = -1, descending = false} : D[?]
      %20 = sum(%11) {axes = [], keepdims = false} : D[])",
                                float32)));
}

TEST_CASE("a mask selects rows, columns and blocks") {
  const struct {
    std::string mask, selected, axis, axes, extremum;
    bool native = true;
  } forms[] = {{"6", "?,5,4", "0", "0, 1, 2", ""}, {"5", "6,?,4", "1", "0, 1, 2", "", false},
               {"4", "6,5,?", "2", "2", "6,5"},    {"6,5", "?,4", "0", "0, 1", ""},
               {"5,4", "6,?", "-2", "1", "6"},     {"6,5,4", "?", "0", "0", ""}};
  for (const auto& form : forms) {
    CAPTURE(form.mask, form.axis);
    const std::string selected = "float64[" + form.selected + "]", axes = "axes = [" + form.axes + "]";
    const std::string text = "graph f(%0: float64[6,5,4], %1: boolean[" + form.mask + "]) -> float64[" + form.extremum +
                             "], int64[" + form.extremum + R"(] {
      %2 = boolean_mask(%0, %1) {axis = )" +
                             form.axis + "} : " + selected + R"(
      %3 = square(%2) : )" + selected +
                             R"(
      %4 = min(%3) {)" + axes +
                             ", keepdims = false} : float64[" + form.extremum + R"(] @ "rows.cpp":2
      %5 = count_nonzero(%3) {)" +
                             axes + ", keepdims = false} : int64[" + form.extremum + R"(]
      yield %4, %5
    })";
    Shape mask;
    for (const char at : form.mask) {
      if (at != ',') mask.push_back(at - '0');
    }
    const int64_t count = mask.element_count();
    for (int64_t selects : {int64_t{0}, int64_t{1}, int64_t{3}, count})
      run(text.c_str(), {reshape(signed_numbers(120, float64), {6, 5, 4}), reshape(mask_of(count, selects), mask)});
    CHECK(is_native(statements(text.c_str())) == form.native);
  }
}

TEST_CASE("masks in a loop select other elements in each iteration") {
  const char* const text = R"(graph f(%0: float64[30], %1: int64[30]) -> float64[30] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3 = constant() {value = int64[]{1}} : int64[]
    %4 = constant() {value = int64[]{7}} : int64[]
    %5, %6 = while_loop(%0, %2) : float64[30], int64[] {(%10: float64[30], %11: int64[])
      %12 = less(%11, %4) : boolean[]
      yield %12
    } {(%20: float64[30], %21: int64[])
      %22 = equal(%1, %21) : boolean[30]
      %23 = boolean_mask(%20, %22) {axis = 0} : float64[?]
      %24 = mean(%23) {axes = [0], keepdims = false} : float64[]
      %25 = subtract(%20, %24) : float64[30]
      %26 = where(%22, %25, %20) : float64[30]
      %27 = add(%21, %3) : int64[]
      yield %26, %27
    }
    yield %5
  })";
  run(text, {signed_numbers(30, float64), arange(30) % tensor(7, int64)});
  CHECK(is_native(statements(text)));
}

TEST_CASE("vectors of elements are compressed by an instruction where there is one") {
  // Elements that are computed are computed in the lanes; others and rows are compressed one by one.
  const std::string text = R"(graph f(%0: TYPE[LENGTH], %1: TYPE[LENGTH]) -> TYPE[], TYPE[] {
    %2 = less(%0, %1) : boolean[LENGTH]
    %3 = boolean_mask(%0, %2) {axis = 0} : TYPE[?]
    %4 = max(%3) {axes = [0], keepdims = false} : TYPE[]
    %5 = index(%1) {kinds = [111], starts = [0], stops = [0], steps = [-1]} : TYPE[LENGTH]
    %6 = greater_equal(%0, %1) : boolean[LENGTH]
    %7 = boolean_mask(%5, %6) {axis = 0} : TYPE[?]
    %8 = multiply(%7, %7) : TYPE[?]
    %9 = sum(%8) {axes = [0], keepdims = false} : TYPE[]
    yield %4, %9
  })";
  std::mt19937 random(3);
  for (const DType dtype : {float32, float64, int32, int64, float16}) {
    for (const int64_t length : {2, 7, 8, 15, 16, 17, 64, 1003}) {
      for (const int above : {1, 30, 99}) {  // of 100
        std::vector<int64_t> values, limits;
        for (int64_t k = 0; k < length; ++k) {
          values.push_back(static_cast<int64_t>(random() % 100));
          limits.push_back(k == 0 ? 100 : k == 1 ? 0 : above);
        }
        INFO(name(dtype) << ' ' << length << ' ' << above);
        run(replaced(replaced(text, "LENGTH", std::to_string(length)), "TYPE", std::string(name(dtype))).c_str(),
            {astype(tensor(values), dtype), astype(tensor(limits), dtype)});
      }
    }
  }
#if defined(__x86_64__)
  if (kernel::instruction_set() != kernel::InstructionSet::Avx512) return;
  for (const char* const type : {"float32", "int64"}) {
    const std::string module = compiled(replaced(replaced(text, "LENGTH", "1000"), "TYPE", type)).module;
    CHECK((module.empty() || module.find("x86.avx512.mask.compress") != std::string::npos));
  }
#endif
}

}  // namespace compress_loops_test

}  // namespace ag::test
