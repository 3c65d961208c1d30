/// Elements and rows at places that a loop computes: read and replaced where they lie, without a copy of the array.
#include "runtime/program/program_run.h"
#include "support/count_of.h"

namespace ag::test {

namespace slices_test {
namespace {

// x[i] += x[i - 1] for i = 1 ... n - 1
const char* const kSums = R"(graph f(%0: float32[2000], %1: int32[]) -> float32[2000] {
    %2 = constant() {value = int32[]{1}} : int32[]
    %3, %4 = while_loop(%2, %0) : int32[], float32[2000] {(%5: int32[], %6: float32[2000])
      %7 = less(%5, %1) : boolean[]
      yield %7
    } {(%8: int32[], %9: float32[2000])
      %10 = subtract(%8, %2) : int32[]
      %11 = index(%9, %10) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[] @ "sums.cpp":3
      %12 = index(%9, %8) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[] @ "sums.cpp":4
      %13 = add(%11, %12) : float32[]
      %14 = index_update(%9, %13, %8) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[2000]
      %15 = add(%8, %2) : int32[]
      yield %15, %14
    }
    yield %4
  })";

}  // namespace

TEST_CASE("a loop loads and stores elements in place: the array is copied once, as the caller has it too") {
  size_t copied = 0;
  run(kSums, {ones({2000}), tensor(2000, int32)}, &copied);
  CHECK(copied == 2000 * sizeof(float));
  const std::string body = statements(kSums);
  CHECK(body.find("kernel") == std::string::npos);
  const size_t loop = body.find("while {");
  CHECK(body.find("make_unique a") < loop);
  CHECK(body.find("make_unique", loop) == std::string::npos);
  CHECK(body.find("swap") == std::string::npos);
  CHECK(body.find("store a", loop) != std::string::npos);
}

TEST_CASE("an index that is out of range is the error of the interpreter") {
  CHECK(run(kSums, {ones({2000}), tensor(2001, int32)}) ==
        "sums.cpp:4: index: index 2000 is out of range for axis 0 of length 2000 (allowed: -2000 to 1999) (operand "
        "float32[2000])\n  in iteration 2000 of the loop at text:3:14");
}

TEST_CASE("a branch yields an array, and a view and an element of it") {
  const char* text = R"(graph f(%0: float32[3], %1: boolean[]) -> float32[3], float32[3,1], float32[3], float32[] {
    %2, %3, %4, %5 = cond(%1) : float32[3], float32[3,1], float32[3], float32[] {()
      %6 = multiply(%0, %0) : float32[3]
      %7 = expand_dims(%6) {axis = 1} : float32[3,1]
      %8 = cumulative_sum(%6) {axis = 0} : float32[3]
      %9 = index(%6) {kinds = [0], starts = [1], stops = [0], steps = [1]} : float32[]
      yield %6, %7, %8, %9
    } {()
      %10 = undefined() {dtype = float32, shape = (3, 1)} : float32[3,1]
      %11 = undefined() {dtype = float32, shape = (3,)} : float32[3]
      %12 = constant() {value = float32[]{1}} : float32[]
      yield %11, %10, %11, %12
    }
    yield %2, %3, %4, %5
  })";
  CHECK(run(text, {tensor({1.0, 2.0, 3.0}), tensor(true)}) ==
        "float32 [1. 4. 9.];float32 [[1.]\n [4.]\n [9.]];float32 [ 1.  5. 14.];float32 4.0;");
}

TEST_CASE("a branch of a loop changes an array in place") {
  // Exchanges neighbours that are not in order, in passes over the array.
  const char* text = R"(graph f(%0: float32[2000], %1: int32[]) -> float32[2000] {
    %2 = constant() {value = int32[]{1}} : int32[]
    %3, %4 = while_loop(%2, %0) : int32[], float32[2000] {(%5: int32[], %6: float32[2000])
      %7 = less(%5, %1) : boolean[]
      yield %7
    } {(%8: int32[], %9: float32[2000])
      %10 = subtract(%8, %2) : int32[]
      %11 = index(%9, %10) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[]
      %12 = index(%9, %8) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[]
      %13 = greater(%11, %12) : boolean[]
      %14 = cond(%13) : float32[2000] {()
        %15 = index_update(%9, %11, %8) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[2000]
        %16 = index_update(%15, %12, %10) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[2000]
        yield %16
      } {()
        yield %9
      }
      %17 = add(%8, %2) : int32[]
      yield %17, %14
    }
    yield %4
  })";
  size_t copied = 0;
  run(text, {negative(arange(2000.0f)), tensor(2000, int32)}, &copied);
  CHECK(copied == 2000 * sizeof(float));
  CHECK(statements(text).find("kernel") == std::string::npos);
}

