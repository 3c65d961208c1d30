/// Rows of few elements, products of few terms and gathered elements as loops: their programs, and what they compute.
///
/// AG_RANDOM_NESTS=1000 takes so many random graphs.
#include <cstdlib>
#include <limits>
#include <random>
#include <sstream>

#include "runtime/program/mixed_numbers.h"
#include "runtime/program/program_run.h"

namespace ag::test {

TEST_CASE("where the least element of a short row is, is one statement") {
  const char* text = R"(graph f(%0: float32[100,3]) -> int64[100] {
    %1 = negative(%0) : float32[100,3]
    %2 = argmin(%1) {axes = [1], keepdims = false} : int64[100]
    yield %2
  })";
  CHECK(statements(text) == R"(  allocate a1
  loop s0 < 100 {
    s1: float32 = load a0[3*s0]
    s2: float32 = neg s1
    s3: float32 = load a0[3*s0 + 1]
    s4: float32 = neg s3
    s5: float32 = load a0[3*s0 + 2]
    s6: float32 = neg s5
    s7: int32 = argmin s2, s4, s6
    s8: int64 = convert s7
    store a1[s0] = s8
  }
)");
  run(text, {mixed({100, 3}, float32)});
}

TEST_CASE("short rows that become one element are written out, in the order of their loops") {
  const char* text = R"(graph f(%0: float32[16,2,40,3]) -> float32[16,40], float32[16,40], float32[16,40] {
    %1 = mean(%0) {axes = [1, 3], keepdims = false} : float32[16,40]
    %2 = max(%0) {axes = [1, 3], keepdims = false} : float32[16,40]
    %3 = sum(%0) {axes = [1, 3], keepdims = false} : float32[16,40]
    yield %1, %2, %3
  })";
  run(text, {mixed({16, 2, 40, 3}, float32)});
  run(text, {full({16, 2, 40, 3}, -0.0f)});
  CHECK(statements(text).find("reduce") == std::string::npos);
  CHECK(statements(R"(graph f(%0: float32[16,3,40,6]) -> float32[16,40] {
    %1 = sum(%0) {axes = [1, 3], keepdims = false} : float32[16,40]
    yield %1
  })")
            .find("reduce") != std::string::npos);
}

TEST_CASE("eight short rows fill a vector, except those of an array that a loop carries") {
  const auto rows = [](int64_t count) {
    const std::string n = std::to_string(count);
    return "graph f(%0: float32[" + n + ",3]) -> float32[" + n +
           "] {\n%1 = max(%0) {axes = [1], keepdims = false} : float32[" + n + "]\nyield %1\n}";
  };
  for (int64_t count : {1, 7, 8, 9, 30}) {
    CAPTURE(count);
    run(rows(count).c_str(), {mixed({count, 3}, float32)});
    CHECK((statements(rows(count).c_str()).find("reduce") == std::string::npos) == (count >= 8));
  }
  const char* const carried = R"(graph f(%0: float32[16,3], %1: int64[]) -> float32[16,3] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3 = constant() {value = int64[]{1}} : int64[]
    %4, %5 = while_loop(%0, %2) : float32[16,3], int64[] {(%6: float32[16,3], %7: int64[])
      %8 = less(%7, %1) : boolean[]
      yield %8
    } {(%9: float32[16,3], %10: int64[])
      %11 = sum(%9) {axes = [1], keepdims = true} : float32[16,1]
      %12 = subtract(%9, %11) : float32[16,3]
      %13 = add(%10, %3) : int64[]
      yield %12, %13
    }
    yield %4
  })";
  run(carried, {mixed({16, 3}, float32), tensor(4, int64)});
  CHECK(statements(carried).find("reduce") != std::string::npos);
}

