/// Products of a vector, or of the rows of a matrix, and a vector: folds, with the bits of the kernel.
#include "runtime/program_passes/masked_loop_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace small_product_terms_test {
namespace {

const char* const kDot =
    R"(graph f(%0: DTYPE[LENGTH], %1: DTYPE[LENGTH], %2: DTYPE[ROWS,LENGTH], %3: DTYPE[LENGTH,2]) -> DTYPE[], DTYPE[ROWS], DTYPE[], DTYPE[], DTYPE[] {
    %4 = matmul(%0, %1) : DTYPE[]
    %5 = matmul(%2, %1) : DTYPE[ROWS]
    %6 = multiply(%1, %4) : DTYPE[LENGTH]
    %7 = subtract(%0, %6) : DTYPE[LENGTH]
    %8 = matmul(%7, %1) : DTYPE[]
    %9 = sum(%7) {axes = [0], keepdims = false} : DTYPE[]
    %10 = index(%3) {kinds = [1, 0], starts = [0, 1], stops = [LENGTH, 0], steps = [1, 1]} : DTYPE[LENGTH]
    %11 = matmul(%10, %10) : DTYPE[]
    yield %4, %5, %8, %9, %11
  })";

std::string dot_of(DType dtype, int64_t rows, int64_t length) {
  std::string text = replaced(replaced(kDot, "DTYPE", std::string(ag::name(dtype))), "ROWS", std::to_string(rows));
  return replaced(text, "LENGTH", std::to_string(length));
}

/// Numbers with all of their digits, some of them special.
Tensor numbers(const Shape& shape, DType dtype, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> values(static_cast<size_t>(shape.element_count()));
  for (double& value : values) {
    value = static_cast<double>(random()) / 1e8 - 20;
    if (is_floating(dtype) && random() % 1024 == 0) value = random() % 2 ? std::nan("") : -HUGE_VAL;
  }
  return astype(tensor(values, shape), dtype);
}

}  // namespace

TEST_CASE("products of many terms are folds, of what was computed before, in the order of the kernel") {
  for (const DType dtype : {DType::float32, DType::float64, DType::int32, DType::int64}) {
    for (const int64_t length : {16, 17, 31, 65, 79, 80, 100, 1000, 4096, 4097}) {
      const std::string text = dot_of(dtype, 5, length);
      INFO(ag::name(dtype) << " of " << length);
      agree(text, {numbers({length}, dtype, 3), numbers({length}, dtype, 4), numbers({5, length}, dtype, 5),
                   numbers({length, 2}, dtype, 6)});
    }
    const std::string program = statements_of(
        codegen::print(codegen::lower(ir::parse(dot_of(dtype, 16, 100), ops::table()), {.machine = {}}), {false}));
    CHECK(program.find("kernel") == std::string::npos);
    CHECK(program.find(" = sum s") != std::string::npos);
    CHECK(program.find(" * s") != std::string::npos);
  }
  // What begins with +0 ends as -0 where the product of two numbers is too small.
  for (const DType dtype : {DType::float32, DType::float64}) {
    const double tiny = dtype == DType::float32 ? 1e-30 : 1e-200;
    agree(dot_of(dtype, 1, 65),
          {full({65}, tiny, dtype), full({65}, -tiny, dtype), full({1, 65}, tiny, dtype), full({65, 2}, -tiny, dtype)});
  }
}

TEST_CASE("products with columns, or of stacks, and large or turned matrices are kernels") {
  const auto program = [](const char* a, const char* b, const char* result) {
    const std::string text = std::string("graph f(%0: ") + a + ", %1: " + b + ") -> " + result +
                             " { %2 = matmul(%0, %1) : " + result + " yield %2 }";
    return statements_of(
        codegen::print(codegen::lower(ir::parse(text.c_str(), ops::table()), {.machine = {}}), {false}));
  };
  CHECK(program("float32[1000,100]", "float32[100]", "float32[1000]").find("kernel") == std::string::npos);
  CHECK(program("float32[1000,1000]", "float32[1000]", "float32[1000]").find("kernel") != std::string::npos);
  CHECK(program("float32[100]", "float32[100,8]", "float32[8]").find("kernel") != std::string::npos);
  CHECK(program("float32[2,3,100]", "float32[100]", "float32[2,3]").find("kernel") != std::string::npos);
  const std::string turned = R"(graph f(%0: float32[100,50], %1: float32[100]) -> float32[50] {
    %2 = permute_dims(%0) {axes = [1, 0]} : float32[50,100]
    %3 = matmul(%2, %1) : float32[50]
    yield %3
  })";
  CHECK(statements(turned.c_str()).find("kernel") != std::string::npos);
  agree(turned, {numbers({100, 50}, float32, 3), numbers({100}, float32, 4)});
  CHECK(program("float16[100]", "float16[100]", "float16[]").find("kernel") != std::string::npos);
}

TEST_CASE("the text of a program has products in its folds, of sums alone") {
  const std::string text = R"(program "f"(a0: float32[100], a1: float32[100]) -> a2 {
  array a2: float32[]
  make_contiguous a0
  make_contiguous a1
  reduce s0 < 100 (s1: float32 = sum s2 * s3) {
    s2: float32 = load a0[s0]
    s3: float32 = load a1[s0]
  }
  box a2 = s1
}
)";
  const codegen::Program program = codegen::parse(text, ops::table());
  CHECK(codegen::print(program, {false}) == text);
  CHECK_THROWS_WITH(codegen::parse(replaced(text, "sum s2", "max s2"), ops::table()),
                    ag_test::ContainsSubstring("max of products"));
}

}  // namespace small_product_terms_test

}  // namespace ag::test