TEST_CASE("what is read later is not overwritten") {
  const char* text = R"(graph f(%0: float32[4], %1: int32[]) -> float32[4], float32[4] {
    %2 = negative(%0) : float32[4]
    %3 = index(%2, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[]
    %4 = index_update(%2, %3) {kinds = [0], starts = [0], stops = [0], steps = [1]} : float32[4]
    %5 = add(%2, %4) : float32[4]
    yield %4, %5
  })";
  CHECK(run(text, {tensor({1.0, 2.0, 3.0, 4.0}), tensor(-1, int32)}) ==
        "float32 [-4. -2. -3. -4.];float32 [-5. -4. -6. -8.];");
}

TEST_CASE("rows are read where they lie, and replaced in place") {
  // x[i] = 2 * x[i - 1] + y[i], row by row
  const char* text = R"(graph f(%0: float32[300,7], %1: float32[300,7]) -> float32[300,7] {
    %2 = constant() {value = int64[]{1}} : int64[]
    %3 = constant() {value = int64[]{300}} : int64[]
    %4, %5 = while_loop(%2, %0) : int64[], float32[300,7] {(%6: int64[], %7: float32[300,7])
      %8 = less(%6, %3) : boolean[]
      yield %8
    } {(%9: int64[], %10: float32[300,7])
      %11 = subtract(%9, %2) : int64[]
      %12 = index(%10, %11) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[7]
      %13 = index(%1, %9) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[7]
      %14 = add(%12, %12) : float32[7]
      %15 = add(%14, %13) : float32[7]
      %16 = index_update(%10, %15, %9) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[300,7]
      %17 = add(%9, %2) : int64[]
      yield %17, %16
    }
    yield %5
  })";
  size_t copied = 0;
  run(text, {ones({300, 7}), ones({300, 7})}, &copied);
  CHECK(copied == 2100 * sizeof(float));
  CHECK(statements(text).find("kernel") == std::string::npos);
}

TEST_CASE("a row that moves within its array is read before it is stored") {
  const char* text = R"(graph f(%0: float32[6]) -> float32[6] {
    %1 = negative(%0) : float32[6]
    %2 = index(%1) {kinds = [1], starts = [0], stops = [-1], steps = [1]} : float32[5]
    %3 = index_update(%1, %2) {kinds = [101], starts = [1], stops = [0], steps = [1]} : float32[6]
    yield %3
  })";
  CHECK(run(text, {tensor({1.0, 2.0, 3.0, 4.0, 5.0, 6.0})}) == "float32 [-1. -1. -2. -3. -4. -5.];");
  const std::string body = statements(text);
  CHECK(body.find("kernel") == std::string::npos);
  CHECK(count_of(body, "loop ") == 3);  // one reads the row, one stores it
}

TEST_CASE("a row that moves to other elements of its array is moved by one loop") {
  // The last column becomes the first, the last row but one the last.
  const char* text = R"(graph f(%0: float32[30,40]) -> float32[30,40] {
    %1 = negative(%0) : float32[30,40]
    %2 = index(%1) {kinds = [111, 0], starts = [0, -1], stops = [0, 0], steps = [1, 1]} : float32[30]
    %3 = index_update(%1, %2) {kinds = [111, 0], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : float32[30,40]
    %4 = index(%3) {kinds = [0, 111], starts = [-2, 0], stops = [0, 0], steps = [1, 1]} : float32[40]
    %5 = index_update(%3, %4) {kinds = [0, 111], starts = [-1, 0], stops = [0, 0], steps = [1, 1]} : float32[30,40]
    yield %5
  })";
  run(text, {random_normal({30, 40}, 1)});
  const std::string body = statements(text);
  CHECK(body.find("kernel") == std::string::npos);
  CHECK(count_of(body, "loop ") == 3);
}

