/// Folds of rows whose length is no multiple of the lanes, and loops over many elements: what they compute, and that
/// code for them is vectors, and is short.
#include <limits>
#include <random>
#include <sstream>

#include "kernel/instruction_set.h"
#include "runtime/program/program_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace reduction_nest_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

Tensor mixed(const Shape& shape, DType dtype, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> values(static_cast<size_t>(shape.element_count()));
  for (double& value : values) {
    value = static_cast<double>(random() % 1000) / 100 - 5;
    if (is_floating(dtype) && random() % 64 == 0) value = random() % 2 ? kNan : random() % 2 ? kInfinity : -0.0;
  }
  return astype(tensor(values, shape), dtype);
}

size_t count(const std::string& text, const std::string& word) {
  size_t found = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("the rest of a row goes into the lanes that it has") {
  // What is folded is stored as well, and several folds share a row.
  const char* text =
      R"(graph f(%0: TYPE[ROWS,LENGTH], %1: TYPE[ROWS,LENGTH]) -> TYPE[ROWS], TYPE[ROWS], TYPE[ROWS], TYPE[ROWS], boolean[ROWS], boolean[ROWS], TYPE[ROWS,LENGTH] {
    %2 = multiply(%0, %1) : TYPE[ROWS,LENGTH]
    %3 = subtract(%2, %1) : TYPE[ROWS,LENGTH]
    %4 = sum(%3) {axes = [1], keepdims = false} : TYPE[ROWS]
    %5 = max(%3) {axes = [1], keepdims = false} : TYPE[ROWS]
    %6 = min(%3) {axes = [1], keepdims = false} : TYPE[ROWS]
    %7 = prod(%0) {axes = [1], keepdims = false} : TYPE[ROWS]
    %8 = less(%3, %0) : boolean[ROWS,LENGTH]
    %9 = all(%8) {axes = [1], keepdims = false} : boolean[ROWS]
    %10 = any(%8) {axes = [1], keepdims = false} : boolean[ROWS]
    yield %4, %5, %6, %7, %9, %10, %3
  })";
  for (const DType dtype : {float32, float64, int32, int64}) {
    for (const int64_t length : {9, 15, 16, 17, 18, 23, 30, 31, 33, 47, 48, 63, 1000}) {
      for (const int64_t rows : {1, 3}) {
        if (length == 1000 && dtype != float32) continue;
        std::ostringstream name;
        name << dtype;
        std::string graph = replaced(replaced(text, "LENGTH", std::to_string(length)), "ROWS", std::to_string(rows));
        INFO(name.str() << "[" << rows << ", " << length << "]");
        const Shape shape{rows, length};
        run(replaced(graph, "TYPE", name.str()).c_str(), {mixed(shape, dtype, 1), mixed(shape, dtype, 2)});
      }
    }
  }
}

TEST_CASE("only the last block of a long row has a rest") {
  const char* text = R"(graph f(%0: float32[LENGTH]) -> float32[], float32[] {
    %1 = multiply(%0, %0) : float32[LENGTH]
    %2 = sum(%1) {axes = [0], keepdims = false} : float32[]
    %3 = max(%0) {axes = [0], keepdims = false} : float32[]
    yield %2, %3
  })";
  for (const int64_t length : {4095, 4096, 4097, 8191, 8192, 8208, 12290}) {
    INFO(length);
    run(replaced(text, "LENGTH", std::to_string(length)).c_str(), {mixed({length}, float32, 3)});
  }
}

