/// Small arrays in native code: products and inverses of matrices as statements, rows as vectors, and what a loop
/// carries.
#include <algorithm>

#include "runtime/program/program_run.h"

namespace ag::test {

namespace small_matmul_test {
namespace {

bool calls_kernel(const char* text) { return lowered(text).find("kernel") != std::string::npos; }

/// A graph of one operation on arrays of these types.
std::string graph_of(const std::string& operation, const std::string& attributes, const std::vector<std::string>& types,
                     const std::string& result) {
  std::string arguments, names;
  for (size_t k = 0; k < types.size(); ++k) {
    const std::string name = "%" + std::to_string(k);
    arguments += (k ? ", " : "") + name + ": " + types[k];
    names += (k ? ", " : "") + name;
  }
  return "graph f(" + arguments + ") -> " + result + " {\n %9 = " + operation + "(" + names + ")" + attributes + " : " +
         result + "\n yield %9\n}";
}

}  // namespace

TEST_CASE("a product of small matrices is a loop nest, its terms added one after another") {
  const char* text = R"(graph f(%0: float32[2,2], %1: float32[2,3]) -> float32[2,3] {
    %2 = matmul(%0, %1) : float32[2,3]
    yield %2
  })";
  const Tensor a = reshape(tensor({1.0, 2.0, 3.0, 4.0}), {2, 2});
  const Tensor b = reshape(tensor({1.0, 2.0, 3.0, 4.0, 5.0, 6.0}), {2, 3});
  CHECK(run(text, {a, b}) == "float32 [[ 9. 12. 15.]\n [19. 26. 33.]];");
  CHECK(statements(text) == R"(  allocate a2
  loop s0 < 2 {
    s3: float32 = load a0[2*s0]
    s6: float32 = load a0[2*s0 + 1]
    loop s1 < 3 {
      s2: float32 = 0
      s4: float32 = load a1[s1]
      s5: float32 = fma s3, s4, s2
      s7: float32 = load a1[s1 + 3]
      s8: float32 = fma s6, s7, s5
      store a2[3*s0 + s1] = s8
    }
  }
)");
}

TEST_CASE("vectors and transposed matrices are multiplied where they lie, a number is a register") {
  const char* text = R"(graph f(%0: int64[2], %1: int64[2,2]) -> int64[2], int64[2], int64[] {
    %2 = permute_dims(%1) {axes = [1, 0]} : int64[2,2]
    %3 = matmul(%0, %2) : int64[2]
    %4 = matmul(%1, %0) : int64[2]
    %5 = matmul(%0, %3) : int64[]
    yield %3, %4, %5
  })";
  CHECK(run(text, {tensor({5, 7}, int64), reshape(tensor({1, 2, 3, 4}, int64), {2, 2})}) ==
        "int64 [19 43];int64 [19 43];int64 396;");
  CHECK(!calls_kernel(text));
}

TEST_CASE("products have the bits of the kernel in every shape and dtype that is written out") {
  const std::vector<std::vector<int64_t>> sizes{{1, 1, 1},    {3, 1, 2},  {4, 4, 4},  {2, 5, 3},   {3, 3, 3},
                                                {10, 10, 10}, {7, 17, 5}, {1, 32, 9}, {16, 16, 16}};
  for (const std::string dtype : {"float32", "float64", "int32", "uint8", "int64"}) {
    for (const std::vector<int64_t>& size : sizes) {
      const auto matrix = [&](int64_t rows, int64_t columns, int64_t seed) {
        std::vector<double> values;
        for (int64_t k = 0; k < rows * columns; ++k) {
          const int64_t number = (k * 7919 + seed * 104729) % 1009;
          values.push_back(dtype.starts_with("float") ? static_cast<double>(number - 500) / 37
                                                      : static_cast<double>(number % 200));
        }
        const DType of = dtype == "float32"   ? float32
                         : dtype == "float64" ? float64
                         : dtype == "int32"   ? int32
                         : dtype == "uint8"   ? uint8
                                              : int64;
        return reshape(tensor(values, of), {rows, columns});
      };
      const auto type = [&](int64_t rows, int64_t columns) {
        return dtype + "[" + std::to_string(rows) + "," + std::to_string(columns) + "]";
      };
      const std::string text =
          graph_of("matmul", "", {type(size[0], size[1]), type(size[1], size[2])}, type(size[0], size[2]));
      INFO(text);
      CHECK(!calls_kernel(text.c_str()));
      run(text.c_str(), {matrix(size[0], size[1], 1), matrix(size[1], size[2], 2)});
    }
  }
}

