/// Slices whose extents a loop decides: loops over them run as often as the slice has elements, with the bits and the
/// errors of the kernels.
#include "runtime/program/mixed_numbers.h"
#include "runtime/program/program_run.h"

namespace ag::test {

namespace bounded_values_test {
namespace {

/// A loop over i = 0 … n - 1 that carries %7, an array of `rows` rows and `columns` columns; `body` computes %30 from
/// %7 and %8 = i. %0 is a vector of 40 elements, %1 is n, and %3 is 1.
std::string in_loop(const std::string& dtype, const std::string& carried, const std::string& body) {
  return "graph f(%0: " + dtype + "[40], %1: int64[], %2: " + carried + ") -> " + carried + R"( {
    %3 = constant() {value = int64[]{1}} : int64[]
    %4 = constant() {value = int64[]{0}} : int64[]
    %5, %6 = while_loop(%2, %4) : )" +
         carried + ", int64[] {(%60: " + carried + R"(, %61: int64[])
      %62 = less(%61, %1) : boolean[]
      yield %62
    } {(%7: )" +
         carried + ", %8: int64[])\n" + body + R"(
      %31 = add(%8, %3) : int64[]
      yield %30, %31
    }
    yield %5
  })";
}

std::string with_dtype(std::string text, const std::string& dtype) {
  for (size_t at = 0; (at = text.find("D[", at)) != std::string::npos;) text.replace(at, 1, dtype);
  return text;
}

/// Runs the body with a vector of 40 elements for several n, and returns the program.
std::string check_vector(const std::string& body, DType dtype, std::initializer_list<int64_t> counts = {0, 3, 40}) {
  const std::string type(name(dtype)), text = in_loop(type, type + "[40]", with_dtype(body, type));
  for (int64_t n : counts) run(text.c_str(), {signed_numbers(40, dtype), tensor(n, int64), signed_numbers(40, dtype)});
  return statements(text.c_str());
}
std::string check_matrix(const std::string& body, DType dtype, size_t* copied = nullptr, int64_t n = 20) {
  const std::string type(name(dtype)), text = in_loop(type, type + "[40,40]", with_dtype(body, type));
  run(text.c_str(), {signed_numbers(40, dtype), tensor(n, int64), reshape(signed_numbers(1600, dtype), {40, 40})},
      copied);
  return statements(text.c_str());
}
bool is_native(const std::string& program) { return program.find("kernel") == std::string::npos; }

// %7[i] = a reduction of a slice of %0
const char* const kStore = R"(
      %30 = index_update(%7, %20, %8) {kinds = [20], starts = [0], stops = [0], steps = [1]} : D[40])";

}  // namespace

TEST_CASE("reductions of slices with a computed end are counted loops") {
  for (const char* const reduction : {"sum", "prod", "mean"}) {
    for (DType dtype : {float32, float64}) {
      const std::string body = R"(
      %10 = index(%0, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]
      %20 = )" + std::string(reduction) +
                               R"((%10) {axes = [], keepdims = false} : D[])";
      const std::string program = check_vector(body + kStore, dtype);
      CHECK(is_native(program));
      CHECK(program.find(" of 40 (") != std::string::npos);
    }
  }
}

TEST_CASE("bounds of slices are clamped, and may count from the end; steps may be negative") {
  for (const char* const slice : {"{kinds = [21], starts = [0], stops = [300], steps = [1]}",
                                  "{kinds = [21], starts = [0], stops = [-3], steps = [2]}",
                                  "{kinds = [201], starts = [-50], stops = [0], steps = [3]}",
                                  "{kinds = [121], starts = [0], stops = [0], steps = [-1]}",
                                  "{kinds = [201], starts = [100], stops = [0], steps = [-7]}",
                                  "{kinds = [211], starts = [0], stops = [0], steps = [-2]}"}) {
    for (int64_t offset : {0, 20, 60}) {
      const std::string body = R"(
      %9 = constant() {value = int64[]{)" +
                               std::to_string(offset) + R"(}} : int64[]
      %11 = subtract(%8, %9) : int64[]
      %10 = index(%0, %11) )" + std::string(slice) +
                               R"( : D[?]
      %12 = multiply(%10, %10) : D[?]
      %20 = sum(%12) {axes = [], keepdims = false} : D[])";
      CHECK(is_native(check_vector(body + kStore, float64)));
    }
  }
}

