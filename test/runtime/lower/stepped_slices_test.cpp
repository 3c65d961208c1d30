/// Slices whose steps a loop decides: they are read and replaced by loops, with the bits and the errors of the kernels.
/// Covers lower/bounded/extent_registers.cpp, lower/nests/small_product_terms.cpp and lower/slice_assignments.cpp.
#include "runtime/program/mixed_numbers.h"
#include "runtime/program/program_run.h"

namespace ag::test {

namespace stepped_slices_test {
namespace {

constexpr int64_t kLength = 40;

/// A loop over %8 = 0 … n - 1 that carries a vector %7 and a matrix %6, both of dtype D. The body has the numbers
/// %9 = 2 · %8 - 39, an odd step of either sign, %10 = 3 · %8 - 50 and %11 = 70 - 4 · %8, bounds that are partly
/// outside of the axis, and makes the next vector %30 and matrix %31.
std::string loop_over(std::string body, const std::string& dtype, const std::string& step = "int64") {
  if (body.find("%30 =") == std::string::npos) body += "\n%30 = add(%7, %7) : D[40]";
  if (body.find("%31 =") == std::string::npos) body += "\n%31 = add(%6, %6) : D[40,40]";
  std::string text = R"(graph f(%0: D[40], %1: D[40,40], %2: int64[], %3: S[]) -> D[40], D[40,40] {
    %4 = constant() {value = int64[]{1}} : int64[]
    %5 = constant() {value = int64[]{0}} : int64[]
    %50, %51, %52 = while_loop(%0, %1, %5) : D[40], D[40,40], int64[] {(%60: D[40], %61: D[40,40], %62: int64[])
      %63 = less(%62, %2) : boolean[]
      yield %63
    } {(%7: D[40], %6: D[40,40], %8: int64[])
      %40 = constant() {value = int64[]{2}} : int64[]
      %41 = constant() {value = int64[]{3}} : int64[]
      %42 = constant() {value = int64[]{-4}} : int64[]
      %43 = constant() {value = int64[]{50}} : int64[]
      %44 = constant() {value = int64[]{70}} : int64[]
      %45 = multiply(%8, %40) : int64[]
      %46 = multiply(%8, %41) : int64[]
      %47 = multiply(%8, %42) : int64[]
      %48 = astype(%45) {dtype = S} : S[]
      %9 = subtract(%48, %3) : S[]
      %10 = subtract(%46, %43) : int64[]
      %11 = add(%47, %44) : int64[]
)" + body + R"(
      %32 = add(%8, %4) : int64[]
      yield %30, %31, %32
    }
    yield %50, %51
  })";
  for (size_t at = 0; (at = text.find("D[", at)) != std::string::npos;) text.replace(at, 1, dtype);
  for (size_t at = 0; (at = text.find("S[", at)) != std::string::npos;) text.replace(at, 1, step);
  for (size_t at = 0; (at = text.find("= S}", at)) != std::string::npos;) text.replace(at + 2, 1, step);
  for (size_t at = 0; (at = text.find("= D}", at)) != std::string::npos;) text.replace(at + 2, 1, dtype);
  return text;
}

std::vector<Tensor> inputs(DType dtype, const Tensor& subtracted = tensor(39, int64)) {
  return {signed_numbers(kLength, dtype), reshape(signed_numbers(kLength * kLength, dtype), {kLength, kLength}),
          tensor(kLength, int64), subtracted};
}

/// Runs the body for steps and bounds of all kinds, and returns the program.
std::string check(const std::string& body, DType dtype = float64) {
  const std::string text = loop_over(body, std::string(name(dtype)));
  run(text.c_str(), inputs(dtype));
  return statements(text.c_str());
}

/// True if kernels compute nothing: the only one is the index of the error for a step of 0.
bool is_native(const std::string& program) {
  for (size_t at = 0; (at = program.find("kernel ", at)) != std::string::npos; ++at) {
    const std::string call = program.substr(at, program.find('\n', at) - at);
    if (call.find("= index") == std::string::npos) return false;
  }
  return true;
}

// The slices %7[::%9], %7[%10::%9], %7[:%11:%9], %7[%10:%11:%9] and %7[3:35:%9].
const char* const kSlices[] = {
    "%20 = index(%7, %9) {kinds = [2111], starts = [0], stops = [0], steps = [0]} : D[?]\n",
    "%20 = index(%7, %10, %9) {kinds = [2121], starts = [0], stops = [0], steps = [0]} : D[?]\n",
    "%20 = index(%7, %11, %9) {kinds = [2211], starts = [0], stops = [0], steps = [0]} : D[?]\n",
    "%20 = index(%7, %10, %11, %9) {kinds = [2221], starts = [0], stops = [0], steps = [0]} : D[?]\n",
    "%20 = index(%7, %9) {kinds = [2001], starts = [3], stops = [35], steps = [0]} : D[?]\n"};

/// Adds the number %21 to the element %8 of the vector.
const char* const kAddNumber =
    "%22 = index(%7, %8) {kinds = [20], starts = [0], stops = [0], steps = [1]} : D[]\n"
    "%23 = add(%21, %22) : D[]\n"
    "%30 = index_update(%7, %23, %8) {kinds = [20], starts = [0], stops = [0], steps = [1]} : D[40]";
const char* const kSum = "%21 = sum(%20) {axes = [], keepdims = false} : D[]\n";

}  // namespace