TEST_CASE("a view that is broadcast or turned within its array is moved") {
  const char* text = R"(graph f(%0: float32[4,5], %1: int64[]) -> float32[4,5] {
    %2 = negative(%0) : float32[4,5]
    %3 = index(%2, %1) {kinds = [20, 111], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : float32[5]
    %4 = index_update(%2, %3) {kinds = [1, 111], starts = [1, 0], stops = [4, 0], steps = [1, 1]} : float32[4,5]
    %5 = flip(%4) {axes = [1]} : float32[4,5]
    %6 = index(%5) {kinds = [1, 111], starts = [0, 0], stops = [2, 0], steps = [1, 1]} : float32[2,5]
    %7 = index_update(%4, %6) {kinds = [1, 111], starts = [1, 0], stops = [3, 0], steps = [1, 1]} : float32[4,5]
    yield %7
  })";
  for (int row = -1; row < 4; ++row) run(text, {random_normal({4, 5}, 1), tensor(row, int64)});
}

TEST_CASE("arrays that a loop exchanges are not copied") {
  const char* text =
      R"(graph f(%0: float32[3], %1: float32[3], %2: float32[3], %3: int64[]) -> float32[3], float32[3], float32[3] {
    %4 = constant() {value = int64[]{1}} : int64[]
    %5, %6, %7, %8 = while_loop(%3, %0, %1, %2) : int64[], float32[3], float32[3], float32[3] {(%9: int64[], %10: float32[3], %11: float32[3], %12: float32[3])
      %13 = greater(%9, %4) : boolean[]
      yield %13
    } {(%14: int64[], %15: float32[3], %16: float32[3], %17: float32[3])
      %18 = subtract(%14, %4) : int64[]
      %19 = add(%15, %16) : float32[3]
      yield %18, %17, %19, %16
    }
    yield %6, %7, %8
  })";
  const Tensor a = tensor({1.0, 2.0, 3.0}), b = tensor({4.0, 5.0, 6.0}), c = tensor({7.0, 8.0, 9.0});
  for (int turns = 1; turns < 6; ++turns) run(text, {a, b, c, tensor(turns, int64)});
  const std::string body = statements(text);
  const size_t loop = body.find("while {");
  CHECK(body.find("alias", loop) == std::string::npos);
  CHECK(count_of(body.substr(loop), "swap ") == 2);
}

TEST_CASE("rows of a list that grew in a loop are read where they lie, and views of them") {
  // Keeps x, x + 1, … and adds up x[i] * x[n - 1 - i]^T, from the last one on.
  const auto text = [](const char* last) {
    return R"(graph f(%0: float32[3], %1: int64[]) -> float32[3,3] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3 = constant() {value = int64[]{1}} : int64[]
    %4 = constant() {value = float32[]{1}} : float32[]
    %5 = constant() {value = float32[0,3]{}} : float32[0,3]
    %6, %7, %8 = while_loop(%2, %0, %5) : int64[], float32[3], float32[?,3] {(%9: int64[], %10: float32[3], %11: float32[?,3])
      %12 = less(%9, %1) : boolean[]
      yield %12
    } {(%13: int64[], %14: float32[3], %15: float32[?,3])
      %16 = append(%15, %14) : float32[?,3]
      %17 = add(%14, %4) : float32[3]
      %18 = add(%13, %3) : int64[]
      yield %18, %17, %16
    }
    %19 = subtract(%6, %3) : int64[]
    %20 = constant() {value = float32[3,3]{0, 0, 0, 0, 0, 0, 0, 0, 0}} : float32[3,3]
    %21, %22 = while_loop(%19, %20) : int64[], float32[3,3] {(%23: int64[], %24: float32[3,3])
      %25 = greater_equal(%23, %2) : boolean[]
      yield %25
    } {(%26: int64[], %27: float32[3,3])
      %28 = index(%8, %26) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[3] @ "kept.cpp":7
      %29 = subtract(%19, %26) : int64[]
      %30 = )" +
           std::string(last) +
           R"( : int64[]
      %31 = index(%8, %30) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[3] @ "kept.cpp":8
      %32 = expand_dims(%31) {axis = -1} : float32[3,1]
      %33 = expand_dims(%28) {axis = 0} : float32[1,3]
      %34 = permute_dims(%33) {axes = [1, 0]} : float32[3,1]
      %35 = squeeze(%34) {axes = [1]} : float32[3]
      %36 = multiply(%32, %35) : float32[3,3]
      %37 = add(%27, %36) : float32[3,3]
      %38 = subtract(%26, %3) : int64[]
      yield %38, %37
    }
    yield %22
  })";
  };
  const std::string good = text("add(%29, %2)"), far = text("add(%6, %29)");
  CHECK(run(good.c_str(), {tensor({0.0, 1.0, 2.0}), tensor(3, int64)}) ==
        "float32 [[ 1.  4.  7.]\n [ 4. 10. 16.]\n [ 7. 16. 25.]];");
  CHECK(run(good.c_str(), {tensor({0.0, 1.0, 2.0}), tensor(0, int64)}) ==
        "float32 [[0. 0. 0.]\n [0. 0. 0.]\n [0. 0. 0.]];");
  run(good.c_str(), {tensor({0.5, 1.0, -2.0}), tensor(500, int64)});
  // The error tells how many there are.
  CHECK(run(far.c_str(), {tensor({0.0, 1.0, 2.0}), tensor(5, int64)})
            .starts_with("kept.cpp:8: index: index 5 is out of range for axis 0 of length 5 (allowed: -5 to 4)"));
  const std::string body = statements(good.c_str());
  CHECK(body.find("length a") != std::string::npos);
  CHECK(body.find("index(a") == std::string::npos);
  CHECK(body.find("expand_dims(a") == std::string::npos);
}

