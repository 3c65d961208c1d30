/// Graphs that call themselves as native code: functions of its program. What they give, and how they fail, is what
/// the interpreter gives; those that need tensors are called through the runtime.
#include <ag/cancellation.h>
#include <ag/io.h>
#include <ag/staging/generated.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sstream>

#include "exec/backend.h"
#include "function/concrete_trace.h"
#include "lower/lower.h"
#include "ops/host_calls.h"
#include "runtime/function/each_executor.h"
#include "support/catch.h"

namespace ag::test {

namespace native_recursion_test {
namespace {

using ag_test::ContainsSubstring;

#define AG_TEST_EITHER(type, condition, a, b) if_else<type>((condition), [&] { return a; }, [&] { return b; })

Tensor fib(Tensor n) {
  return traced<&fib>(AG_STATE(n),
                      [](Tensor n) -> Tensor { return AG_TEST_EITHER(Tensor, n < 2, n, fib(n - 1) + fib(n - 2)); });
}

Tensor ackermann(Tensor m, Tensor n) {
  return traced<&ackermann>(AG_STATE(m, n), [](Tensor m, Tensor n) -> Tensor {
    return if_else<Tensor>(
        m == 0, [&] { return n + 1; },
        [&] { return ackermann(m - 1, AG_TEST_EITHER(Tensor, n == 0, Tensor(1), ackermann(m, n - 1))); });
  });
}

Tensor tree(Tensor node, Tensor left, Tensor right, Tensor leaves) {
  return traced<&tree>(
      AG_STATE(node, left, right, leaves), [](Tensor node, Tensor left, Tensor right, Tensor leaves) -> Tensor {
        return if_else<Tensor>(
            node < 0, [&] { return leaves[-node - 1]; },
            [&] { return tanh(tree(left[node], left, right, leaves) + tree(right[node], left, right, leaves)); });
      });
}

Tensor is_odd_from(Tensor n, Tensor odd);
Tensor is_even_from(Tensor n, Tensor odd) {
  return traced<&is_even_from>(AG_STATE(n, odd), [](Tensor n, Tensor odd) -> Tensor {
    return AG_TEST_EITHER(Tensor, n == 0, !odd, !is_odd_from(n - 1, !odd));
  });
}
Tensor is_odd_from(Tensor n, Tensor odd) {
  return traced<&is_odd_from>(AG_STATE(n, odd), [](Tensor n, Tensor odd) -> Tensor {
    return AG_TEST_EITHER(Tensor, n == 0, odd, !is_even_from(n - 1, !odd));
  });
}

/// With calls of another function that calls itself.
Tensor sums_of_fib(Tensor n) {
  return traced<&sums_of_fib>(AG_STATE(n), [](Tensor n) -> Tensor {
    return AG_TEST_EITHER(Tensor, n == 0, n, sums_of_fib(n - 1) + fib(n) * sums_of_fib(n - 1));
  });
}

struct Bounds {
  Tensor low, high, count;
};
/// Results that change places, of which one is an argument as it is.
Bounds sorted_out(Tensor n, Tensor x, Tensor y) {
  return traced<&sorted_out>(AG_STATE(n, x, y), [](Tensor n, Tensor x, Tensor y) -> Bounds {
    return if_else<Bounds>(
        n == 0, [&] { return Bounds{x, y, n}; },
        [&] {
          const Bounds inner = sorted_out(n - 1, y * 2, x);
          return Bounds{inner.high, inner.low + 1, inner.count + n};
        });
  });
}

/// Views and constants as arguments.
Tensor turned(Tensor n, Tensor x, Tensor bias) {
  return traced<&turned>(AG_STATE(n, x, bias), [](Tensor n, Tensor x, Tensor bias) -> Tensor {
    return if_else<Tensor>(
        n == 0, [&] { return x + bias; },
        [&] { return turned(n - 1, x.T(), bias) * 2 + turned(n - 1, flip(x, {0}), tensor({0.5, 1.5, 2.5})); });
  });
}

/// Calls in a loop, and a loop around calls.
Tensor leaves_below(Tensor n, Tensor width) {
  return traced<&leaves_below>(AG_STATE(n, width), [](Tensor n, Tensor width) -> Tensor {
    return if_else<Tensor>(
        n == 0, [&] { return Tensor(1); },
        [&] {
          Tensor total = tensor(0), k = tensor(0);
          while_stmt([&] { return k < width; }, AG_STATE(total, k),
                     [&] {
                       total = total + leaves_below(n - 1, width);
                       k = k + 1;
                     });
          return total;
        });
  });
}

Tensor half_sum(Tensor n, Tensor x) {
  return traced<&half_sum>(AG_STATE(n, x), [](Tensor n, Tensor x) -> Tensor {
    return AG_TEST_EITHER(Tensor, n == 0, x, half_sum(n - 1, x + 1) + x);
  });
}

// What needs tensors.
Tensor printing(Tensor n) {
  return traced<&printing>(AG_STATE(n), [](Tensor n) -> Tensor {
    print(n);
    return AG_TEST_EITHER(Tensor, n == 0, n, printing(n - 1) + 1);
  });
}
Tensor sorting(Tensor n, Tensor x) {
  return traced<&sorting>(AG_STATE(n, x), [](Tensor n, Tensor x) -> Tensor {
    return AG_TEST_EITHER(Tensor, n == 0, sort(x), sorting(n - 1, x * -1) + 1);
  });
}
/// Native itself, but for what it calls.
Tensor around_sorting(Tensor n, Tensor x) {
  return traced<&around_sorting>(AG_STATE(n, x), [](Tensor n, Tensor x) -> Tensor {
    return AG_TEST_EITHER(Tensor, n == 0, x, around_sorting(n - 1, x) + sorting(n, x));
  });
}

Tensor fails_at(Tensor n, Tensor at, Tensor x) {
  return traced<&fails_at>(AG_STATE(n, at, x), [](Tensor n, Tensor at, Tensor x) -> Tensor {
    check(n != at, "this is the one");
    return if_else<Tensor>(
        n == 0, [&] { return x[0]; },
        [&] {
          Tensor total = x[n], k = tensor(0);
          while_stmt([&] { return k < 2; }, AG_STATE(total, k),
                     [&] {
                       total = total + fails_at(n - 1 - k, at, x);
                       k = k + 1;
                     });
          return total;
        });
  });
}
Tensor called_elsewhere(Tensor n, Tensor x) { return fails_at(n, tensor(-5), x) + 1; }
Tensor fails_through(Tensor n, Tensor x) {
  return traced<&fails_through>(AG_STATE(n, x), [](Tensor n, Tensor x) -> Tensor {
    return AG_TEST_EITHER(Tensor, n == 0, called_elsewhere(n + 9, x), fails_through(n - 1, x) + called_elsewhere(n, x));
  });
}

Tensor depth_of(Tensor n) {
  return traced<&depth_of>(AG_STATE(n),
                           [](Tensor n) -> Tensor { return AG_TEST_EITHER(Tensor, n == 0, n, depth_of(n - 1) + 1); });
}

std::string text(const Tensor& x) {
  std::ostringstream out;
  out << x.dtype() << x.shape() << ' ' << x;
  return out.str();
}
std::string text(const Bounds& x) { return text(x.low) + text(x.high) + text(x.count); }

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

/// Whether the program of each trace has so many functions, where there are programs.
bool has_functions(const detail::TracedFunction& function, size_t count) {
  if (std::string(std::getenv("AG_EXECUTOR")) == "interpreter") return true;
  const std::vector<detail::TracePointer> traces = function.traces();
  return !traces.empty() && std::ranges::all_of(traces, [&](const detail::TracePointer& trace) {
    return codegen::lower(*trace->graph(), {.callee_of = &ops::callee_of}).functions.size() == count;
  });
}

template <class F>
std::string error_of(const char* executor, F call) {
  setenv("AG_EXECUTOR", executor, 1);
  std::string found = "no error";
  try {
    call();
  } catch (const Error& error) {
    found = error.what();
  }
  unsetenv("AG_EXECUTOR");
  return found;
}

}  // namespace

TEST_CASE("recursive functions of numbers are functions of a program") {
  const EachExecutor executor;
  function_of(fib).clear();
  function_of(ackermann).clear();
  for (int n : {0, 1, 2, 3, 15}) check_same([&] { return fib(tensor(n)); });
  check_same([&] { return fib(tensor(9.0, float64)); });
  check_same([&] { return fib(tensor(9, int8)); });
  check_same([&] { return fib(tensor(9.0, float16)); });
  for (int m : {0, 1, 2}) check_same([&] { return ackermann(tensor(m), tensor(3)); });
  CHECK(has_functions(detail::function_object<&fib>(), 1));
  CHECK(has_functions(detail::function_object<&ackermann>(), 1));
}

TEST_CASE("recursive functions of arrays are functions of a program") {
  const EachExecutor executor;
  function_of(tree).clear();
  function_of(sorted_out).clear();
  function_of(turned).clear();
  const Tensor left = tensor({1, 3, -3}, int64), right = tensor({2, -2, -4}, int64);
  const Tensor leaves = reshape(arange(20), {4, 5}) * 0.1f;
  const Tensor more = concat({left, tensor({-1}, int64)}), others = concat({right, tensor({-1}, int64)});
  check_same([&] { return tree(tensor(0, int64), more, others, leaves); });
  check_same([&] { return tree(tensor(-2, int64), more, others, leaves); });
  for (int n : {0, 1, 2, 5}) {
    check_same([&] { return sorted_out(tensor(n), tensor({1.0, 2.0}), tensor({3.0, 4.0})); });
    check_same([&] { return turned(tensor(n), reshape(arange(9), {3, 3}), tensor({1.0, 2.0, 3.0})); });
  }
  CHECK(has_functions(detail::function_object<&tree>(), 1));
  CHECK(has_functions(detail::function_object<&sorted_out>(), 1));
  CHECK(has_functions(detail::function_object<&turned>(), 1));
  // Shapes that differ from call to call are not known.
  for (int n : {0, 1, 2, 5}) check_same([&] { return sorted_out(tensor(n), tensor(1.0), tensor({3.0, 4.0})); });
}

TEST_CASE("functions that call each other are functions of one program, with booleans, loops and halves") {
  const EachExecutor executor;
  function_of(is_even_from).clear();
  function_of(leaves_below).clear();
  function_of(half_sum).clear();
  function_of(sums_of_fib).clear();
  for (int n : {0, 1, 6, 9}) check_same([&] { return is_even_from(tensor(n), tensor(n > 3)); });
  for (int n : {0, 1, 5}) check_same([&] { return sums_of_fib(tensor(n)); });
  for (int n : {0, 1, 3}) check_same([&] { return leaves_below(tensor(n), tensor(3)); });
  check_same([&] { return half_sum(tensor(5), ones({3}, float16)); });
  check_same([&] { return half_sum(tensor(5), ones({40}, bfloat16)); });
  CHECK(has_functions(detail::function_object<&is_even_from>(), 1));
  CHECK(has_functions(detail::function_object<&sums_of_fib>(), 2));
  CHECK(has_functions(detail::function_object<&leaves_below>(), 1));
  CHECK(has_functions(detail::function_object<&half_sum>(), 1));
}

TEST_CASE("recursive functions that need tensors are called through the runtime") {
  const EachExecutor executor;
  function_of(sorting).clear();
  function_of(around_sorting).clear();
  function_of(fib).clear();
  const Tensor x = reshape(arange(30), {30}) % 7;
  check_same([&] { return sorting(tensor(3), x); });
  check_same([&] { return around_sorting(tensor(3), x); });
  check_same([&] { return fib(tensor(12, uint64)); });
  CHECK(has_functions(detail::function_object<&sorting>(), 0));
  CHECK(has_functions(detail::function_object<&around_sorting>(), 0));
  CHECK(has_functions(detail::function_object<&fib>(), 0));
  function_of(printing).clear();
  check_same([&] { return printing(tensor(2)); });
  CHECK(has_functions(detail::function_object<&printing>(), 0));
}

TEST_CASE("errors in calls of native functions are those of the interpreter") {
  const Tensor x = arange(8);
  const auto compare = [&](auto call) {
    const std::string expected = error_of("interpreter", call), found = error_of("compiled", call);
    CHECK(expected != "no error");
    CHECK(found == expected);
  };
  const auto clear = [] {
    function_of(fails_at).clear();
    function_of(fails_through).clear();
  };
  compare([&] { clear(), fails_at(tensor(3), tensor(1), x); });
  compare([&] { clear(), fails_at(tensor(3), tensor(3), x); });
  compare([&] { clear(), fails_at(tensor(5), tensor(-1), x); });
  compare([&] { clear(), fails_at(tensor(8), tensor(-1), x); });
  compare([&] { clear(), fails_through(tensor(2), x); });
}

TEST_CASE("calls of native functions go on on other stacks, and end where there is no memory for them") {
  std::string why;
  if (AG_SANITIZED || !exec::backend(why)) {
    WARN("calls stay on the stack of the thread, or there is no native code " << why);
    return;
  }
  setenv("AG_EXECUTOR", "compiled", 1);
  function_of(depth_of).clear();
  CHECK(text(depth_of(tensor(1000000))) == "int32() 1000000");
  CHECK(text(depth_of(tensor(10))) == "int32() 10");
  CHECK_THROWS_WITH(depth_of(tensor(-1)), ContainsSubstring("'depth_of' calls itself too deep") &&
                                              ContainsSubstring("native_recursion_test.cpp"));
  CHECK(text(depth_of(tensor(1000000))) == "int32() 1000000");
  unsetenv("AG_EXECUTOR");
}

TEST_CASE("a recursion of native functions without loops can be ended") {
  const EachExecutor executor;
  function_of(fib).clear();
  const CancellationScope limit(std::chrono::milliseconds(30));
  try {
    fib(tensor(60, int64));
    FAIL("it was not ended");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::cancelled);
  }
}

}  // namespace native_recursion_test

}  // namespace ag::test