TEST_CASE("rounds of several vectors take them in their order") {
  const char* text = R"(graph f(%0: TYPE[2,LENGTH]) -> TYPE[2], TYPE[2], TYPE[2], TYPE[2], TYPE[2,LENGTH] {
    %1 = max(%0) {axes = [1], keepdims = false} : TYPE[2]
    %2 = min(%0) {axes = [1], keepdims = false} : TYPE[2]
    %3 = negative(%0) : TYPE[2,LENGTH]
    %4 = max(%3) {axes = [1], keepdims = false} : TYPE[2]
    %5 = exp(%3) : TYPE[2,LENGTH]
    %6 = sum(%5) {axes = [1], keepdims = false} : TYPE[2]
    yield %1, %2, %4, %6, %5
  })";
  for (const DType dtype : {float32, float64}) {
    const std::string name(ag::name(dtype));
    for (const int64_t length : {32, 48, 63, 64, 80, 96, 112, 128, 143, 144, 176, 1000, 4112, 4160, 9000}) {
      INFO(name << "[2, " << length << "]");
      const std::string graph = replaced(replaced(text, "LENGTH", std::to_string(length)), "TYPE", name);
      std::mt19937_64 random(static_cast<uint64_t>(length));
      // Zeros of both signs, of which an extremum is the first; and numbers.
      std::vector<double> zeros(static_cast<size_t>(2 * length));
      for (double& value : zeros) value = random() % 2 ? -0.0 : 0.0;
      run(graph.c_str(), {astype(tensor(zeros, {2, length}), dtype)});
      run(graph.c_str(), {mixed({2, length}, dtype, 4)});
    }
  }
}

TEST_CASE("a round of an extremum takes four vectors, one of a long computation two, and a sum adds short ones") {
#if defined(__x86_64__)
  if (kernel::instruction_set() != kernel::InstructionSet::Avx512) return;
  const auto module_of = [](const std::string& type, const std::string& operation, const std::string& fold) {
    return compiled("graph f(%0: " + type + "[1024]) -> " + type + "[] {\n  %1 = " + operation + "(%0) : " + type +
                    "[1024]\n  %2 = " + fold + "(%1) {axes = [0], keepdims = false} : " + type + "[]\n  yield %2\n}")
        .module;
  };
  const std::string greatest = module_of("float32", "abs", "max");
  if (greatest.empty()) return;  // no code generator
  CHECK(count(greatest, "call <64 x float> @llvm.fabs") == 1);
  CHECK(count(module_of("float32", "abs", "sum"), "call <8 x float> @llvm.fabs") == 2);
  CHECK(count(module_of("float32", "exp", "sum"), "= call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512") == 2);
  CHECK(count(module_of("float64", "exp", "sum"), "= call <8 x double> @llvm.x86.avx512.mask.scalef.pd.512") == 4);
#endif
}

TEST_CASE("fast code does not wait for a product that a sum takes, and wide lanes are halved in pieces") {
#if defined(__x86_64__)
  const char* text = R"(graph f(%0: float32[1024], %1: float64[1024]) -> float32[], float64[] {
    %2 = multiply(%0, %0) : float32[1024]
    %3 = sum(%2) {axes = [0], keepdims = false} : float32[]
    %4 = exp(%1) : float64[1024]
    %5 = sum(%4) {axes = [0], keepdims = false} : float64[]
    yield %3, %5
  })";
  const std::string module = compiled(text, false, true).module;
  if (module.empty()) return;  // no code generator
  CHECK(count(module, "fmul contract <8 x float>") == 2);
  CHECK(count(module, "fadd <8 x float>") == 2);
  CHECK(count(module, "fadd contract <8 x double>") == 0);
#endif
}

TEST_CASE("more conditions than there are masks are computed where they are asked for") {
  const char* text = R"(graph f(%0: float32[1000,2], %1: int32[1000]) -> float32[8,2] {
    %2 = segment_sum(%0, %1) {num = 8} : float32[8,2]
    yield %2
  })";
  std::istringstream lines(compiled(text).module);
  size_t conditions = 0;
  bool asked = true;  // the last one
  for (std::string line; std::getline(lines, line);) {
    if (line.find("= select <16 x i1>") != std::string::npos) asked = true;
    if (line.find("= icmp eq <16 x i32>") == std::string::npos) continue;
    CHECK(asked);
    asked = false;
    ++conditions;
  }
  CHECK((conditions == 0 || conditions == 8));  // none without a code generator, or with other vectors
}

