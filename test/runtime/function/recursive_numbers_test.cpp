/// Functions of numbers that call themselves: what converted code makes of them.
#include <ag/staging/generated.h>

#include "runtime/function/each_executor.h"
#include "support/catch.h"

namespace ag::test {

namespace recursive_numbers_test {
namespace {

using ag_test::ContainsSubstring;

#define AG_TEST_EITHER(type, condition, a, b) if_else<type>((condition), [&] { return a; }, [&] { return b; })

Staged<int> fibonacci_staged(Staged<int> n) {
  return recursive(AG_STATE(n), [](Staged<int> n) -> Staged<int> {
    return AG_TEST_EITHER(Staged<int>, n < 2, n, fibonacci_staged(n - 1) + fibonacci_staged(n - 2));
  });
}
Tensor fibonacci(Tensor n) {
  return traced<&fibonacci>(AG_STATE(n), [](Tensor n) -> Tensor { return Tensor(fibonacci_staged(item<int>(n))); });
}
Tensor known(Tensor x) {
  return traced<&known>(AG_STATE(x), [](Tensor x) -> Tensor { return x + fibonacci_staged(10); });
}

int depth_of_deep = 0;
Staged<int> deep_down_staged(Staged<int> n) {
  return recursive(AG_STATE(n), [](Staged<int> n) -> Staged<int> {
    return AG_TEST_EITHER(Staged<int>, n == 0, 0, 1 + deep_down_staged(n - 1));
  });
}
Tensor deep(Tensor x) {
  return traced<&deep>(AG_STATE(x), [](Tensor x) -> Tensor { return x + deep_down_staged(depth_of_deep); });
}

// Calls of itself last, with a number that counts them.
Staged<int> halvings_staged(Staged<int64_t> n, Staged<int> count) {
  return recursive(AG_STATE(n, count), [](Staged<int64_t> n, Staged<int> count) -> Staged<int> {
    return AG_TEST_EITHER(Staged<int>, n < 2, count, halvings_staged(n / 2, count + 1));
  });
}
Tensor halvings(Tensor n) {
  return traced<&halvings>(AG_STATE(n),
                           [](Tensor n) -> Tensor { return Tensor(halvings_staged(item<int64_t>(n), 0)); });
}

// The host has to know `depth`.
Tensor layers_staged(Tensor x, Staged<int> depth) {
  return recursive(AG_STATE(x, depth), [](Tensor x, Staged<int> depth) -> Tensor {
    const Tensor weight = ones({host(depth) + 1}, float32);
    return AG_TEST_EITHER(Tensor, or_else(depth == 4, [&] { return sum(x) > 20; }), x,
                          layers_staged(x * sum(weight), depth + 1));
  });
}
Tensor layers(Tensor x) {
  return traced<&layers>(AG_STATE(x), [](Tensor x) -> Tensor { return layers_staged(x, 0); });
}

Staged<int> endless_staged(Staged<int> n) {
  return recursive(AG_STATE(n), [](Staged<int> n) -> Staged<int> {
    return AG_TEST_EITHER(Staged<int>, n == 0, endless_staged(n + 1), endless_staged(n - 1));
  });
}
Tensor endless(Tensor n) {
  return traced<&endless>(AG_STATE(n), [](Tensor n) -> Tensor { return Tensor(endless_staged(item<int>(n))); });
}

void drop_staged(Staged<int>& n, Staged<double>& sum) {
  recursive(AG_STATE(n, sum), [](Staged<int>& n, Staged<double>& sum) {
    if_stmt(n > 0, AG_STATE(n, sum), [&] {
      --n;
      sum += 0.1;
      drop_staged(n, sum);
      sum *= 2;
    });
  });
}
Tensor drop(Tensor x) {
  return traced<&drop>(AG_STATE(x), [](Tensor x) -> Tensor {
    Staged<int> n = item<int>(x);
    Staged<double> sum = 0;
    drop_staged(n, sum);
    return tensor({sum, cast<double>(n)}, float64);
  });
}

// What a graph cannot be given.
struct NotPassed {
  void (*function)();
};
Tensor unrolled_staged(const NotPassed& given, Tensor x, Staged<int> n) {
  return recursive(AG_STATE(given, x, n), [](const NotPassed& given, Tensor x, Staged<int> n) -> Tensor {
    return AG_TEST_EITHER(Tensor, n == 0, x, unrolled_staged(given, x + 1, n - 1));
  });
}

template <class F>
std::string text_of_graph(F function, Tensor argument) {
  return function_of(function).graph(argument).str();
}

/// As a plain build runs it, and as graphs do.
template <class F>
void check_same(F function, const Tensor& argument) {
  const std::vector<double> traced = astype(function(argument), float64).template to_vector<double>();
  set_run_functions_eagerly(true);
  CHECK(traced == astype(function(argument), float64).template to_vector<double>());
  set_run_functions_eagerly(false);
}

}  // namespace

TEST_CASE("a number that the graph computes decides how often a function calls itself") {
  const EachExecutor executor;
  function_of(fibonacci).clear();
  for (int n : {0, 1, 2, 11}) check_same(fibonacci, tensor(n));
  CHECK(text_of_graph(fibonacci, tensor(1)).find("host_call") != std::string::npos);
}

TEST_CASE("one that the host knows is no part of the graph") {
  const EachExecutor executor;
  function_of(known).clear();
  check_same(known, tensor({1, 2}));
  CHECK(function_of(known).graph(tensor({1, 2})).node_count() <= 3);
}

TEST_CASE("one that the host knows may let it call itself until the stack ends") {
  CHECK(deep(tensor(3)).item<int>() == 3);
  depth_of_deep = 2000;
  CHECK(deep(tensor({1, 2})).to_vector<int>()[1] == 2002);
  depth_of_deep = 1 << 20;
  CHECK_THROWS_WITH(deep(tensor({1, 2, 3})), ContainsSubstring("'deep_down' calls itself"));
  CHECK_FALSE(is_tracing());
}

TEST_CASE("a number that counts the calls is computed by the graph, and the calls are rounds of a loop") {
  const EachExecutor executor;
  function_of(halvings).clear();
  for (int64_t n : {int64_t{1}, int64_t{2}, int64_t{1} << 40}) check_same(halvings, tensor(n, int64));
  const std::string graph = text_of_graph(halvings, tensor(1, int64));
  CHECK(graph.find("host_call") == graph.rfind("host_call"));  // the call of it, which is a loop
}

TEST_CASE("a number that the host has to know is unrolled") {
  const EachExecutor executor;
  function_of(layers).clear();
  for (double x : {0.5, 2.5, 30.0}) check_same(layers, tensor({x, x}));
  CHECK(text_of_graph(layers, tensor({1.0, 2.0})).find("host_call") == std::string::npos);
}

TEST_CASE("a function of numbers that never comes back") {
  CHECK_THROWS_WITH(endless(tensor(3)), ContainsSubstring("'endless' calls itself on every path, without end"));
  CHECK_FALSE(is_tracing());
}

TEST_CASE("numbers by reference go through calls of the graph") {
  const EachExecutor executor;
  function_of(drop).clear();
  for (int n : {0, 1, 5}) check_same(drop, tensor(n));
}

TEST_CASE("a function that takes what a graph cannot be given is unrolled") {
  CHECK(unrolled_staged({nullptr}, tensor(3), 4).item<int>() == 7);
}

}  // namespace recursive_numbers_test

}  // namespace ag::test
