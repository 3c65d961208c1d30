/// Functions that call themselves: unrolled where the host decides, calls in the graph where a tensor does.
#include <ag/staging/generated.h>

#include <sstream>

#include "runtime/function/each_executor.h"
#include "support/catch.h"

namespace ag::test {

namespace recursion_test {
namespace {

using ag_test::ContainsSubstring;

/// As converted code writes it: a return in each of two branches.
#define AG_TEST_EITHER(type, condition, a, b) if_else<type>((condition), [&] { return a; }, [&] { return b; })

Tensor factorial(Tensor n) {
  return traced<&factorial>(AG_STATE(n),
                            [](Tensor n) -> Tensor { return AG_TEST_EITHER(Tensor, n <= 1, n, n * factorial(n - 1)); });
}

Tensor fibonacci(Tensor n) {
  return traced<&fibonacci>(AG_STATE(n), [](Tensor n) -> Tensor {
    return AG_TEST_EITHER(Tensor, n < 2, n, fibonacci(n - 1) + fibonacci(n - 2));
  });
}

Tensor sum_down(Tensor n, Tensor sum) {
  return traced<&sum_down>(AG_STATE(n, sum), [](Tensor n, Tensor sum) -> Tensor {
    return AG_TEST_EITHER(Tensor, n == 0, sum, sum_down(n - 1, sum + n));
  });
}

// Unrolled by the host number, and by the tensor within.
Tensor power(Tensor x, int n) {
  return traced<&power>(AG_STATE(x, n),
                        [](Tensor x, int n) -> Tensor { return n == 0 ? Tensor(1) : x * power(x, n - 1); });
}

Tensor is_odd(Tensor n);
Tensor is_even(Tensor n) {
  return traced<&is_even>(
      AG_STATE(n), [](Tensor n) -> Tensor { return AG_TEST_EITHER(Tensor, n == 0, Tensor(true), is_odd(n - 1)); });
}
Tensor is_odd(Tensor n) {
  return traced<&is_odd>(
      AG_STATE(n), [](Tensor n) -> Tensor { return AG_TEST_EITHER(Tensor, n == 0, Tensor(false), is_even(n - 1)); });
}

Tensor calls_fibonacci(Tensor n) {
  return traced<&calls_fibonacci>(AG_STATE(n), [](Tensor n) -> Tensor { return fibonacci(n) + fibonacci(n + 1); });
}

struct Pair {
  Tensor low, high;
};
Pair narrowed(Pair range, Tensor wanted) {
  return traced<&narrowed>(AG_STATE(range, wanted), [](Pair range, Tensor wanted) -> Pair {
    return if_else<Pair>(
        range.high - range.low < 1e-3, [&] { return range; },
        [&] {
          const Tensor middle = (range.low + range.high) / 2;
          return if_else<Pair>(
              middle * middle > wanted, [&] { return narrowed({range.low, middle}, wanted); },
              [&] { return narrowed({middle, range.high}, wanted); });
        });
  });
}

void count_down(Tensor& n, Tensor& steps) {
  return traced<&count_down>(AG_STATE(n, steps), [](Tensor& n, Tensor& steps) -> void {
    if_stmt(n > 0, AG_STATE(n, steps), [&] {
      n = n - 1;
      steps = steps + 1;
      count_down(n, steps);
      steps = steps + 1;
    });
  });
}

Tensor never(Tensor n) {
  return traced<&never>(AG_STATE(n),
                        [](Tensor n) -> Tensor { return AG_TEST_EITHER(Tensor, n == 0, never(n + 1), never(n - 1)); });
}

Tensor grows(Tensor n, Tensor x) {
  return traced<&grows>(AG_STATE(n, x), [](Tensor n, Tensor x) -> Tensor {
    return AG_TEST_EITHER(Tensor, n == 0, x, concat({grows(n - 1, x), x}));
  });
}

Tensor noted;
Tensor writes_outside(Tensor n) {
  return traced<&writes_outside>(AG_STATE(n), [](Tensor n) -> Tensor {
    ref(noted) = n;
    return AG_TEST_EITHER(Tensor, n == 0, n, writes_outside(n - 1) + 1);
  });
}

// From (0, 0) both numbers of the host differ in the calls, one after the other.
Staged<int> paths(Staged<int> row, Staged<int> column, Tensor open) {
  return recursive(AG_STATE(row, column, open), [](Staged<int> row, Staged<int> column, Tensor open) -> Staged<int> {
    return if_else<Staged<int>>(
        or_else(row < 0, [&] { return column < 0; }), [&] { return 0; },
        [&] {
          return if_else<Staged<int>>(
              open(row, column) == 0, [&] { return 0; },
              [&] {
                return if_else<Staged<int>>(
                    and_then(row == 0, [&] { return column == 0; }), [&] { return 1; },
                    [&] { return paths(row - 1, column, open) + paths(row, column - 1, open); });
              });
        });
  });
}
Tensor count_paths(Tensor open) {
  return traced<&count_paths>(AG_STATE(open), [](Tensor open) -> Tensor { return paths(5, 5, open); });
}

float step = 1;
Tensor reads_outside(Tensor n) {
  return traced<&reads_outside>(AG_STATE(n), [](Tensor n) -> Tensor {
    return AG_TEST_EITHER(Tensor, n <= 0, n, reads_outside(n - 1) + external(step));
  });
}

Tensor counts(ag::Variable calls, Tensor n) {
  return traced<&counts>(AG_STATE(calls, n), [](ag::Variable calls, Tensor n) -> Tensor {
    calls.assign_add(1);
    return AG_TEST_EITHER(Tensor, n <= 0, n, counts(calls, n - 1) + counts(calls, n - 1));
  });
}

std::string text(const Tensor& x) {
  std::ostringstream out;
  out << x.dtype() << x.shape() << ' ' << x;
  return out.str();
}

/// What a plain build gives.
template <class F>
std::string eagerly(F call) {
  set_run_functions_eagerly(true);
  const std::string result = text(call());
  set_run_functions_eagerly(false);
  return result;
}

template <class F>
void check_same(F call) {
  const std::string traced = text(call());
  CHECK(traced == eagerly(call));
}

}  // namespace

TEST_CASE("a function that a tensor keeps calling itself is a graph that calls itself") {
  const EachExecutor executor;
  function_of(factorial).clear();
  function_of(fibonacci).clear();
  for (int n : {0, 1, 2, 7}) check_same([&] { return factorial(tensor(n)); });
  check_same([&] { return factorial(tensor(6.0)); });
  check_same([&] { return factorial(5); });
  for (int n : {0, 1, 2, 12}) check_same([&] { return fibonacci(tensor(n)); });
  check_same([&] { return fibonacci(9); });
  check_same([&] { return fibonacci(tensor(7.0, float64)); });
  CHECK(function_of(factorial).tracing_count() >= 3);
}

TEST_CASE("a call of itself that is the last thing is a round of a loop") {
  const EachExecutor executor;
  function_of(sum_down).clear();
  CHECK(text(sum_down(tensor(1000000, int64), tensor(0, int64))) == "int64() 500000500000");
  check_same([&] { return sum_down(tensor(3), tensor(0.5)); });
  const std::string graph = function_of(sum_down).graph(tensor(1), tensor(1)).str();
  CHECK(graph.find("while_loop") != std::string::npos);
  CHECK(graph.find("host_call") == std::string::npos);
}

TEST_CASE("recursion that the host ends is unrolled") {
  check_same([] { return power(tensor(3), 5); });
  CHECK(function_of(power).graph(tensor(3), 5).str().find("host_call") == std::string::npos);
}

TEST_CASE("numbers of the host that differ in different calls become inputs of one graph") {
  const EachExecutor executor;
  function_of(count_paths).clear();
  Tensor open = ones({6, 6}, int32);
  ref(open)(2, 3) = 0;
  check_same([&] { return count_paths(open); });
  // The graphs of the function are those with one, and with both numbers as inputs.
  const std::string graph = function_of(count_paths).graph(open).str();
  CHECK(graph.find("while_loop") == std::string::npos);
}

TEST_CASE("functions that call each other, from inside and from outside") {
  const EachExecutor executor;
  function_of(is_even).clear();
  function_of(is_odd).clear();
  function_of(calls_fibonacci).clear();
  for (int n : {0, 1, 6, 9}) {
    check_same([&] { return is_even(tensor(n)); });
    check_same([&] { return is_odd(tensor(n)); });
  }
  check_same([] { return calls_fibonacci(tensor(8)); });
}

TEST_CASE("structures and references go through calls of the graph") {
  const EachExecutor executor;
  function_of(narrowed).clear();
  function_of(count_down).clear();
  check_same([] { return narrowed({tensor(0.0), tensor(4.0)}, tensor(2.0)).low; });
  check_same([] { return narrowed({tensor(0.0), tensor(4.0)}, tensor(2.0)).high; });
  check_same([] {
    Tensor n = tensor(5), steps = tensor(0);
    count_down(n, steps);
    return stack({n, steps});
  });
}

TEST_CASE("a call that never comes back is found while tracing") {
  CHECK_THROWS_WITH(never(tensor(3)), ContainsSubstring("'never' calls itself on every path, without end"));
  CHECK(function_of(never).tracing_count() == 0);
  CHECK_FALSE(is_tracing());
}

TEST_CASE("a graph without an end is found while tracing") {
  const auto f = ag::function([](const Tensor& x) {
    Tensor sum = x;
    for (int64_t k = 0; k < int64_t(1) << 40; ++k) sum = sum + x;
    return sum;
  });
  CHECK_THROWS_WITH(f(tensor(1.0)), ContainsSubstring("1000000 operations") && ContainsSubstring("a tensor decide"));
}

TEST_CASE("shapes that grow from call to call settle") {
  const EachExecutor executor;
  function_of(grows).clear();
  check_same([] { return grows(tensor(4), tensor({1, 2})); });
}

TEST_CASE("what a recursive function reads outside is read, and what it writes there is an error") {
  const EachExecutor executor;
  function_of(reads_outside).clear();
  check_same([] { return reads_outside(tensor(4.0)); });
  step = 3;
  check_same([] { return reads_outside(tensor(4.0)); });
  step = 1;
  noted = tensor(0);
  CHECK_THROWS_WITH(writes_outside(tensor(3)), ContainsSubstring("calls itself where a tensor decides"));
}

TEST_CASE("variables are arguments of recursive functions") {
  const EachExecutor executor;
  function_of(counts).clear();
  ag::Variable calls(tensor(0));
  counts(calls, tensor(3));
  CHECK(text(calls.value()) == "int32() 15");
}

TEST_CASE("recursion deeper than a thread's stack") {
  const EachExecutor executor;
  function_of(fibonacci).clear();
  function_of(factorial).clear();
  if (AG_SANITIZED) {
    WARN("a build with a sanitizer stays on the stack of the thread");
    return;
  }
  CHECK(text(factorial(tensor(20000.0))) == "float32() inf");
}

}  // namespace recursion_test

}  // namespace ag::test