TEST_CASE("code of a row with a rest has no loop of single elements, and that of many elements is no long list") {
#if defined(__x86_64__)
  const std::string fold = compiled(R"(graph f(%0: float32[1000]) -> float32[1000], float32[] {
    %1 = multiply(%0, %0) : float32[1000]
    %2 = sum(%1) {axes = [0], keepdims = false} : float32[]
    yield %1, %2
  })")
                               .module;
  if (fold.empty()) return;  // no code generator
  CHECK(fold.find("fmul float") == std::string::npos);
  CHECK(count(fold, "fmul <8 x float>") == 3);
  const std::string loop = compiled(R"(graph f(%0: float32[4000]) -> float32[4000] {
    %1 = multiply(%0, %0) : float32[4000]
    yield %1
  })")
                               .module;
  CHECK(count(loop, "fmul <") <= 8);
#endif
}

TEST_CASE("between one element of an extremum and the next there is no comparison with NaN") {
#if defined(__x86_64__)
  for (const auto& [name, instruction] : {std::pair<std::string, std::string>{"max", "vmaxps"}, {"min", "vminps"}}) {
    const std::string assembly = compiled("graph f(%0: float32[5,1000]) -> float32[5] {\n  %1 = " + name +
                                          "(%0) {axes = [1], keepdims = false} : float32[5]\n  yield %1\n}")
                                     .assembly;
    if (assembly.empty() || assembly.find("%ymm") == std::string::npos) return;  // no code generator, or no AVX
    CHECK(assembly.find(instruction) != std::string::npos);
  }
#endif
}

TEST_CASE("rows that are longer than a vector of the machine are written out as several") {
  const char* text = R"(graph f(%0: float32[30,30], %1: float32[30,30]) -> float32[30,30] {
    %2 = cumulative_sum(%0) {axis = 0} : float32[30,30]
    %3 = multiply(%2, %1) : float32[30,30]
    yield %3
  })";
  run(text, {mixed({30, 30}, float32, 10), mixed({30, 30}, float32, 11)});
#if defined(__x86_64__)
  const std::string module = compiled(text).module;
  CHECK(module.find("<30 x float>") == std::string::npos);
  CHECK((module.empty() || module.find("<16 x float>") != std::string::npos));
#endif
}

TEST_CASE("a row that is computed from a few numbers has vectors of its own length, not of theirs") {
  const char* text = R"(graph f(%0: float32[2], %1: float32[2,50], %2: float32[50,2], %3: int64[]) -> float32[2] {
    %4 = constant() {value = int64[]{0}} : int64[]
    %5, %6 = while_loop(%0, %4) : float32[2], int64[] {(%7: float32[2], %8: int64[])
      %9 = less(%8, %3) : boolean[]
      yield %9
    } {(%10: float32[2], %11: int64[])
      %12 = matmul(%10, %1) : float32[50]
      %13 = tanh(%12) : float32[50]
      %14 = matmul(%13, %2) : float32[2]
      %15 = constant() {value = int64[]{1}} : int64[]
      %16 = add(%11, %15) : int64[]
      yield %14, %16
    }
    yield %5
  })";
  run(text, {mixed({2}, float32, 12), mixed({2, 50}, float32, 13), mixed({50, 2}, float32, 14), tensor(3, int64)});
#if defined(__x86_64__)
  const std::string module = compiled(text).module;
  CHECK((module.empty() || module.find("fdiv <16 x float>") != std::string::npos));
  CHECK(module.find("fdiv <2 x float>") == module.rfind("fdiv <2 x float>"));  // the rest of the row
#endif
}