TEST_CASE("integers of 64 bits do not halve the vectors of the many numbers that they are computed from") {
#if defined(__x86_64__)
  const char* text = R"(graph f(%0: float32[1000], %1: float32[1000]) -> int64[1000] {
    %2 = multiply(%0, %1) : float32[1000]
    %3 = sqrt(%2) : float32[1000]
    %4 = add(%3, %0) : float32[1000]
    %5 = sqrt(%4) : float32[1000]
    %6 = subtract(%5, %1) : float32[1000]
    %7 = abs(%6) : float32[1000]
    %8 = astype(%7) {dtype = int64} : int64[1000]
    yield %8
  })";
  const Tensor numbers = linspace(0.0, 50.0, 1000, float32);
  run(text, {numbers, numbers * 0.5f});
  if (!__builtin_cpu_supports("avx2")) return;
  const std::string assembly = compiled(text, false).assembly;
  std::istringstream lines(assembly);
  bool wide = assembly.empty();  // without the code generator there is nothing to look at
  for (std::string line; std::getline(lines, line);) {
    const bool product = line.find("vmulps") != std::string::npos;
    // Older processors with AVX-512 are better off with 256 bits of floating point beside 512 of integers.
    const bool prefers_512 = __builtin_cpu_supports("avx512fp16");
    const bool widest =
        line.find("zmm") != std::string::npos || (!prefers_512 && line.find("ymm") != std::string::npos);
    wide = wide || (product && widest);
  }
  CHECK(wide);
#endif
}

TEST_CASE("extrema, sums and places of short rows share a nest, in every dtype") {
  for (const std::string type : {"float32", "float64", "int32", "int64", "uint8"}) {
    for (const int64_t length : {2, 3, 5, 7, 8}) {
      const std::string shape = "[70," + std::to_string(length) + "]";
      const std::string text = "graph f(%0: " + type + shape + ") -> int64[70], int64[70,1], " + type + "[70], " +
                               type + "[70], " + type + shape + " {\n%1 = add(%0, %0) : " + type + shape +
                               "\n%2 = argmax(%1) {axes = [1], keepdims = false} : int64[70]"
                               "\n%3 = argmin(%1) {axes = [-1], keepdims = true} : int64[70,1]"
                               "\n%4 = max(%1) {axes = [1], keepdims = false} : " +
                               type + "[70]\n%5 = min(%1) {axes = [1], keepdims = false} : " + type +
                               "[70]\nyield %2, %3, %4, %5, %1\n}";
      INFO(text);
      run(text.c_str(), {mixed({70, length}, dtype_from_name(type))});
      const std::string program = lowered(text.c_str());
      CHECK(program.find("kernel") == std::string::npos);
      CHECK(program.find("reduce") == std::string::npos);
    }
  }
  // The place in an array of one axis is a number; longer rows are the kernel's.
  const char* number = R"(graph f(%0: float64[4], %1: float64[9]) -> int64[], int64[] {
    %2 = argmax(%0) {axes = [], keepdims = false} : int64[]
    %3 = argmax(%1) {axes = [0], keepdims = false} : int64[]
    yield %2, %3
  })";
  run(number, {tensor({1.0, 3.0, kNan, kNan}, float64), mixed({9}, float64)});
  CHECK(statements(number).find("kernel a") == statements(number).rfind("kernel a"));
}

TEST_CASE("sums of many short rows are added in the order of folds") {
  const char* text = R"(graph f(%0: float32[100,7]) -> float32[100], float32[100], boolean[100] {
    %1 = square(%0) : float32[100,7]
    %2 = sum(%1) {axes = [1], keepdims = false} : float32[100]
    %3 = mean(%0) {axes = [1], keepdims = false} : float32[100]
    %4 = any(%0) {axes = [1], keepdims = false} : boolean[100]
    yield %2, %3, %4
  })";
  CHECK(statements(text).find("reduce") == std::string::npos);
  std::mt19937_64 random(8);
  std::vector<double> values(700);
  for (double& value : values) value = static_cast<double>(random() % 100000) / 7;
  run(text, {astype(tensor(values, Shape{100, 7}), float32)});
  run(text, {mixed({100, 7}, float32)});
  run(text, {full({100, 7}, -0.0, float32)});
}