TEST_CASE("a sum of nothing but -0 is 0, as it is where the sum starts with 0") {
  const char* text = R"(graph f(%0: float32[1,2], %1: float32[2,1]) -> float32[1,1] {
    %2 = matmul(%0, %1) : float32[1,1]
    %3 = constant() {value = float32[]{1}} : float32[]
    %4 = divide(%3, %2) : float32[1,1]
    yield %4
  })";
  CHECK(run(text, {reshape(tensor({-0.0, 0.0}), {1, 2}), reshape(tensor({1.0, -2.0}), {2, 1})}) == "float32 [[inf]];");
}

TEST_CASE("what a small product is added to, or subtracted from, is there before it is stored") {
  const char* text =
      R"(graph f(%0: float32[2,3], %1: float32[3,2], %2: float32[2,2], %3: float32[3], %4: float32[2]) -> float32[2,2], float32[2,2], float32[2,2], float32[2] {
    %5 = matmul(%0, %1) : float32[2,2]
    %6 = permute_dims(%2) {axes = [1, 0]} : float32[2,2]
    %7 = add(%5, %6) : float32[2,2]
    %8 = matmul(%6, %2) : float32[2,2]
    %9 = subtract(%7, %8) : float32[2,2]
    %10 = matmul(%2, %2) : float32[2,2]
    %11 = subtract(%10, %9) : float32[2,2]
    %12 = matmul(%3, %1) : float32[2]
    %13 = add(%4, %12) : float32[2]
    yield %7, %9, %11, %13
  })";
  const auto values = [](const Shape& shape, float first) {
    return reshape(linspace(first, 7.3, shape.element_count(), float32), shape);
  };
  run(text, {values({2, 3}, -1), values({3, 2}, 0.7f), values({2, 2}, -0.3f), values({3}, 0.1f), values({2}, -2)});
  const std::string program = statements(text);
  INFO(program);
  CHECK(program.find(R"(
      s8: float32 = fma s6, s7, s5
      s9: float32 = 0
      s11: float32 = load a1[s1 + 4]
      s12: float32 = fma s10, s11, s9
      s13: float32 = add s8, s12
      s14: float32 = load a2[s0 + 2*s1]
      s15: float32 = add s13, s14
      store )") != std::string::npos);
  size_t stores = 0;
  for (size_t at = program.find("store"); at != std::string::npos; at = program.find("store", at + 1)) ++stores;
  CHECK(stores == 4);
}

TEST_CASE("a product that is too small for a number may be -0, which the least of a row then is") {
  const char* text = R"(graph f(%0: float32[100,2], %1: float32[2,3]) -> int64[100], float32[100] {
    %2 = matmul(%0, %1) : float32[100,3]
    %3 = argmin(%2) {axes = [1], keepdims = false} : int64[100]
    %4 = min(%2) {axes = [1], keepdims = false} : float32[100]
    %5 = constant() {value = float32[]{1}} : float32[]
    %6 = divide(%5, %4) : float32[100]
    yield %3, %6
  })";
  const Tensor small = full({2, 3}, 1e-30f) * tensor({1.0f, -1.0f, 1.0f});
  run(text, {full({100, 2}, 1e-30f), small});
  run(text, {full({100, 2}, -1e-30f), small});
}