TEST_CASE("the place of the greatest or least element of a slice is found by loops, NaN first") {
  for (const char* const search : {"argmax", "argmin"}) {
    for (DType dtype : {float32, float64, int32}) {
      const std::string body = R"(
      %9 = add(%8, %3) : int64[]
      %10 = index(%0, %9) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]
      %11 = abs(%10) : D[?]
      %12 = )" + std::string(search) +
                               R"((%11) {axes = [], keepdims = false} : int64[] @ "places.cpp":3
      %20 = astype(%12) {dtype = )" +
                               std::string(name(dtype)) + "} : D[]";
      CHECK(is_native(check_vector(body + kStore, dtype, {0, 1, 2, 17, 39})));
    }
  }
}

TEST_CASE("the greatest element of an empty slice is the error of the kernel, at its line") {
  const std::string body = R"(
      %10 = index(%0, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : float32[?]
      %20 = max(%10) {axes = [], keepdims = false} : float32[] @ "extrema.cpp":7
      %30 = index_update(%7, %20, %8) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[40])";
  const std::string text = in_loop("float32", "float32[40]", body);
  const std::string error =
      run(text.c_str(), {signed_numbers(40, float32), tensor(5, int64), signed_numbers(40, float32)});
  CHECK(error.starts_with("extrema.cpp:7: max: axis 0 is empty and has no greatest or least element"));
  CHECK(is_native(statements(text.c_str())));
}

TEST_CASE("rows and blocks of any length are reduced in their order") {
  const std::string text = R"(graph f(%0: float32[9000], %1: int64[]) -> float32[], float32[], float32[] {
    %2 = index(%0, %1) {kinds = [201], starts = [0], stops = [0], steps = [1]} : float32[?]
    %3 = sum(%2) {axes = [], keepdims = false} : float32[]
    %4 = matmul(%2, %2) : float32[]
    %5 = square(%2) : float32[?]
    %6 = mean(%5) {axes = [0], keepdims = false} : float32[]
    yield %3, %4, %6
  })";
  CHECK(is_native(statements(text.c_str())));
  for (int64_t n : {0, 1, 2, 3, 4, 5, 15, 16, 17, 31, 32, 100, 4095, 4096, 4097, 8192, 8193, 9000, 9999, -8999})
    run(text.c_str(), {signed_numbers(9000, float32), tensor(n, int64)});
}

TEST_CASE("the product of a vector and a block has loops in the order of the kernel") {
  const struct {
    const char *rows, *columns, *shape, *vector;
  } forms[] = {{"201", "201", "?,?", "201"},
               {"201", "101", "?,40", "201"},
               {"121", "201", "?,?", "121"},
               {"101", "201", "40,?", "101"}};
  for (const auto& form : forms) {
    for (DType dtype : {float32, float64}) {
      const auto kinds = [](const std::string& of, size_t rank) {
        std::string zeros = rank == 2 ? "0, 0" : "0", ones = rank == 2 ? "1, 1" : "1";
        return "{kinds = [" + of + "], starts = [" + zeros + "], stops = [" + zeros + "], steps = [" + ones + "]}";
      };
      const std::string rows = form.rows, columns = form.columns, shape = form.shape;
      const std::string bounds = std::string(rows == "101" ? "" : ", %8") + (columns == "101" ? "" : ", %8");
      const std::string body = "%10 = index(%7" + bounds + ") " + kinds(rows + ", " + columns, 2) + " : D[" + shape +
                               "]\n%11 = index(%0" + (rows == "101" ? "" : ", %8") + ") " + kinds(form.vector, 1) +
                               " : D[" + shape.substr(0, shape.find(',')) + "]\n%12 = matmul(%11, %10) : D[" +
                               shape.substr(shape.find(',') + 1) + R"(]
      %13 = square(%12) : D[)" +
                               shape.substr(shape.find(',') + 1) + R"(]
      %20 = sum(%13) {axes = [], keepdims = false} : D[]
      %30 = index_update(%7, %20, %8, %8) {kinds = [20, 20], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : D[40,40])";
      CAPTURE(body);
      const std::string program = check_matrix(body, dtype, nullptr, 40);
      CHECK(program.find("fma") != std::string::npos);
    }
  }
}