TEST_CASE("rows of an array of which nobody knows how many it has are replaced in place") {
  const char* text = R"(graph f(%0: float32[?,2], %1: int64[]) -> float32[?,2], float32[2] {
    %2 = index(%0, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[2]
    %3 = add(%2, %2) : float32[2]
    %4 = index_update(%0, %3, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[?,2]
    %5 = constant() {value = int64[]{1}} : int64[]
    %6 = index(%4, %5) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[2]
    %7 = negative(%6) : float32[2]
    yield %4, %7
  })";
  const Tensor x = reshape(tensor({1.0, 2.0, 3.0, 4.0, 5.0, 6.0}), {3, 2});
  CHECK(run(text, {x, tensor(1, int64)}) == "float32 [[1. 2.]\n [6. 8.]\n [5. 6.]];float32 [-6. -8.];");
  CHECK(run(text, {x, tensor(-1, int64)}) == "float32 [[ 1.  2.]\n [ 3.  4.]\n [10. 12.]];float32 [-3. -4.];");
  CHECK(run(text, {transpose(reshape(tensor({1.0, 2.0, 3.0, 4.0, 5.0, 6.0}), {2, 3})), tensor(0, int64)}) ==
        "float32 [[2. 8.]\n [2. 5.]\n [3. 6.]];float32 [-2. -5.];");
  CHECK(run(text, {x, tensor(3, int64)}).find("index 3 is out of range for axis 0 of length 3") != std::string::npos);
  CHECK(statements(text).find("kernel") == std::string::npos);
}

TEST_CASE("arrays that change places in a loop keep their elements") {
  const char* text = R"(graph f(%0: float32[2000], %1: float32[2000]) -> float32[2000], float32[2000] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3 = constant() {value = int64[]{5}} : int64[]
    %4 = constant() {value = int64[]{1}} : int64[]
    %5 = negative(%0) : float32[2000]
    %6 = abs(%1) : float32[2000]
    %7, %8, %9 = while_loop(%2, %5, %6) : int64[], float32[2000], float32[2000] {(%10: int64[], %11: float32[2000], %12: float32[2000])
      %13 = less(%10, %3) : boolean[]
      yield %13
    } {(%14: int64[], %15: float32[2000], %16: float32[2000])
      %17 = index(%15, %14) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[]
      %18 = index_update(%16, %17, %14) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[2000]
      %19 = index_update(%15, %17, %14) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[2000]
      %20 = add(%14, %4) : int64[]
      yield %20, %18, %19
    }
    yield %8, %9
  })";
  size_t copied = 0;
  run(text, {arange(2000.0f), ones({2000})}, &copied);
  CHECK(copied == 0);
}

TEST_CASE("a row that a branch gives is copied, by loops") {
  const char* text = R"(graph f(%0: float32[20,8], %1: int64[], %2: boolean[], %3: float32[8]) -> float32[8] {
    %4 = cond(%2) : float32[8] {()
      %5 = index(%0, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[8]
      yield %5
    } {()
      %6 = exp(%3) : float32[8]
      yield %6
    }
    %7 = multiply(%4, %3) : float32[8]
    yield %7
  })";
  CHECK(lowered(text).find("kernel") == std::string::npos);
  const Tensor table = reshape(linspace(-1.0, 1.0, 160, float32), {20, 8}), row = linspace(0.0, 2.0, 8, float32);
  const Tensor turned = transpose(reshape(linspace(-1.0, 1.0, 160, float32), {8, 20}));  // not row-major
  for (const int64_t place : {0, 19, -3, 20}) {
    for (const bool first : {true, false}) {
      run(text, {table, tensor(place, int64), tensor(first), row});
      run(text, {turned, tensor(place, int64), tensor(first), row});
    }
  }
}

