/// Traced functions: signatures, the cache, results, references, threads.
#include <ag/staging/generated.h>

#include <array>
#include <atomic>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "support/catch.h"

namespace ag::test {

namespace traced_test {
namespace {

using ag_test::ContainsSubstring;

Tensor twice(Tensor x) {
  return traced<&twice>(AG_STATE(x), [](Tensor x) -> Tensor { return x * 2; });
}

Tensor scaled(Tensor x, double by) {
  return traced<&scaled>(AG_STATE(x, by), [](Tensor x, double by) -> Tensor { return x * by; });
}

enum class Mode { Up, Down };
Tensor move(const Tensor& x, Mode mode, const std::string& how) {
  return traced<&move>(AG_STATE(x, mode, how), [](const Tensor& x, Mode mode, const std::string& how) -> Tensor {
    return mode == Mode::Up ? x + static_cast<int>(how.size()) : x - static_cast<int>(how.size());
  });
}

struct Parts {
  Tensor low, high;
  int rank = 0;
};
Parts parts(std::vector<Tensor> xs) {
  return traced<&parts>(AG_STATE(xs), [](std::vector<Tensor> xs) -> Parts {
    return {minimum(xs[0], xs[1]), maximum(xs[0], xs[1]), static_cast<int>(xs.size())};
  });
}

void grow(Tensor& x, Tensor by) {
  return traced<&grow>(AG_STATE(x, by), [](Tensor& x, Tensor by) -> void { x = x + by; });
}

std::atomic<int> runs{0};
Tensor throws_at_first(Tensor x) {
  return traced<&throws_at_first>(AG_STATE(x), [](Tensor x) -> Tensor {
    if (runs++ == 0) throw std::runtime_error("while tracing");
    return x + 1;
  });
}

Tensor endless(Tensor x) {
  return traced<&endless>(AG_STATE(x), [](Tensor x) -> Tensor { return endless(x) + 1; });
}

Tensor outer_call(Tensor x) {
  return traced<&outer_call>(AG_STATE(x), [](Tensor x) -> Tensor { return twice(x) + twice(x + 1); });
}

Tensor leaked;
Tensor leaks(Tensor x) {
  return traced<&leaks>(AG_STATE(x), [](Tensor x) -> Tensor {
    leaked = x + 1;
    return x;
  });
}

Tensor constant_result(Tensor x) {
  return traced<&constant_result>(AG_STATE(x), [](Tensor) -> Tensor { return Tensor(5); });
}

std::string text(const Tensor& x) {
  std::ostringstream out;
  out << x.dtype() << x.shape() << ' ' << x;
  return out.str();
}

}  // namespace

TEST_CASE("a function is traced once for each dtype and shape") {
  function_of(twice).clear();
  const int before = function_of(twice).tracing_count();
  CHECK(text(twice(tensor({1, 2}))) == "int32(2,) [2 4]");
  CHECK(text(twice(tensor({3, 4}))) == "int32(2,) [6 8]");
  CHECK(function_of(twice).tracing_count() == before + 1);
  CHECK(text(twice(tensor({1.5, 2.0}))) == "float32(2,) [3. 4.]");
  CHECK(text(twice(tensor({1, 2, 3}))) == "int32(3,) [2 4 6]");
  CHECK(text(twice(zeros({0}, int8))) == "int8(0,) []");
  CHECK(function_of(twice).tracing_count() == before + 4);
  CHECK(function_of(twice).graph(tensor({1, 2})).node_count() == 2);
}

TEST_CASE("host arguments count by type and value") {
  const int before = function_of(scaled).tracing_count();
  CHECK(text(scaled(tensor({1.0}), 2)) == "float32(1,) [2.]");
  CHECK(text(scaled(tensor({1.0}), 3)) == "float32(1,) [3.]");
  CHECK(text(scaled(tensor({5.0}), 2)) == "float32(1,) [10.]");
  CHECK(function_of(scaled).tracing_count() == before + 2);
  CHECK(text(move(tensor({1}), Mode::Up, "abc")) == "int32(1,) [4]");
  CHECK(text(move(tensor({1}), Mode::Down, "abc")) == "int32(1,) [-2]");
  CHECK(text(move(tensor({1}), Mode::Down, "abcdefghijk")) == "int32(1,) [-10]");
}

TEST_CASE("an inexact number keeps its value through a call") {
  const Tensor x = tensor(1.0, float64);
  static Tensor other;
  other = x;
  const Tensor plain = Tensor(0.1) * x;
  CHECK(plain.item<double>() == 0.1);
  CHECK(twice(0.1).dtype() == float32);
  CHECK((twice(Tensor(0.1)) * x).item<double>() == (Tensor(0.1) * 2 * x).item<double>());
}

TEST_CASE("structures of tensors and numbers go in and out") {
  const Parts result = parts({tensor({1, 5}), tensor({3, 4})});
  CHECK(text(result.low) == "int32(2,) [1 4]");
  CHECK(text(result.high) == "int32(2,) [3 5]");
  CHECK(result.rank == 2);
  const Parts again = parts({tensor({7, 5}), tensor({3, 4})});
  CHECK(text(again.high) == "int32(2,) [7 5]");
}

TEST_CASE("a reference argument is changed as plainly") {
  Tensor x = tensor({1, 2});
  grow(x, tensor({10, 20}));
  CHECK(text(x) == "int32(2,) [11 22]");
  grow(x, tensor({10, 20}));
  CHECK(text(x) == "int32(2,) [21 42]");
}

TEST_CASE("a trace that throws leaves no entry") {
  CHECK_THROWS_WITH(throws_at_first(tensor({1})), "while tracing");
  CHECK(function_of(throws_at_first).tracing_count() == 0);
  CHECK(text(throws_at_first(tensor({1}))) == "int32(1,) [2]");
  CHECK(function_of(throws_at_first).tracing_count() == 1);
  CHECK_FALSE(is_tracing());
}

TEST_CASE("a function that calls itself without end is an error and not a crash") {
  CHECK_THROWS_WITH(endless(tensor({1})), ContainsSubstring("'endless' calls itself more than"));
}

TEST_CASE("a traced function called while another is traced becomes part of it") {
  CHECK(text(outer_call(tensor({1}))) == "int32(1,) [6]");
  CHECK(function_of(outer_call).graph(tensor({1})).str().find("multiply") != std::string::npos);
}

TEST_CASE("a symbol that outlives its trace says where it came from") {
  leaks(tensor({1}));
  CHECK_THROWS_WITH(leaked + 1, ContainsSubstring("has no value") && ContainsSubstring("return it from the function"));
  leaked = Tensor();
}

TEST_CASE("a result may be a constant") {
  CHECK(text(constant_result(tensor({1}))) == "int32() 5");
  CHECK(text(constant_result(tensor({2}))) == "int32() 5");
}

TEST_CASE("functions run eagerly on request") {
  const int before = function_of(twice).tracing_count();
  set_run_functions_eagerly(true);
  CHECK(text(twice(ones({7, 7, 1}, int16))).starts_with("int16(7, 7, 1)"));
  set_run_functions_eagerly(false);
  CHECK(function_of(twice).tracing_count() == before);
}

TEST_CASE("many threads trace each signature once and agree") {
  function_of(twice).clear();
  const int before = function_of(twice).tracing_count();
  constexpr int kSignatures = 20, kCalls = 400;
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&] {
      for (int k = 0; k < kCalls; ++k) {
        // New ones arrive all the time, and old ones are called again.
        const int64_t newest = 1 + k * kSignatures / kCalls, size = k % 3 == 0 ? newest : 1 + k % newest;
        const Tensor y = twice(full({size}, 3, int32));
        if (y.size() != size || y.to_vector<int>() != std::vector<int>(static_cast<size_t>(size), 6)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(function_of(twice).tracing_count() == before + kSignatures);
}

namespace {

constexpr int kSizes = 12, kFailures = 2;
std::array<std::atomic<int>, kSizes + 1> attempts{};

Tensor fails_at_first(Tensor x) {
  return traced<&fails_at_first>(AG_STATE(x), [](Tensor x) -> Tensor {
    const Tensor y = x * 2;
    if (attempts[static_cast<size_t>(x.size())]++ < kFailures) throw std::runtime_error("while tracing");
    return y + x;
  });
}

}  // namespace

TEST_CASE("traces of many threads that throw leave no entry, and each signature is traced once") {
  std::atomic<int> wrong{0}, thrown{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&, t] {
      for (int k = 0; k < 200; ++k) {
        const int64_t size = 1 + (k / 10 + t) % kSizes;
        try {
          const Tensor y = fails_at_first(full({size}, 3, int32));
          if (y.to_vector<int>() != std::vector<int>(static_cast<size_t>(size), 9)) ++wrong;
        } catch (const std::runtime_error&) {
          ++thrown;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(thrown == kSizes * kFailures);
  CHECK(function_of(fails_at_first).tracing_count() == kSizes);
  for (int size = 1; size <= kSizes; ++size) CHECK(attempts[static_cast<size_t>(size)] == kFailures + 1);
}

}  // namespace traced_test

}  // namespace ag::test