TEST_CASE("a search of a row gives its extremum too, where there is one zero only") {
  const char* text = R"(graph f(%0: float32[100,4]) -> int64[100], float32[100] {
    %1 = FUNCTION(%0) : float32[100,4]
    %2 = argmin(%1) {axes = [1], keepdims = false} : int64[100]
    %3 = min(%1) {axes = [1], keepdims = false} : float32[100]
    yield %2, %3
  })";
  const auto searches = [](const std::string& program) { return count(program, ": float32 = min"); };
  const std::string squares = replaced(text, "FUNCTION", "square"), roots = replaced(text, "FUNCTION", "negative");
  CHECK(searches(lowered(squares.c_str())) == 1);
  CHECK(searches(lowered(roots.c_str())) == 0);
  for (const std::string& graph : {squares, roots}) run(graph.c_str(), {mixed({100, 4}, float32, 5)});
}

TEST_CASE("vectors of rows are asked once whether there is a NaN, which is found wherever it stands") {
  const std::string text = R"(graph f(%0: DTYPE[300,COLUMNS], %1: int64[300]) -> boolean[], DTYPE[], int64[300] {
    %2 = square(%0) : DTYPE[300,COLUMNS]
    %3 = argmin(%2) {axes = [1], keepdims = false} : int64[300]
    %4 = min(%2) {axes = [1], keepdims = false} : DTYPE[300]
    %5 = not_equal(%3, %1) : boolean[300]
    %6 = any(%5) {axes = [0], keepdims = false} : boolean[]
    %7 = sum(%4) {axes = [0], keepdims = false} : DTYPE[]
    yield %6, %7, %3
  })";
  for (const DType dtype : {float32, float64, int32}) {
    for (int64_t columns = 2; columns <= 8; ++columns) {
      const std::string graph =
          replaced(replaced(text, "DTYPE", std::string(name(dtype))), "COLUMNS", std::to_string(columns));
      const Tensor labels = zeros({300}, int64), x = mixed({300, columns}, dtype, 11);
      run(graph.c_str(), {x, labels});
      if (!is_floating(dtype)) continue;
      const Tensor numbers = astype(arange(300 * columns) % 7 - 3, dtype);
      for (const int64_t place : {int64_t{0}, 17 * columns + 1, 31 * columns - 1, 299 * columns, 300 * columns - 1}) {
        const Tensor one = where(arange(300 * columns) == place, kNan, numbers);
        run(graph.c_str(), {reshape(one, {300, columns}), labels});
      }
    }
  }
#if defined(__x86_64__)
  const std::string module = compiled(replaced(replaced(text, "DTYPE", "float32"), "COLUMNS", "4")).module;
  if (module.empty()) return;  // no code generator
  CHECK(count(module, "fcmp ord <16 x float>") == 0);
  CHECK(count(module, "fcmp uno <16 x float>") == 2 + 4);  // pairs of columns; each of them, where there is one
#endif
}

TEST_CASE("a sum of what a condition chooses is an addition where the condition holds") {
  const std::string text = R"(graph f(%0: float32[LENGTH], %1: float32[LENGTH]) -> float32[] {
    %2 = constant() {value = float32[]{0}} : float32[]
    %3 = less(%1, %2) : boolean[LENGTH]
    %4 = where(%3, %0, %2) : float32[LENGTH]
    %5 = sum(%4) {axes = [0], keepdims = false} : float32[]
    yield %5
  })";
  for (const char* length : {"5", "100", "1000", "70000"}) {
    const std::string graph = replaced(text, "LENGTH", length);
    const int64_t n = std::stoll(length);
    run(graph.c_str(), {mixed({n}, float32, 3), mixed({n}, float32, 4)});
    run(graph.c_str(), {full({n}, -0.0f), where(mixed({n}, float32, 5) > 0, -1.0f, 1.0f)});
    run(graph.c_str(), {full({n}, -0.0f), full({n}, -1.0f)});
  }
#if defined(__x86_64__)
  std::istringstream module(compiled(replaced(text, "LENGTH", "1000")).module);
  for (std::string line; std::getline(module, line);) {
    CHECK((line.find(" = select ") == std::string::npos || line.find("zeroinitializer") == std::string::npos));
  }