TEST_CASE("extents of one expression are equal, and those of others are compared") {
  const char* const same = R"(
      %10 = index(%0, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]
      %11 = index(%7, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]
      %12 = multiply(%10, %11) : D[?]
      %20 = sum(%12) {axes = [], keepdims = false} : D[])";
  const std::string program = check_vector(std::string(same) + kStore, float64);
  CHECK(is_native(program));
  // x[0 : i] with y[1 : i + 1], x[0 : i] with y[2 : i], whose extents are 1 and 3 if i = 3, and 2 and 4 if i = 4.
  for (const char* const other : {"%9 = add(%8, %3) : int64[]\n%11 = index(%7, %9) {kinds = [201], starts = [1], ",
                                  "%11 = index(%7, %8) {kinds = [201], starts = [2], "}) {
    for (const char* const use :
         {"%12 = multiply(%10, %11) : D[?] @ \"use.cpp\":3\n"
          "%13 = add(%12, %10) : D[?] @ \"use.cpp\":4\n"
          "%20 = sum(%13) {axes = [], keepdims = false} : D[]",
          "%20 = matmul(%10, %11) : D[] @ \"use.cpp\":3",
          "%12 = maximum(%10, %11) : D[?] @ \"use.cpp\":3\n%20 = max(%12) {axes = [], keepdims = "
          "false} : D[] @ \"use.cpp\":4"}) {
      const std::string body = "%10 = index(%0, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]\n" +
                               std::string(other) + "stops = [0], steps = [1]} : D[?]\n" + use;
      CAPTURE(body);
      CHECK(is_native(check_vector(body + kStore, float64, {0, 2, 3, 4, 5, 39})));
    }
  }
}

TEST_CASE("a value of another extent is stored if it fits") {
  // y[i : 2 i] = -x[0 : i] and y[0 : i] = -x[0 : i : 2]
  for (const char* const update : {"steps = [1]} : D[?]\n%11 = negative(%10) : D[?]\n%30 = index_update(%7, %11, %8, "
                                   "%9) {kinds = [221], starts = [0], "
                                   "stops = [0], steps = [1]} : D[40]",
                                   "steps = [2]} : D[?]\n%11 = negative(%10) : D[?]\n%30 = index_update(%7, %11, %8) "
                                   "{kinds = [201], starts = [0], "
                                   "stops = [0], steps = [1]} : D[40] @ \"store.cpp\":5"}) {
    const std::string body =
        "%14 = constant() {value = int64[]{2}} : int64[]\n%9 = multiply(%8, %14) : int64[]\n"
        "%10 = index(%0, %8) {kinds = [201], starts = [0], stops = [0], " +
        std::string(update);
    CAPTURE(body);
    CHECK(is_native(check_vector(body, float64, {0, 1, 2, 3, 4, 20})));
  }
}

TEST_CASE("products of rows of unknown length have the order of their length") {
  const char* const body = R"(
      %10 = index(%0, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]
      %11 = index(%7, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]
      %20 = matmul(%10, %11) : D[])";
  for (DType dtype : {float32, float64, int32}) CHECK(is_native(check_vector(std::string(body) + kStore, dtype)));
  const char* const rows = R"(
      %10 = index(%7, %8, %8) {kinds = [201, 201], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : D[?,?]
      %11 = index(%0, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]
      %12 = matmul(%10, %11) : D[?]
      %30 = index_update(%7, %12, %8, %8) {kinds = [20, 201], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : D[40,40])";
  const std::string text = with_dtype(rows, "float64");
  check_matrix(text, float64);
}

