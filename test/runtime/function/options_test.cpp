/// Options of traced functions: declared types, general traces, a bounded number of them, devices, no staging.
#include <ag/staging/generated.h>

#include <atomic>
#include <sstream>
#include <thread>

#include "support/catch.h"

namespace ag::test {

namespace options_test {
namespace {

using ag_test::ContainsSubstring;

std::string text(const Tensor& x) {
  std::ostringstream out;
  out << x.dtype() << x.shape() << ' ' << x;
  return out.str();
}

Tensor declared(Tensor x, int n) {
  return traced<&declared>(AG_OPTIONS(.input_signature = {TensorSpec({unknown}, int32, "values")}), AG_STATE(x, n),
                           [](Tensor x, int n) -> Tensor { return x * n; });
}

Tensor declared_twice(std::vector<Tensor> xs) {
  return traced<&declared_twice>(AG_OPTIONS(.input_signature = {TensorSpec({unknown, 2}), TensorSpec({2})}),
                                 AG_STATE(xs), [](std::vector<Tensor> xs) -> Tensor { return xs[0] + xs[1]; });
}

Tensor relaxed(Tensor x, int n) {
  return traced<&relaxed>(AG_OPTIONS(.reduce_retracing = true), AG_STATE(x, n),
                          [](Tensor x, int n) -> Tensor { return x + n; });
}

// Asks for a number that only a known shape gives.
Tensor needs_shape(Tensor x) {
  return traced<&needs_shape>(AG_OPTIONS(.reduce_retracing = true), AG_STATE(x), [](Tensor x) -> Tensor {
    const int64_t n = x.shape(0);
    return x * n;
  });
}

Tensor bounded(Tensor x) {
  return traced<&bounded>(AG_OPTIONS(.max_traces = 2), AG_STATE(x), [](Tensor x) -> Tensor { return x + 1; });
}

Tensor bounded_loosely(Tensor x, int n) {
  return traced<&bounded_loosely>(AG_OPTIONS(.executor = Executor::interpreter, .max_traces = 64), AG_STATE(x, n),
                                  [](Tensor x, int n) -> Tensor { return x + n; });
}

Tensor of_many(Tensor x) {
  return traced<&of_many>(AG_OPTIONS(.executor = Executor::interpreter), AG_STATE(x),
                          [](Tensor x) -> Tensor { return x + 1; });
}
Tensor of_many_with(Tensor x, int more) {
  return traced<&of_many_with>(AG_OPTIONS(.executor = Executor::interpreter), AG_STATE(x, more),
                               [](Tensor x, int more) -> Tensor { return x + more; });
}

Tensor bounded_too(Tensor x) {
  return traced<&bounded_too>(AG_OPTIONS(.max_traces = 3), AG_STATE(x), [](Tensor x) -> Tensor { return x * x; });
}

// A matrix that stays as it is after some rounds, beside a sum that does not.
template <bool kKeeps>
Tensor settled(Tensor a, Tensor n) {
  return traced<&settled<kKeeps>>(AG_OPTIONS(.reduce_retracing = true, .fixed_points = kKeeps), AG_STATE(a, n),
                                  [](Tensor a, Tensor n) -> Tensor {
                                    Tensor x = zeros({8, 8}), total = 0.0f, i = 0;
                                    while_stmt([&] { return i < n; }, AG_STATE(x, total, i),
                                               [&] {
                                                 x = matmul(a, x) + 1;
                                                 total = total + sum(x) * i;
                                                 i = i + 1;
                                               });
                                    return total;
                                  });
}

Tensor unstaged(Tensor x, bool up) {
  return traced<&unstaged>(AG_OPTIONS(.autograph = false), AG_STATE(x, up), [](Tensor x, bool up) -> Tensor {
    if_stmt(up, AG_STATE(x), [&] { x = x + 1; });
    return x;
  });
}
Tensor unstaged_branch(Tensor x) {
  return traced<&unstaged_branch>(AG_OPTIONS(.autograph = false), AG_STATE(x), [](Tensor x) -> Tensor {
    if_stmt(x > 0, AG_STATE(x), [&] { x = x + 1; });
    return x;
  });
}

Tensor named(Tensor x) {
  return traced<&named>(AG_OPTIONS(.name = "my step", .device = "cpu"), AG_STATE(x),
                        [](Tensor x) -> Tensor { return x; });
}
Tensor on_gpu(Tensor x) {
  return traced<&on_gpu>(AG_OPTIONS(.device = "gpu:0"), AG_STATE(x), [](Tensor x) -> Tensor { return x; });
}

}  // namespace

TEST_CASE("a declared signature is one trace") {
  CHECK(text(declared(tensor({1, 2}), 3)) == "int32(2,) [3 6]");
  CHECK(text(declared(tensor({1, 2, 3, 4, 5}), 3)) == "int32(5,) [ 3  6  9 12 15]");
  CHECK(text(declared(zeros({0}, int32), 3)) == "int32(0,) []");
  CHECK(function_of(declared).tracing_count() == 1);
  CHECK(text(declared(tensor({1, 2}), 4)) == "int32(2,) [4 8]");
  CHECK(function_of(declared).tracing_count() == 2);
  CHECK_THAT(function_of(declared).graph(tensor({1, 2}), 3).str(), ContainsSubstring("int32[?] \"values\""));
}

TEST_CASE("calls that do not fit a declared signature are errors that show both") {
  CHECK_THROWS_WITH(declared(tensor({1.0, 2.0}), 3),
                    ContainsSubstring("'declared' cannot be called with these arguments: 'x' is float32[2], and "
                                      "int32[?] is declared") &&
                        ContainsSubstring("called with (x: float32[2], n: int 3)") &&
                        ContainsSubstring("declared as (values: int32[?], n: int 3)"));
  CHECK_THROWS_WITH(declared(tensor({{1, 2}, {3, 4}}), 3), ContainsSubstring("'x' is int32[2,2], and int32[?] is"));
  CHECK_THROWS_WITH(declared_twice({tensor({1.0, 2.0})}),
                    ContainsSubstring("the input_signature of 'declared_twice' has 2 types, and its arguments hold 1 "
                                      "tensor"));
}

TEST_CASE("a declared signature reaches into structures") {
  CHECK(text(declared_twice({tensor({{1.0, 2.0}}), tensor({1.0, 1.0})})) == "float32(1, 2) [[2. 3.]]");
  CHECK(text(declared_twice({ones({3, 2}), tensor({1.0, 2.0})})) == "float32(3, 2) [[2. 3.]\n [2. 3.]\n [2. 3.]]");
  CHECK(function_of(declared_twice).tracing_count() == 1);
}

TEST_CASE("the second shape is traced for all of its rank, and the second rank for all") {
  auto count = [] { return function_of(relaxed).tracing_count(); };
  for (const int64_t n : {2, 3, 4, 9}) CHECK(relaxed(ones({n}), 1).size() == n);
  CHECK(count() == 2);
  CHECK(text(relaxed(ones({2}), 1)) == "float32(2,) [2. 2.]");
  CHECK(text(relaxed(ones({1, 2}), 1)) == "float32(1, 2) [[2. 2.]]");
  CHECK(count() == 3);
  CHECK(text(relaxed(ones({2, 1, 1}), 1)) == "float32(2, 1, 1) [[[2.]]\n\n [[2.]]]");
  CHECK(count() == 3);
  relaxed(ones({2}, int32), 1);
  CHECK(count() == 4);
  for (const int n : {2, 3}) relaxed(ones({2}), n);
  CHECK(count() == 6);
}

TEST_CASE("a function that needs its shape is traced for each") {
  for (const int64_t n : {1, 2, 3}) CHECK(sum(needs_shape(ones({n}))).item<int64_t>() == n * n);
  CHECK(function_of(needs_shape).tracing_count() == 3);
}

TEST_CASE("loops keep what has come to a fixed point where the function asks for it, with the same results") {
  const auto compares = [](auto function) {
    const std::string graph = function_of(function).concrete(TensorSpec({8, 8}), TensorSpec({}, int32)).graph().str();
    return graph.find("same_bits") != std::string::npos;
  };
  CHECK(!compares(settled<false>));
  CHECK(compares(settled<true>));
  const Tensor a = 0.05f * ones({8, 8});
  for (const int n : {0, 1, 500}) {
    CHECK(settled<true>(a, tensor(n)).item<float>() == settled<false>(a, tensor(n)).item<float>());
  }
}

TEST_CASE("of a bounded number of traces the least recently used is dropped") {
  auto count = [] { return function_of(bounded).tracing_count(); };
  bounded(ones({1}));
  bounded(ones({2}));
  bounded(ones({1}));
  CHECK(count() == 2);
  bounded(ones({3}));  // drops that of 2
  CHECK(text(bounded(ones({1}))) == "float32(1,) [2.]");
  CHECK(count() == 3);
  CHECK(text(bounded(ones({2}))) == "float32(2,) [2. 2.]");
  CHECK(count() == 4);
  const std::vector<Retrace> retraces = function_of(bounded).retraces();
  REQUIRE(retraces.size() == 3);
  CHECK(retraces.back().str() == "(x: float32[2]): its trace was dropped, because the function has at most 2 traces");
}

TEST_CASE("a large bound drops the least recently used, too, while threads call") {
  static_assert(FunctionOptions().max_traces > 64);  // there is one by default
  const auto is_right = [](int n) { return bounded_loosely(tensor(1), n).item<int>() == 1 + n; };
  const auto count = [] { return function_of(bounded_loosely).tracing_count(); };
  for (int n = 0; n < 70; ++n) CHECK(is_right(n));
  CHECK(count() == 70);
  for (int n = 10; n < 70; ++n) CHECK(is_right(n));
  CHECK(count() == 70);
  CHECK(is_right(0));  // drops one that was not used again
  CHECK(count() == 71);
  CHECK(function_of(bounded_loosely).retraces().back().str().find("at most 64 traces") != std::string::npos);
  for (int n = 10; n < 70; ++n) CHECK(is_right(n));
  CHECK(count() == 71);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int k = 0; k < 200; ++k) {
        if (!is_right((k * 7 + t * 31) % 100)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  function_of(bounded_loosely).clear();
  CHECK(is_right(3));
}

TEST_CASE("a function of many types finds the trace of each, and after a clear none of them") {
  const auto is_right = [](int n, int more) {
    const Tensor x = full({n % 10 + 1, n / 10 + 1}, 2);
    return text(of_many(x)) == text(x + 1) && text(of_many_with(x, more)) == text(x + more);
  };
  const auto counts = [] {
    return std::pair(function_of(of_many).tracing_count(), function_of(of_many_with).tracing_count());
  };
  for (int round = 1; round <= 3; ++round) {
    for (int n = 0; n < 40; ++n) CHECK(is_right(n, n % 3));
    for (int n = 40; n-- > 0;) CHECK(is_right(n, n % 3));
    CHECK(counts() == std::pair(40, 40));
  }
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int k = 0; k < 400; ++k) {
        const int n = (k * 7 + t * 31) % 50;
        if (!is_right(n, n % 3)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(counts() == std::pair(50, 50));
  function_of(of_many).clear();
  function_of(of_many_with).clear();
  for (int n = 0; n < 50; ++n) CHECK(is_right(n, n % 3));
  CHECK(counts() == std::pair(100, 100));
}

TEST_CASE("a parameter of a lambda has the name that its declaration gives it") {
  const auto total =
      ag::function([](Tensor x) { return sum(x); }, {.input_signature = {TensorSpec({unknown}, float32, "values")}});
  CHECK(total(tensor({1.0, 2.0})).item<float>() == 3);
  CHECK_THROWS_WITH(total(tensor({{1.0}})), ContainsSubstring("'values' is float32[1,1], and float32[?] is declared") &&
                                                ContainsSubstring("called with (values: float32[1,1])"));
}

TEST_CASE("many threads use a function whose traces come and go") {
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int k = 0; k < 100; ++k) {
        const int64_t size = 1 + (k + t) % 7;
        if (bounded_too(full({size}, 3, int32)).to_vector<int>() != std::vector<int>(static_cast<size_t>(size), 9)) {
          ++wrong;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(function_of(bounded_too).tracing_count() >= 7);
}

TEST_CASE("without autograph a tensor decides nothing") {
  CHECK(text(unstaged(tensor(1), true)) == "int32() 2");
  CHECK_THROWS_WITH(unstaged_branch(tensor(1)),
                    ContainsSubstring("a tensor decides here, and 'unstaged_branch' is traced with autograph = false"));
}

TEST_CASE("names and devices") {
  CHECK(function_of(named).graph(tensor(1)).name() == "my step");
  CHECK_THROWS_WITH(on_gpu(tensor(1)), ContainsSubstring("there is no device 'gpu:0'; a device is 'cpu', 'cuda'"));
}

}  // namespace options_test

}  // namespace ag::test