TEST_CASE("stacks of small matrices are multiplied by statements, whichever of them is repeated") {
  const auto values = [](const Shape& shape) { return reshape(linspace(-1.0, 7.3, shape.element_count()), shape); };
  const auto product = [&](const Shape& left, const Shape& right, const Shape& result, bool transposed = false) {
    const auto type = [](const Shape& shape) {
      std::string text;
      for (int64_t dim : shape) text += (text.empty() ? "" : ",") + std::to_string(dim);
      return "float32[" + text + "]";
    };
    const std::string text =
        "graph f(%0: " + type(left) + ", %1: " + type(right) + ") -> " + type(result) + " {\n" +
        (transposed ? "%2 = permute_dims(%1) {axes = [0, 2, 1]} : " + type({right[0], right[2], right[1]}) + "\n"
                    : "") +
        "%3 = matmul(%0, " + (transposed ? "%2" : "%1") + ") : " + type(result) + "\nyield %3 }";
    INFO(text);
    CHECK(!calls_kernel(text.c_str()));
    run(text.c_str(), {values(left), values(right)});
  };
  product({50, 2, 3}, {50, 3, 2}, {50, 2, 2});
  product({5, 4, 4}, {5, 4, 4}, {5, 4, 4}, true);
  product({5, 7, 9}, {9, 11}, {5, 7, 11});
  product({4, 3}, {6, 3, 5}, {6, 4, 5});
  product({2, 1, 4, 4}, {3, 4, 4}, {2, 3, 4, 4});
  product({3}, {6, 3, 5}, {6, 5});
  product({6, 4, 3}, {3}, {6, 4});
  product({1, 1, 20}, {7, 20, 3}, {7, 1, 3});
  product({2, 2, 16}, {2, 16, 2}, {2, 2, 2});
}

TEST_CASE("products beyond a size and of half types are calls of the kernel") {
  CHECK(calls_kernel(graph_of("matmul", "", {"float32[17,16]", "float32[16,16]"}, "float32[17,16]").c_str()));
  CHECK(calls_kernel(graph_of("matmul", "", {"float32[3,17,16]", "float32[16,16]"}, "float32[3,17,16]").c_str()));
  CHECK(calls_kernel(graph_of("matmul", "", {"float32[3,2,16]", "float32[3,16,1]"}, "float32[3,2,1]").c_str()));
  CHECK(calls_kernel(graph_of("matmul", "", {"float16[2,2]", "float16[2,2]"}, "float16[2,2]").c_str()));
  CHECK(calls_kernel(graph_of("inv", "", {"float32[5,5]"}, "float32[5,5]").c_str()));
}

TEST_CASE("a small inverse is statements that choose the pivots") {
  const auto inverse = [](int64_t n, const std::vector<double>& values) {
    const std::string type = "float64[" + std::to_string(n) + "," + std::to_string(n) + "]";
    const std::string text = graph_of("inv", "", {type}, type);
    CHECK(!calls_kernel(text.c_str()));
    const std::string program = codegen::print(codegen::lower(ir::parse(text, ops::table()), {.machine = {}}));
    CHECK(codegen::print(codegen::parse(program, ops::table())) == program);
    return run(text.c_str(), {reshape(tensor(values, float64), {n, n})});
  };
  CHECK(inverse(1, {4}) == "float64 [[0.25]];");
  CHECK(inverse(2, {4, 2, 2, 2}) == "float64 [[ 0.5 -0.5]\n [-0.5  1. ]];");
  CHECK(inverse(2, {0, 2, 4, 0}) == "float64 [[0.   0.25]\n [0.5  0.  ]];");
  inverse(3, {1, 2, 3, 4, 5, 6, 7, 8, 10});
  inverse(3, {0, 1, 2, 1, 0, 3, 4, -3, 8});
  inverse(4, {1, 2, 3, 4, 2, 1, 7, 1, -9, 2, 0, 1, 5, 5, 5, 1});
  inverse(4, {0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0});
  inverse(2, {std::numeric_limits<double>::infinity(), 1, 1, 1});
  CHECK(inverse(2, {0, 1, 0, 3}).find("finds no pivot for row 0") != std::string::npos);
  CHECK(inverse(2, {1, 2, 2, 4}).find("finds no pivot for row 1") != std::string::npos);
  CHECK(inverse(3, {1, 2, 3, 0, 1, 1, 1, 3, 4}).find("finds no pivot for row 2") != std::string::npos);
  CHECK(inverse(2, {std::nan(""), 2, 2, 4}).find("finds no pivot for row 0") != std::string::npos);
}