TEST_CASE("a product of few terms is a part of the nest that uses it") {
  const char* text = R"(graph f(%0: float32[2000,2], %1: float32[2,8], %2: float32[2000,1]) -> int64[2000], float32[] {
    %3 = matmul(%0, %1) : float32[2000,8]
    %4 = subtract(%2, %3) : float32[2000,8]
    %5 = argmin(%4) {axes = [1], keepdims = false} : int64[2000]
    %6 = min(%4) {axes = [1], keepdims = false} : float32[2000]
    %7 = sum(%6) {axes = [], keepdims = false} : float32[]
    yield %5, %7
  })";
  const std::string program = lowered(text);
  CHECK(program.find("kernel") == std::string::npos);
  CHECK(program.find("float32[2000,8]") == std::string::npos);
  run(text, {mixed({2000, 2}, float32), mixed({2, 8}, float32), mixed({2000, 1}, float32)});
  // Operands that are views, made in the same graph, and the product itself as a result.
  const char* mixed_uses = R"(graph f(%0: float64[40,3], %1: float64[40,3]) -> float64[40,40], float64[40] {
    %2 = add(%0, %1) : float64[40,3]
    %3 = permute_dims(%1) {axes = [1, 0]} : float64[3,40]
    %4 = matmul(%2, %3) : float64[40,40]
    %5 = multiply(%4, %4) : float64[40,40]
    %6 = sum(%5) {axes = [0], keepdims = false} : float64[40]
    yield %4, %6
  })";
  CHECK(lowered(mixed_uses).find("kernel") == std::string::npos);
  run(mixed_uses, {mixed({40, 3}, float64), mixed({40, 3}, float64)});
  const char* square = R"(graph f(%0: int32[40,4], %1: int32[4,4], %2: int32[40,4]) -> int32[40,4] {
    %3 = add(%0, %2) : int32[40,4]
    %4 = matmul(%3, %1) : int32[40,4]
    %5 = add(%4, %3) : int32[40,4]
    %6 = add(%5, %2) : int32[40,4]
    yield %6
  })";
  run(square, {mixed({40, 4}, int32), mixed({4, 4}, int32), mixed({40, 4}, int32)});
}

TEST_CASE("elements at places that integers tell are read in the nest that uses them") {
  const char* text = R"(graph f(%0: float32[4,2], %1: int32[3]) -> float32[3,2] {
    %2 = take(%0, %1) {axis = 0} : float32[3,2]
    %3 = add(%2, %2) : float32[3,2]
    yield %3
  })";
  CHECK(statements(text) == R"(  s0: int64 = -4
  s1: int64 = 4
  reduce s2 < 3 (s3: boolean = all s8) {
    s4: int32 = load a1[s2]
    s5: int64 = convert s4
    s6: boolean = ge s5, s0
    s7: boolean = lt s5, s1
    s8: boolean = and s6, s7
  }
  if s3 {
  } {
    allocate a2
    kernel a3 = take(a2, a1) {axis = 0}
  }
  allocate a4
  loop s9 < 3 {
    s11: int32 = load a1[s9]
    loop s10 < 2 {
      s12: int64 = convert s11
      s13: int64 = 4
      s14: int64 = 0
      s15: boolean = lt s12, s14
      s16: int64 = add s12, s13
      s17: int64 = select s15, s16, s12
      s18: float32 = load a0[s10 + 2*s17]
      s19: float32 = add s18, s18
      store a4[2*s9 + s10] = s19
    }
  }
)");
  const Tensor table = reshape(linspace(0.1, 0.8, 8, float32), {4, 2});
  CHECK(run(text, {table, tensor({3, -1, 0}, int32)}).starts_with("float32 "));
  for (const int wrong : {4, -5}) {
    const std::string found = run(text, {table, tensor(std::vector<int>{0, wrong, 9})});
    CHECK(found.find("index " + std::to_string(wrong) + " is out of range for axis 0 of length 4") !=
          std::string::npos);
  }
  // Along other axes, by indices of two axes, of views, in folds and in vectors; and of what a loop carries.
  const char* others =
      R"(graph f(%0: int64[3,100], %1: uint8[5,40], %2: float64[100,3]) -> int64[3,5,40], float64[5], float64[20] {
    %3 = take(%0, %1) {axis = -1} : int64[3,5,40]
    %4 = permute_dims(%2) {axes = [1, 0]} : float64[3,100]
    %5 = take(%4, %1) {axis = 1} : float64[3,5,40]
    %6 = sum(%5) {axes = [0, 2], keepdims = false} : float64[5]
    %7 = constant() {value = int64[20]{7, -1, 3, 99, 5, 6, 1, 2, 3, 4, 0, 0, 1, 2, 3, 50, -60, 9, 8, 7}} : int64[20]
    %8 = constant() {value = int64[]{0}} : int64[]
    %9 = take(%2, %7) {axis = 0} : float64[20,3]
    %10 = sum(%9) {axes = [1], keepdims = false} : float64[20]
    %11, %12 = while_loop(%8, %10) : int64[], float64[20] {(%13: int64[], %14: float64[20])
      %15 = constant() {value = int64[]{5}} : int64[]
      %16 = less(%13, %15) : boolean[]
      yield %16
    } {(%17: int64[], %18: float64[20])
      %19 = constant() {value = int64[20]{19, 18, 17, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}} : int64[20]
      %20 = take(%18, %19) {axis = 0} : float64[20]
      %21 = multiply(%20, %18) : float64[20]
      %22 = constant() {value = int64[]{1}} : int64[]
      %23 = add(%17, %22) : int64[]
      yield %23, %21
    }
    yield %3, %6, %12
  })";
  std::vector<uint8_t> places(200);
  for (size_t k = 0; k < places.size(); ++k) places[k] = static_cast<uint8_t>(k * 37 % 100);
  CHECK(lowered(others).find("= take") != std::string::npos);
  const Tensor x = reshape(linspace(-1.0, 1.0, 300, float64), {100, 3});
  run(others, {mixed({3, 100}, int64), tensor(places, {5, 40}), x});
}