#endif
}

TEST_CASE("a sum of few terms begins with 0 where the sign of a zero is seen") {
  const char* text =
      R"(graph f(%0: float32[1000,2], %1: float32[2,8], %2: float32[1000,2], %3: float32[1000,8]) -> float32[1000,8] {
    %4 = matmul(%0, %1) : float32[1000,8]
    %5 = square(%3) : float32[1000,8]
    %6 = matmul(%2, %1) : float32[1000,8]
    %7 = LAST
    yield %7
  })";
  const auto begins = [&](const char* last) {
    const std::string graph = replaced(text, "LAST", last);
    // Zeros of both signs, so that products and their sums are such.
    const Tensor zeros = where(mixed({1000, 2}, float32, 7) > 0, 0.0f, -0.0f), ones = ag::ones({2, 8}, float32);
    run(graph.c_str(), {zeros, ones, -zeros, where(mixed({1000, 8}, float32, 8) > 0, 0.0f, -0.0f)});
    return count(lowered(graph.c_str()), ": float32 = 0\n");
  };
  CHECK(begins("subtract(%5, %4) : float32[1000,8]") == 0);
  CHECK(begins("subtract(%4, %5) : float32[1000,8]") == 1);
  CHECK(begins("add(%4, %3) : float32[1000,8]") == 1);
  CHECK(begins("add(%4, %6) : float32[1000,8]") == 2);
}

TEST_CASE("sums of three and four terms in a nest are those of the kernel") {
  for (const char* terms : {"3", "4"}) {
    const std::string graph = replaced(
        R"(graph f(%0: float32[1000,TERMS], %1: float32[TERMS,8], %2: float32[1000,8]) -> float32[1000,8] {
    %3 = matmul(%0, %1) : float32[1000,8]
    %4 = multiply(%3, %2) : float32[1000,8]
    yield %4
  })",
        "TERMS", terms);
    const int64_t k = std::stoll(terms);
    run(graph.c_str(), {mixed({1000, k}, float32, 3), mixed({k, 8}, float32, 4), mixed({1000, 8}, float32, 5)});
    CHECK(lowered(graph.c_str()).find("kernel") == std::string::npos);
  }
}

TEST_CASE("places are chosen as numbers of 32 bits, and become longer once") {
#if defined(__x86_64__)
  const std::string module = compiled(R"(graph f(%0: float32[1000,8]) -> int64[1000] {
    %1 = argmin(%0) {axes = [1], keepdims = false} : int64[1000]
    yield %1
  })")
                                 .module;
  if (module.empty()) return;  // no code generator
  CHECK(module.find(" x i64> splat") == std::string::npos);
  CHECK(module.find("sext <") != std::string::npos);
#endif
}

TEST_CASE("a kernel fills the memory that it has filled in an earlier round, unless that is needed") {
  // Each round has the product of the round before and the one before that.
  const char* text = R"(graph f(%0: float32[40,40], %1: int64[]) -> float32[40,40], float32[40,40] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3, %4, %5 = while_loop(%2, %0, %0) : int64[], float32[40,40], float32[40,40] {(%6: int64[], %7: float32[40,40], %8: float32[40,40])
      %9 = less(%6, %1) : boolean[]
      yield %9
    } {(%10: int64[], %11: float32[40,40], %12: float32[40,40])
      %13 = matmul(%11, %0) : float32[40,40]
      %14 = matmul(%13, %12) : float32[40,40]
      %15 = tanh(%14) : float32[40,40]
      %16 = constant() {value = int64[]{1}} : int64[]
      %17 = add(%10, %16) : int64[]
      yield %17, %15, %13
    }
    yield %4, %5
  })";
  const Tensor x = reshape(linspace(-0.2, 0.3, 1600, float32), {40, 40});
  for (const int64_t rounds : {0, 1, 2, 3, 7}) run(text, {x, tensor(rounds, int64)});
}

}  // namespace reduction_nest_test

}  // namespace ag::test