TEST_CASE("small solutions and Cholesky factors are statements, in the order of the kernel") {
  const auto solution = [](const std::string& type, const std::string& right, const std::vector<double>& matrix,
                           const std::vector<double>& values) {
    const std::string text = graph_of("solve", "", {type, right}, right);
    CHECK(!calls_kernel(text.c_str()));
    const Shape a = ir::parse(text, ops::table()).value(0).type.shape,
                b = ir::parse(text, ops::table()).value(1).type.shape;
    const DType dtype = type.starts_with("float64") ? float64 : float32;
    return run(text.c_str(), {astype(reshape(tensor(matrix), a), dtype), astype(reshape(tensor(values), b), dtype)});
  };
  CHECK(solution("float64[1,1]", "float64[1]", {4}, {2}) == "float64 [0.5];");
  CHECK(solution("float64[2,2]", "float64[2]", {0, 2, 4, 0}, {6, 4}) == "float64 [1. 3.];");
  solution("float32[3,3]", "float32[3,2]", {0, 1, 2, 1, 0, 3, 4, -3, 8}, {1, 2, 3, 4, 5, 7});
  solution("float32[4,4]", "float32[4,1]", {1, 2, 3, 4, 2, 1, 7, 1, -9, 2, 0, 1, 5, 5, 5, 1}, {0.1, 0.2, -0.0, 3});
  std::vector<double> numbers;
  for (int k = 0; k < 36; ++k) numbers.push_back(k * k % 17 - 8.3);
  solution("float64[6,6]", "float64[6]", numbers, {1, 2, 3, 4, 5, 6});
  solution("float32[6,6]", "float32[6,4]", numbers, std::vector<double>(numbers.begin(), numbers.begin() + 24));
  CHECK(solution("float64[2,2]", "float64[2]", {1, 2, 2, 4}, {1, 1}).find("finds no pivot for row 1") !=
        std::string::npos);

  const auto factor = [](int64_t n, std::vector<double> values) {
    const std::string type = "float64[" + std::to_string(n) + "," + std::to_string(n) + "]";
    const std::string text = graph_of("cholesky", "", {type}, type);
    CHECK(!calls_kernel(text.c_str()));
    return run(text.c_str(), {reshape(tensor(values, float64), {n, n})});
  };
  CHECK(factor(1, {4}) == "float64 [[2.]];");
  // What stands above the diagonal does not matter.
  CHECK(factor(2, {4, std::nan(""), 2, 5}) == "float64 [[2. 0.]\n [1. 2.]];");
  std::vector<double> symmetric(64);
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) symmetric[static_cast<size_t>(8 * i + j)] = i == j ? 9.5 + i : 1.0 / (1 + i + j);
  }
  factor(8, symmetric);
  CHECK(factor(2, {0, 0, 0, 1}).find("row 0 leaves no positive diagonal element") != std::string::npos);
  CHECK(factor(2, {4, 2, 2, 1}).find("row 1 leaves no positive diagonal element") != std::string::npos);
  CHECK(factor(2, {4, std::nan(""), std::nan(""), 5}).find("row 1 leaves") != std::string::npos);
  CHECK(calls_kernel(graph_of("solve", "", {"float32[7,7]", "float32[7]"}, "float32[7]").c_str()));
  CHECK(calls_kernel(graph_of("solve", "", {"float32[2,2]", "float32[5,2,1]"}, "float32[5,2,1]").c_str()));
  CHECK(calls_kernel(graph_of("cholesky", "", {"float32[9,9]"}, "float32[9,9]").c_str()));
}