TEST_CASE("a small view that is a result is copied, whatever order the elements of its array have") {
  const char* text =
      R"(graph f(%0: float32[20,8], %1: int64[]) -> float32[8], float32[20], float32[8,20], float32[3,2] {
    %2 = index(%0, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[8]
    %3 = permute_dims(%0) {axes = [1, 0]} : float32[8,20]
    %4 = index(%3, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[20]
    %5 = index(%3) {kinds = [1, 1], starts = [1, 3], stops = [4, 7], steps = [1, 2]} : float32[3,2]
    yield %2, %4, %3, %5
  })";
  CHECK(lowered(text).find("kernel") == std::string::npos);
  const Tensor numbers = linspace(-1.0, 1.0, 160, float32);
  for (const int64_t place : {0, 7, -8, 8}) {
    run(text, {reshape(numbers, {20, 8}), tensor(place, int64)});
    run(text, {transpose(reshape(numbers, {8, 20})), tensor(place, int64)});
    run(text, {flip(reshape(numbers, {20, 8}), 1), tensor(place, int64)});
  }
}

TEST_CASE("elements and rows of a view are taken where they lie") {
  const char* text =
      R"(graph f(%0: float32[20,8], %1: int64[], %2: int64[]) -> float32[], float32[], float32[3], float32[20] {
    %3 = permute_dims(%0) {axes = [1, 0]} : float32[8,20]
    %4 = flip(%3) {axes = [1]} : float32[8,20]
    %5 = index(%4, %1, %2) {kinds = [20, 20], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : float32[]
    %6 = index(%4, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[20]
    %7 = index(%6, %2) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[]
    %8 = index(%6, %1) {kinds = [321], starts = [0], stops = [3], steps = [1]} : float32[3]
    %9 = add(%8, %5) : float32[3]
    %10 = add(%6, %7) : float32[20]
    yield %5, %7, %9, %10
  })";
  CHECK(lowered(text).find("kernel") == std::string::npos);
  const Tensor numbers = linspace(-1.0, 1.0, 160, float32);
  for (const int64_t first : {0, 3, 7}) {
    for (const int64_t second : {0, -1, -20, 13, 20}) {
      run(text, {reshape(numbers, {20, 8}), tensor(first, int64), tensor(second, int64)});
      run(text, {transpose(reshape(numbers, {8, 20})), tensor(first, int64), tensor(second, int64)});
    }
  }
}

TEST_CASE("what a loop computes is stored with the shape that a kernel takes it in") {
  const auto text = [](const std::string& view, const std::string& shape, const std::string& further) {
    return "graph f(%0: float32[5,20], %1: float32[5,20]) -> float32[12], int64[12], float32[] {\n" +
           std::string("  %2 = multiply(%0, %1) : float32[5,20]\n  %3 = ") + view + " : float32[" + shape + "]\n" +
           "  %4, %5 = top_k(%3) {k = 12, axis = -1} : float32[12], int64[12]\n  %6 = " + further +
           " : float32[]\n  yield %4, %5, %6\n}";
  };
  const std::string sum_of_view = "sum(%3) {axes = [0], keepdims = false}";
  const std::string all = text("reshape(%2) {shape = (100,)}", "100", sum_of_view);
  const std::string sum_of_base = "sum(%2) {axes = [0, 1], keepdims = false}";
  const std::string base = text("reshape(%2) {shape = (100,)}", "100", sum_of_base);
  const auto numbers = [](double from, double step) {
    std::vector<double> values;
    for (int k = 0; k < 100; ++k) values.push_back(from + step * ((k * 37) % 100));
    return tensor(values, Shape{5, 20}, float32);
  };
  for (const std::string& one : {all, base}) {
    INFO(one);
    run(one.c_str(), {numbers(-3, 0.25), numbers(1, 0.5)});
  }
  CHECK(lowered(all.c_str()).find("kernel") != std::string::npos);
  CHECK(lowered(all.c_str()).find("reshape") == std::string::npos);
}

}  // namespace slices_test

}  // namespace ag::test