namespace unrolled_rows_test {
namespace {

/// Graphs of what shares nests: operations on float32[300,4], or [300,1], of values that stand before them.
class RandomNests {
 public:
  explicit RandomNests(uint64_t seed) : random_(seed) {}

  std::string graph() {
    text_ =
        "graph f(%0: float32[300,4], %1: float32[4,4], %2: int64[300], %3: int32[4], %4: int64[300,1]) -> "
        "float32[300,4], float32[300,4], int64[300], float32[300,1] {\n";
    next_ = 5;
    wide_ = {0};
    narrow_.clear();
    operations(4);
    const bool loops = random_() % 2 == 0;
    if (loops) {
      const int count = next_++, first = next_++, second = next_++;
      text_ += value(count) + " = constant() {value = int64[]{0}} : int64[]\n" + value(next_) + ", " + value(first) +
               ", " + value(second) + " = while_loop(" + value(count) + ", " + value(any(wide_)) + ", " +
               value(any(wide_)) + ") : int64[], float32[300,4], float32[300,4] {(";
      ++next_;
      const std::vector<int> test{next_, next_ + 1, next_ + 2}, limit{next_ + 3, next_ + 4};
      text_ += arguments(test) + ")\n" + value(limit[0]) + " = constant() {value = int64[]{2}} : int64[]\n" +
               value(limit[1]) + " = less(" + value(test[0]) + ", " + value(limit[0]) + ") : boolean[]\nyield " +
               value(limit[1]) + "\n} {(";
      next_ += 5;
      const std::vector<int> body{next_, next_ + 1, next_ + 2};
      next_ += 3;
      const std::vector<int> wide = wide_, narrow = narrow_;
      wide_ = {body[1], body[2], 0};
      narrow_.clear();
      text_ += arguments(body) + ")\n";
      operations(6);
      const int one = next_++, further = next_++;
      text_ += value(one) + " = constant() {value = int64[]{1}} : int64[]\n" + value(further) + " = add(" +
               value(body[0]) + ", " + value(one) + ") : int64[]\nyield " + value(further) + ", " + value(any(wide_)) +
               ", " + value(any(wide_)) + "\n}\n";
      wide_ = wide, narrow_ = narrow;
      wide_.insert(wide_.end(), {first, second});
    }
    operations(5);
    const int place = next_++, sum = next_++;
    text_ += value(place) + " = argmin(" + value(any(wide_)) + ") {axes = [1], keepdims = false} : int64[300]\n" +
             value(sum) + " = sum(" + value(any(wide_)) + ") {axes = [1], keepdims = true} : float32[300,1]\nyield " +
             value(any(wide_)) + ", " + value(wide_.back()) + ", " + value(place) + ", " + value(sum) + "\n}";
    return text_;
  }