TEST_CASE("arrays are joined, stacked and rolled by loops that copy their parts") {
  const auto whole = [](const std::string& text, const std::vector<Tensor>& inputs) {
    INFO(text);
    CHECK(!calls_kernel(text.c_str()));
    run(text.c_str(), inputs);
  };
  const Tensor x = reshape(linspace(-3.0, 5.0, 24, float32), {2, 3, 4});
  for (const std::string axis : {"0", "1", "2", "-1", "-3"}) {
    const int at = std::stoi(axis) < 0 ? std::stoi(axis) + 3 : std::stoi(axis);
    std::vector<int64_t> extents{2, 3, 4};
    extents[static_cast<size_t>(at)] *= 2;
    const std::string joined = ir::str(ir::TensorType{float32, Shape(extents)});
    whole("graph f(%0: float32[2,3,4]) -> " + joined + ", " + joined +
              " {\n%1 = negative(%0) : float32[2,3,4]\n%2 = concat(%1, %0) {axis = " + axis + "} : " + joined +
              "\n%3 = roll(%2) {shift = -3, axis = " + axis + "} : " + joined + "\nyield %2, %3\n}",
          {x});
  }
  // Numbers, views, parts without elements, and what is read again.
  whole(R"(graph f(%0: float32[2,3,4], %1: float32[]) -> float32[3], float32[3,2,3,4], float32[3,4,3], float32[6,4] {
    %2 = sqrt(%1) : float32[]
    %3 = stack(%1, %2, %1) {axis = 0} : float32[3]
    %4 = permute_dims(%0) {axes = [1, 2, 0]} : float32[3,4,2]
    %5 = stack(%0, %0, %0) {axis = 0} : float32[3,2,3,4]
    %6 = constant() {value = float32[3,4,0]{}} : float32[3,4,0]
    %7 = constant() {value = float32[3,4,1]{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}} : float32[3,4,1]
    %8 = concat(%4, %6, %7) {axis = -1} : float32[3,4,3]
    %9 = reshape(%0) {shape = (6, 4)} : float32[6,4]
    %10 = roll(%9) {shift = 13, axis = 0} : float32[6,4]
    yield %3, %5, %8, %10
  })",
        {x, tensor(2.0f)});
  whole(R"(graph f(%0: boolean[2,2], %1: boolean[2,2]) -> boolean[2,2,2] {
    %2 = stack(%0, %1) {axis = 2} : boolean[2,2,2]
    yield %2
  })",
        {reshape(tensor({true, false, false, true}), {2, 2}), reshape(tensor({true, true, false, false}), {2, 2})});
}

TEST_CASE("what only an array of parts needs is computed in its place") {
  const char* text = R"(graph f(%0: float32[100,2], %1: float32[100,2]) -> float32[100,6] {
    %2 = sqrt(%0) : float32[100,2]
    %3 = multiply(%2, %1) : float32[100,2]
    %4 = concat(%2, %3, %0) {axis = 1} : float32[100,6]
    yield %4
  })";
  CHECK(statements(text) == R"(  allocate a2
  loop s0 < 100 {
    loop s1 < 2 {
      s2: float32 = load a0[2*s0 + s1]
      s3: float32 = sqrt s2
      store a2[6*s0 + s1] = s3
      s4: float32 = load a1[2*s0 + s1]
      s5: float32 = mul s3, s4
      store a2[6*s0 + s1 + 2] = s5
    }
  }
  loop s6 < 100 {
    loop s7 < 2 {
      s8: float32 = load a0[2*s6 + s7]
      store a2[6*s6 + s7 + 4] = s8
    }
  }
)");
  run(text, {reshape(linspace(0.0, 5.0, 200, float32), {100, 2}), reshape(linspace(0.5, 2.0, 200, float32), {100, 2})});
}

TEST_CASE("a loop carries small matrices, which change places and are the operands of the next products") {
  const char* text = R"(graph power(%0: int32[3,3], %1: int64[]) -> int32[3,3], int32[3,3] {
    %2 = constant() {value = int32[3,3]{1, 0, 0, 0, 1, 0, 0, 0, 1}} : int32[3,3]
    %3 = constant() {value = int64[]{0}} : int64[]
    %20 = constant() {value = int64[]{1}} : int64[]
    %4, %5, %6 = while_loop(%3, %2, %0) : int64[], int32[3,3], int32[3,3] {(%7: int64[], %8: int32[3,3], %9: int32[3,3])
      %10 = less(%7, %1) : boolean[]
      yield %10
    } {(%11: int64[], %12: int32[3,3], %13: int32[3,3])
      %14 = add(%11, %20) : int64[]
      %15 = matmul(%0, %12) : int32[3,3]
      %16 = add(%13, %15) : int32[3,3]
      yield %14, %16, %15
    }
    yield %5, %6
  })";
  const Tensor x = reshape(tensor({1, 2, 0, 3, 1, 1, 0, 2, 1}, int32), {3, 3});
  for (int64_t times : {0, 1, 2, 7}) run(text, {x, tensor(times, int64)});
  CHECK(run(text, {x, tensor(2, int64)}) ==
        "int32 [[15 10  4]\n [15 19  5]\n [12 10  7]];int32 [[14  8  4]\n [12 18  4]\n [12  8  6]];");
  CHECK(!calls_kernel(text));
}