TEST_CASE("slices with computed steps are read by the loops that use them") {
  for (const char* const slice : kSlices) {
    for (DType dtype : {float32, float64, int32}) {
      CAPTURE(slice, dtype);
      CHECK(is_native(check(std::string(slice) + kSum + kAddNumber, dtype)));
    }
    CHECK(
        is_native(check(std::string(slice) +
                        "%24 = flip(%20) {axes = [0]} : D[?]\n%25 = abs(%20) : D[?]\n%26 = subtract(%25, %24) : D[?]\n"
                        "%27 = cumulative_sum(%26) {axis = 0} : D[?]\n"
                        "%21 = sum(%27) {axes = [], keepdims = false} : D[]\n" +
                        kAddNumber)));
    CHECK(is_native(check(std::string(slice) +
                          "%24 = concat(%20, %7, %20) {axis = 0} : D[?]\n"
                          "%21 = sum(%24) {axes = [], keepdims = false} : D[]\n" +
                          kAddNumber)));
    CHECK(is_native(check(std::string(slice) +
                          "%24 = dim(%20) {axis = 0} : int64[]\n%21 = astype(%24) {dtype = float64} : D[]\n" +
                          kAddNumber)));
  }
}

TEST_CASE("a slice of a slice with a computed step has the extent of that") {
  for (const char* const slice : kSlices) {
    CAPTURE(slice);
    CHECK(is_native(check(std::string(slice) +
                          "%24 = index(%20) {kinds = [1], starts = [-5], stops = [-1], steps = [1]} : D[?]\n"
                          "%21 = sum(%24) {axes = [], keepdims = false} : D[]\n" +
                          kAddNumber)));
    CHECK(
        is_native(check("%28 = index(%7, %11) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]\n"
                        "%20 = index(%28, %9) {kinds = [2111], starts = [0], stops = [0], steps = [0]} : D[?]\n" +
                        std::string(kSum) + kAddNumber)));
  }
}

TEST_CASE("slices with computed steps of the same extent are combined, and of others refused by the kernel's error") {
  CHECK(is_native(check(std::string(kSlices[0]) +
                        "%24 = index(%7, %9) {kinds = [2111], starts = [0], stops = [0], steps = [0]} : D[?]\n"
                        "%25 = multiply(%20, %24) : D[?]\n%21 = sum(%25) {axes = [], keepdims = false} : D[]\n" +
                        kAddNumber)));
  const std::string text =
      loop_over(std::string(kSlices[0]) +
                    "%24 = index(%7, %10, %9) {kinds = [2121], starts = [0], stops = [0], steps = [0]} : D[?]\n"
                    "%25 = multiply(%20, %24) : D[?]\n%21 = sum(%25) {axes = [], keepdims = false} : D[]\n" +
                    kAddNumber,
                "float64");
  CHECK(run(text.c_str(), inputs(float64)).find("broadcast") != std::string::npos);
}

TEST_CASE("rows and columns with computed steps are read and replaced by loops") {
  const std::string rows =
      "%20 = index(%6, %9) {kinds = [2111, 111], starts = [0, 0], stops = [0, 0], steps = [0, 1]} : D[?,40]\n";
  const std::string blocks =
      "%20 = index(%6, %9, %10, %9) {kinds = [2111, 2121], starts = [0, 0], stops = [0, 0], steps = [0, 0]} : "
      "D[?,?]\n";
  const std::string columns =
      "%20 = index(%6, %9, %8) {kinds = [2111, 20], starts = [0, 0], stops = [0, 0], steps = [0, 1]} : D[?]\n";
  for (DType dtype : {float32, float64}) {
    CAPTURE(dtype);
    CHECK(is_native(check(rows + "%30 = sum(%20) {axes = [0], keepdims = false} : D[40]", dtype)));
    CHECK(is_native(check(columns + kSum + kAddNumber, dtype)));
    CHECK(
        is_native(check(rows + "%24 = cos(%20) : D[?,40]\n"
                               "%31 = index_update(%6, %24, %9) {kinds = [2111, 111], starts = [0, 0], stops = [0, 0], "
                               "steps = [0, 1]} : D[40,40]",
                        dtype)));
    CHECK(is_native(check(blocks +
                              "%24 = cos(%20) : D[?,?]\n"
                              "%31 = index_update(%6, %24, %9, %10, %9) {kinds = [2111, 2121], starts = [0, 0], stops "
                              "= [0, 0], steps = [0, 0]} : D[40,40]",
                          dtype)));
  }
}