 private:
  static std::string value(int id) { return "%" + std::to_string(id); }
  static std::string arguments(const std::vector<int>& ids) {
    return value(ids[0]) + ": int64[], " + value(ids[1]) + ": float32[300,4], " + value(ids[2]) + ": float32[300,4]";
  }
  int any(const std::vector<int>& of) { return of[random_() % of.size()]; }

  void operations(int count) {
    for (int k = 0; k < count; ++k) {
      const std::string x = value(any(wide_)), y = value(any(wide_));
      const int id = next_++;
      text_ += value(id) + " = ";
      switch (random_() % 12) {
        case 0:
          text_ += "subtract(" + x + ", " + y + ") : float32[300,4]";
          break;
        case 1:
          text_ += "maximum(" + x + ", " + (narrow_.empty() ? y : value(any(narrow_))) + ") : float32[300,4]";
          break;
        case 2:
          text_ += "matmul(" + x + ", %1) : float32[300,4]";
          break;
        case 3:
          text_ += "take(" + x + ", %2) {axis = 0} : float32[300,4]";
          break;
        case 4:
          text_ += "take(" + x + ", %3) {axis = 1} : float32[300,4]";
          break;
        case 9:
          text_ += "take_along_axis(" + x + ", %4) {axis = 0} : float32[300,4]";
          break;
        case 10:
          text_ += "one_hot(%2) {depth = 4, dtype = float32} : float32[300,4]";
          break;
        case 8:
          text_ += "roll(" + x + ") {shift = " + std::to_string(random_() % 7) +
                   ", axis = " + std::to_string(random_() % 2) + "} : float32[300,4]";
          break;
        case 7:
          text_ += "scatter_add(" + x + ", %2, " + y + ") : float32[300,4]";
          break;
        case 6:
          text_ += std::string(random_() % 2 ? "cumulative_sum(" : "cumulative_prod(") + x +
                   ") {axis = " + std::to_string(random_() % 2) + "} : float32[300,4]";
          break;
        case 5:
          text_ += (random_() % 2 ? "max(" : "mean(") + x + ") {axes = [1], keepdims = true} : float32[300,1]";
          narrow_.push_back(id);
          text_ += "\n";
          continue;
        default:
          text_ += "segment_sum(" + x + ", %2) {num = 300} : float32[300,4]";
      }
      text_ += "\n";
      wide_.push_back(id);
    }
  }

  std::mt19937_64 random_;
  std::string text_;
  int next_ = 0;
  std::vector<int> wide_, narrow_;
};

}  // namespace

TEST_CASE("nests of random graphs compute what the interpreter computes") {
  const Tensor x = reshape(linspace(-1.0, 1.0, 1200, float32), {300, 4}),
               weights = reshape(linspace(-0.5, 0.7, 16, float32), {4, 4}), columns = tensor({3, -2, 0, 0}, int32);
  std::vector<int64_t> rows(300);
  for (size_t k = 0; k < rows.size(); ++k) rows[k] = static_cast<int64_t>(k * 101 % 300);
  const char* const many = std::getenv("AG_RANDOM_NESTS");
  const uint64_t count = many ? std::strtoull(many, nullptr, 10) : 20;
  for (uint64_t seed = 1; seed <= count; ++seed) {
    const std::string text = RandomNests(seed).graph();
    INFO("seed " << seed << "\n" << text);
    run(text.c_str(), {x, weights, tensor(rows), columns, reshape(tensor(rows), {300, 1})});
  }
}

}  // namespace unrolled_rows_test

}  // namespace ag::test