TEST_CASE("arrays larger than the cache are filled past it, to the last element") {
  std::string why;
  const codegen::BackendInterface* backend = exec::backend(why);
  if (!backend) return;
  constexpr int64_t kCount = (int64_t{8} << 20) + 13;
  const std::string number = std::to_string(kCount), type = "float32[" + number + "]",
                    chosen = "boolean[" + number + "]";
  const std::string text = "graph f(%0: " + type + ") -> " + type + ", " + chosen + " {\n  %1 = add(%0, %0) : " + type +
                           "\n  %2 = greater(%1, %0) : " + chosen + "\n  yield %1, %2\n}";
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
  std::vector<float> values(kCount);
  for (size_t k = 0; k < values.size(); ++k) values[k] = static_cast<float>(k % 1999) - 1000;
  const Tensor x = tensor(values);
  const Tensor* const inputs[] = {&x};
  const std::vector<Tensor> expected = exec::Interpreter(graph).run(inputs);
  const std::vector<Tensor> found = exec::Compiled(*graph, *backend).run(inputs);
  CHECK(std::ranges::equal(found[0].data<float>(), expected[0].data<float>()));
  CHECK(std::ranges::equal(found[1].data<bool>(), expected[1].data<bool>()));
}

TEST_CASE("loops that store past the cache ask for what they read some time before, others do not") {
  for (const int64_t size : {32, 31}) {  // MiB of the result
    const std::string type = "float32[" + std::to_string(size << 18) + "]";
    const std::string module = compiled("graph f(%0: " + type + ", %1: " + type + ") -> " + type +
                                            " {\n  %2 = add(%0, %1) : " + type + "\n  yield %2\n}",
                                        false)
                                   .module;
    if (module.empty()) return;  // there is no code generator
    INFO(type);
    CHECK((module.find("!nontemporal") != std::string::npos) == (size == 32));
    CHECK((module.find("call void @llvm.prefetch") != std::string::npos) == (size == 32));
  }
}

TEST_CASE("where a program has many small loops, those beyond a limit stay loops and give the same") {
  std::string nodes;
  int last = 1;
  for (int k = 0; k < 60; ++k) {
    const std::string number = std::to_string(last + 1);
    nodes += "  %" + number + " = matmul(%0, %" + std::to_string(last) + ") : int32[10,10]\n";
    last += 1;
  }
  const std::string text = "graph chain(%0: int32[10,10], %1: int32[10,10]) -> int32[10,10] {\n" + nodes + "  yield %" +
                           std::to_string(last) + "\n}";
  std::vector<int> values;
  for (int k = 0; k < 100; ++k) values.push_back(k * 37 % 11 - 5);
  const Tensor x = reshape(tensor(values, int32), {10, 10});
  run(text.c_str(), {x, x});
}

TEST_CASE("loops over large arrays are not written out, however short their rows are") {
  const auto stores = [](const char* text) {
    const std::string module = compiled(text).module;
    size_t count = 0;
    for (size_t at = module.find("store "); at != std::string::npos; at = module.find("store ", at + 1)) ++count;
    return count;
  };
  // Rows of 63 of 64, columns of three, and a copy of rows of three.
  const char* rows = R"(graph f(%0: float32[64,64]) -> float32[64,63] {
    %1 = index(%0) {kinds = [1, 1], starts = [0, 1], stops = [64, 64], steps = [1, 1]} : float32[64,63]
    %2 = add(%1, %1) : float32[64,63]
    yield %2
  })";
  const char* columns = R"(graph f(%0: float32[200,3]) -> float32[200,200], float32[200,200,3] {
    %1 = expand_dims(%0) {axis = 0} : float32[1,200,3]
    %2 = expand_dims(%0) {axis = 1} : float32[200,1,3]
    %3 = subtract(%1, %2) : float32[200,200,3]
    %4 = multiply(%3, %3) : float32[200,200,3]
    %5 = sum(%4) {axes = [2], keepdims = false} : float32[200,200]
    yield %5, %3
  })";
  const char* copies = R"(graph f(%0: float32[200,3], %1: float32[200,3]) -> float32[200,3] {
    %2 = add(%0, %1) : float32[200,3]
    yield %2
  })";
  CHECK(stores(rows) < 40);
  CHECK(stores(columns) < 60);
  CHECK(stores(copies) < 60);
  run(rows, {reshape(linspace(-1.0, 1.0, 4096, float32), {64, 64})});
  run(columns, {reshape(linspace(-1.0, 1.0, 600, float32), {200, 3})});
}