TEST_CASE("slices with computed steps are replaced by a number and by arrays") {
  const std::string update =
      "%30 = index_update(%7, %24, %9) {kinds = [2111], starts = [0], stops = [0], steps = [0]} "
      ": D[40]";
  const std::string part = kSlices[0];
  for (DType dtype : {float32, float64, int32}) {
    CAPTURE(dtype);
    CHECK(
        is_native(check("%24 = constant() {value = int32[]{3}} : int32[]\n%25 = astype(%24) {dtype = D} : D[]\n"
                        "%30 = index_update(%7, %25, %9) {kinds = [2111], starts = [0], stops = [0], steps = [0]} : "
                        "D[40]",
                        dtype)));
    // The loop that computes the elements stores them: each is read at the position where it is stored.
    const std::string in_place = check(part + "%24 = multiply(%20, %20) : D[?]\n" + update, dtype);
    CHECK(is_native(in_place));
    const size_t loop = in_place.find("while");
    CHECK(in_place.substr(loop, in_place.rfind("set v") - loop).find("allocate") == std::string::npos);
    // Elements that other iterations read are stored after the loop.
    CHECK(is_native(check(part + "%25 = flip(%20) {axes = [0]} : D[?]\n%24 = add(%20, %25) : D[?]\n" + update, dtype)));
    CHECK(is_native(check(
        "%24 = index(%0, %9) {kinds = [2111], starts = [0], stops = [0], steps = [0]} : D[?]\n" + update, dtype)));
    CHECK(
        is_native(check(std::string(kSlices[1]) + "%24 = abs(%20) : D[?]\n" +
                            "%30 = index_update(%7, %24, %10, %9) {kinds = [2121], starts = [0], stops = [0], steps = "
                            "[0]} : D[40]",
                        dtype)));
  }
}

TEST_CASE("elements move between slices of one array with computed steps as if they were copied first") {
  // x[%8::m], x[%8 + m::m] = f(x[%8 + m::m]), g(x[%8::m]), as in a Fourier transform.
  const std::string text = loop_over(
      "%70 = constant() {value = int64[]{8}} : int64[]\n%71 = constant() {value = int64[]{4}} : int64[]\n"
      "%72 = remainder(%8, %71) : int64[]\n%73 = add(%72, %71) : int64[]\n"
      "%20 = index(%7, %72, %70) {kinds = [2121], starts = [0], stops = [0], steps = [0]} : D[?]\n"
      "%21 = index(%7, %73, %70) {kinds = [2121], starts = [0], stops = [0], steps = [0]} : D[?]\n"
      "%22 = add(%20, %21) : D[?]\n%23 = subtract(%20, %21) : D[?]\n"
      "%24 = index_update(%7, %22, %72, %70) {kinds = [2121], starts = [0], stops = [0], steps = [0]} : D[40]\n"
      "%30 = index_update(%24, %23, %73, %70) {kinds = [2121], starts = [0], stops = [0], steps = [0]} : D[40]",
      "float64");
  run(text.c_str(), inputs(float64));
  CHECK(is_native(statements(text.c_str())));
}

TEST_CASE("a computed step of 0 is the error of the kernel, and steps of all dtypes and sizes are permitted") {
  const std::string body = std::string(kSlices[0]) + kSum + kAddNumber;
  const std::string text = loop_over(body, "float64");
  CHECK(run(text.c_str(), inputs(float64, tensor(38, int64))).find("must not be 0") != std::string::npos);
  for (const int64_t far : {INT64_MAX, INT64_MIN, INT64_MAX - 40, INT64_MIN + 3, int64_t{1} << 40})
    run(text.c_str(), inputs(float64, tensor(far, int64)));
  for (const char* const step : {"int32", "int8"}) {
    const std::string narrow = loop_over(body, "float64", step);
    CAPTURE(step);
    run(narrow.c_str(), inputs(float64, tensor(39, step == std::string("int8") ? int8 : int32)));
    CHECK(is_native(statements(narrow.c_str())));
  }
}

}  // namespace stepped_slices_test

}  // namespace ag::test