TEST_CASE("reductions with another order for extents of 1 are left to kernels") {
  const char* const columns = R"(
      %10 = index(%7, %8) {kinds = [111, 201], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : D[40,?]
      %12 = sum(%10) {axes = [0], keepdims = false} : D[?]
      %13 = sum(%12) {axes = [], keepdims = false} : D[]
      %30 = index_update(%7, %13, %8) {kinds = [20, 0], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : D[40,40])";
  for (DType dtype : {float32, float64}) check_matrix(columns, dtype);
  const char* const rows = R"(
      %10 = index(%7, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?,40]
      %12 = sum(%10) {axes = [0], keepdims = false} : D[40]
      %30 = index_update(%7, %12, %8) {kinds = [20], starts = [0], stops = [0], steps = [1]} : D[40,40])";
  for (DType dtype : {float32, float64}) CHECK(is_native(check_matrix(rows, dtype)));
}

TEST_CASE("a kernel gets a bounded value as a tensor") {
  const char* const body = R"(
      %10 = index(%0, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]
      %12 = cond(%9) : D[?] {()
        %13 = exp(%10) : D[?]
        yield %13
      } {()
        yield %10
      }
      %14 = sort(%12) {axis = -1, descending = false} : D[?]
      %20 = sum(%14) {axes = [], keepdims = false} : D[])";
  check_vector("\n      %9 = greater(%8, %3) : boolean[]" + std::string(body) + kStore, float64);
}

TEST_CASE("a slice with a computed extent is updated in place") {
  size_t copied = 0;
  const char* const elimination = R"(
      %9 = add(%8, %3) : int64[]
      %10 = index(%7, %8, %8) {kinds = [20, 20], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : D[]
      %11 = index(%7, %9, %8) {kinds = [21, 20], starts = [0, 0], stops = [40, 0], steps = [1, 1]} : D[?]
      %12 = divide(%11, %10) : D[?]
      %13 = index_update(%7, %12, %9, %8) {kinds = [21, 20], starts = [0, 0], stops = [40, 0], steps = [1, 1]} : D[40,40]
      %14 = index(%13, %9, %8) {kinds = [21, 20], starts = [0, 0], stops = [40, 0], steps = [1, 1]} : D[?]
      %15 = index(%13, %8, %9) {kinds = [20, 21], starts = [0, 0], stops = [0, 40], steps = [1, 1]} : D[?]
      %16 = expand_dims(%14) {axis = 1} : D[?,1]
      %17 = multiply(%16, %15) : D[?,?]
      %18 = index(%13, %9, %9) {kinds = [21, 21], starts = [0, 0], stops = [40, 40], steps = [1, 1]} : D[?,?]
      %19 = subtract(%18, %17) : D[?,?]
      %30 = index_update(%13, %19, %9, %9) {kinds = [21, 21], starts = [0, 0], stops = [40, 40], steps = [1, 1]} : D[40,40])";
  for (DType dtype : {float32, float64}) CHECK(is_native(check_matrix(elimination, dtype, &copied, 39)));
  CHECK(copied == 1600 * sizeof(double));  // once, since the caller has the matrix too
}

TEST_CASE("a slice that outlives an update of its array is copied, and not the array") {
  const char* const update = R"(
      %10 = index(%7, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]
      %11 = negative(%10) : D[?]
      %12 = index_update(%7, %11, %8) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[40]
      %20 = sum(%10) {axes = [], keepdims = false} : D[]
      %30 = index_update(%12, %20, %8) {kinds = [20], starts = [0], stops = [0], steps = [1]} : D[40])";
  const std::string text = in_loop("float64", "float64[40]", with_dtype(update, "float64"));
  size_t copied = 0;
  run(text.c_str(), {signed_numbers(40, float64), tensor(40, int64), signed_numbers(40, float64)}, &copied);
  CHECK(is_native(statements(text.c_str())));
  CHECK(copied <= 40 * sizeof(double));  // once, since the caller has the vector too
}