TEST_CASE("the lesser of two numbers is one instruction, a NaN is asked for beside it") {
  const char* text = R"(graph f(%0: float32[300], %1: float32[300]) -> float32[300], float32[300] {
    %2 = minimum(%0, %1) : float32[300]
    %3 = maximum(%0, %1) : float32[300]
    yield %2, %3
  })";
  const std::string assembly = compiled(text).assembly;
  if (assembly.find("ymm") != std::string::npos) {
    CHECK(assembly.find("vminps") != std::string::npos);
    CHECK(assembly.find("vmaxps") != std::string::npos);
  }
  const Tensor x = where(arange(300) % 7 == 0, Tensor(NAN), linspace(-1.0, 1.0, 300, float32));
  run(text, {x, flip(x, 0)});
  run(text, {flip(x, 0), where(arange(300) % 2 == 0, 0.0f * x, -0.0f * x)});
}

TEST_CASE("rows of every length are vectors, also where a row is summed or its greatest element looked for") {
  for (const std::string dtype : {"float32", "float64", "int32", "int8", "boolean"}) {
    for (int64_t n = 1; n <= 40; n += n < 18 ? 1 : 11) {
      const std::string type = dtype + "[3," + std::to_string(n) + "]", row = dtype + "[3]";
      std::vector<double> values;
      for (int64_t k = 0; k < 3 * n; ++k)
        values.push_back(static_cast<double>((k * 31 + 7) % 23 - 11) / (dtype[0] == 'f' ? 7 : 1));
      const DType of = dtype == "float32"   ? float32
                       : dtype == "float64" ? float64
                       : dtype == "int32"   ? int32
                       : dtype == "int8"    ? int8
                                            : boolean;
      const Tensor x = reshape(astype(tensor(values, float64), of), {3, n});
      const bool numbers = dtype != "boolean";
      const std::string operation = numbers ? "multiply" : "logical_and", fold = numbers ? "max" : "all";
      const std::string text = "graph f(%0: " + type + ") -> " + type + ", " + row + " {\n %1 = " + operation +
                               "(%0, %0) : " + type + "\n %2 = " + fold +
                               "(%1) {axes = [1], keepdims = false} : " + row + "\n yield %1, %2\n}";
      INFO(text);
      run(text.c_str(), {x});
      if (dtype[0] != 'f') continue;
      run(("graph f(%0: " + type + ") -> " + dtype + "[] {\n %1 = sum(%0) {axes = [], keepdims = false} : " + dtype +
           "[]\n yield %1\n}")
              .c_str(),
          {x});
    }
  }
}

TEST_CASE("the inverse of a matrix of two rows waits for one division, and elimination is for what that is not for") {
  const auto text = [](const std::string& dtype) {
    return "graph f(%0: " + dtype + "[2,2]) -> " + dtype + "[2,2] {\n%1 = inv(%0) : " + dtype + "[2,2]\nyield %1\n}";
  };
  const std::string program = statements(text("float64").c_str());
  CHECK(program.find("  if ") != std::string::npos);
  CHECK(program.substr(0, program.find("} {")).find(" div ") == program.substr(0, program.find("} {")).rfind(" div "));
  for (const auto& elements : {std::vector<double>{4, 1, 2, 3},
                               {0, 1, 1, 0},
                               {1e200, 1e199, 2e199, 3e200},      // the determinant overflows
                               {1e-200, 1e-201, 2e-201, 1e-200},  // and is too small
                               {1e30, 1e-30, 2e-30, 1e30},        // too great in float32
                               {1, 1, 1, 1 + 0x1p-20},            // cancels
                               {1, 2, 2, 4},                      // no inverse
                               {0.1, 0.7, 0.2, 1.4},
                               {0, 0, 0, 0},
                               {1, 2, std::numeric_limits<double>::quiet_NaN(), 4},
                               {1, 2, std::numeric_limits<double>::infinity(), 4}}) {
    const Tensor x = reshape(tensor(elements), {2, 2});
    run(text("float64").c_str(), {x});
    run(text("float32").c_str(), {astype(x, float32)});
  }
}

}  // namespace small_matmul_test

}  // namespace ag::test