TEST_CASE("products of few terms with a block of computed extent are loops") {
  const char* const rotation = R"(
      %10 = index(%7, %8) {kinds = [1, 21], starts = [3, 0], stops = [5, 40], steps = [1, 1]} : D[2,?]
      %11 = index(%7) {kinds = [1, 1], starts = [0, 0], stops = [2, 2], steps = [1, 1]} : D[2,2]
      %12 = matmul(%11, %10) : D[2,?]
      %13 = index_update(%7, %12, %8) {kinds = [1, 21], starts = [3, 0], stops = [5, 40], steps = [1, 1]} : D[40,40]
      %14 = index(%13, %8) {kinds = [201, 1], starts = [0, 7], stops = [0, 10], steps = [1, 1]} : D[?,3]
      %15 = index(%13) {kinds = [1, 1], starts = [0, 0], stops = [3, 3], steps = [1, 1]} : D[3,3]
      %16 = matmul(%14, %15) : D[?,3]
      %30 = index_update(%13, %16, %8) {kinds = [201, 1], starts = [0, 7], stops = [0, 10], steps = [1, 1]} : D[40,40])";
  for (DType dtype : {float32, float64, int32}) {
    const std::string type(name(dtype)), text = in_loop(type, type + "[40,40]", with_dtype(rotation, type));
    const Tensor matrix = astype(reshape(signed_numbers(1600, float64) * 0.25, {40, 40}), dtype);
    for (int64_t n : {0, 5, 40}) run(text.c_str(), {signed_numbers(40, dtype), tensor(n, int64), matrix});
    CHECK(is_native(statements(text.c_str())));
  }
}

TEST_CASE("views of an array are freed before it is updated") {
  // Forms of A(0, 0) += f(A(1, slice(0, i))), and of updates of slices.
  const char* const row = R"(
      %10 = index(%7, %8) {kinds = [0, 201], starts = [1, 0], stops = [0, 0], steps = [1, 1]} : D[?])";
  const char* const store = R"(
      %21 = index(%7) {kinds = [0, 0], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : D[]
      %22 = add(%21, %20) : D[]
      %30 = index_update(%7, %22) {kinds = [0, 0], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : D[40,40])";
  for (const char* const value : {"%20 = sum(%10) {axes = [], keepdims = false} : D[]",
                                  "%20 = mean(%10) {axes = [], keepdims = false} : D[]", "%20 = matmul(%10, %10) : D[]",
                                  "%11 = sort(%10) {axis = -1, descending = false} : D[?]\n"
                                  "%20 = sum(%11) {axes = [], keepdims = false} : D[]",
                                  "%11 = cumulative_sum(%10) {axis = 0} : D[?]\n"
                                  "%20 = sum(%11) {axes = [], keepdims = false} : D[]",
                                  "%11 = flip(%10) {axes = [0]} : D[?]\n%12 = add(%11, %10) : D[?]\n"
                                  "%20 = sum(%12) {axes = [], keepdims = false} : D[]"}) {
    size_t copied = 0;
    check_matrix(std::string(row) + "\n" + value + store, float64, &copied);
    CAPTURE(value);
    CHECK(copied == 1600 * sizeof(double));  // once, since the caller has the matrix too
  }
  for (const char* const update : {"%11 = multiply(%10, %10) : D[?]\n%30 = index_update(%7, %11, %8) {kinds = [0, "
                                   "201], starts = [1, 0], stops = [0, "
                                   "0], steps = [1, 1]} : D[40,40]",
                                   "%30 = index_update(%7, %10, %8) {kinds = [0, 201], starts = [2, 0], stops = [0, "
                                   "0], steps = [1, 1]} : D[40,40]",
                                   "%11 = negative(%10) : D[?]\n%30 = index_update(%7, %11, %8) {kinds = [201, 0], "
                                   "starts = [0, 3], stops = [0, 0], "
                                   "steps = [1, 1]} : D[40,40]",
                                   "%11 = sort(%10) {axis = -1, descending = false} : D[?]\n%30 = index_update(%7, "
                                   "%11, %8) {kinds = [0, 201], starts "
                                   "= [1, 0], stops = [0, 0], steps = [1, 1]} : D[40,40]"}) {
    size_t copied = 0;
    check_matrix(std::string(row) + "\n" + update, float64, &copied);
    CAPTURE(update);
    CHECK(copied == 1600 * sizeof(double));
  }
}

}  // namespace bounded_values_test

}  // namespace ag::test
