/// Graphs that are ended from outside, and the first NaN.
#include <ag/cancellation.h>
#include <ag/generated.h>

#include <csignal>
#include <thread>

#include "runtime/function/each_executor.h"
#include "support/catch.h"

namespace ag::test {

namespace {

using ag_test::ContainsSubstring;
using std::chrono::milliseconds;

Tensor endless_loop(Tensor x) {
  return traced<&endless_loop>(AG_STATE(x), [](Tensor x) -> Tensor {
    while_stmt([&] { return x > 0; }, AG_STATE(x), [&] { x = maximum(x - 1, 1); });
    return x;
  });
}

Tensor counted(ag::Variable steps, Tensor n) {
  return traced<&counted>(AG_STATE(steps, n), [](ag::Variable steps, Tensor n) -> Tensor {
    while_stmt([&] { return n > 0; }, AG_STATE(n),
               [&] {
                 steps.assign_add(1);
                 n = n - 1;
               });
    return n;
  });
}

Tensor root_of_difference(Tensor x, Tensor y) {
  return traced<&root_of_difference>(AG_STATE(x, y), [](Tensor x, Tensor y) -> Tensor {
    const Tensor difference = x - y;
    return sqrt(difference) + 1;
  });
}

ErrorKind kind_of_error(Tensor (*function)(Tensor), const Tensor& x) {
  try {
    function(x);
  } catch (const Error& error) {
    return error.kind();
  }
  return ErrorKind::internal;
}

}  // namespace

TEST_CASE("a loop of a graph ends when its time is over, and the function stays usable") {
  const EachExecutor executor;
  function_of(endless_loop).clear();
  function_of(counted).clear();
  CHECK(endless_loop(tensor(0)).item<int>() == 0);
  {
    const CancellationScope limit(milliseconds(20));
    CHECK(kind_of_error(endless_loop, tensor(5)) == ErrorKind::cancelled);
    CHECK_THROWS_WITH(endless_loop(tensor(5)),
                      ContainsSubstring("longer than the time") && ContainsSubstring("cancellation_test.cpp"));
  }
  ag::Variable steps(tensor(0, int64));
  counted(steps, tensor(int64_t{1}));  // tracing does not count
  {
    const CancellationScope limit(milliseconds(300));
    CHECK_THROWS_WITH(counted(steps, tensor(int64_t{1} << 60)), ContainsSubstring("longer than the time"));
  }
  const auto reached = steps.value().item<int64_t>();
  CHECK(reached > 1);
  CHECK(counted(steps, tensor(int64_t{3})).item<int>() == 0);
  CHECK(steps.value().item<int64_t>() == reached + 3);
}

TEST_CASE("a token ends a loop from another thread") {
  const EachExecutor executor;
  const CancellationToken token;
  std::thread other([token] {
    std::this_thread::sleep_for(milliseconds(20));
    token.cancel();
  });
  {
    const CancellationScope scope(token);
    const CancellationScope much_later(std::chrono::hours(1));
    const CancellationScope never(std::chrono::nanoseconds::max());
    CHECK_THROWS_WITH(endless_loop(tensor(5)), ContainsSubstring("cancelled while a graph runs"));
  }
  other.join();
  CHECK(token.is_cancelled());
  CHECK(endless_loop(tensor(0)).item<int>() == 0);
}

TEST_CASE("Ctrl-C ends a loop and not the program") {
  const CancellationToken token = CancellationToken::on_ctrl_c();
  const CancellationScope scope(token);
  std::thread other([] {
    std::this_thread::sleep_for(milliseconds(20));
    std::raise(SIGINT);
  });
  CHECK_THROWS_WITH(endless_loop(tensor(5)), ContainsSubstring("cancelled while a graph runs"));
  other.join();
}

TEST_CASE("the first operation that makes a NaN is named") {
  const EachExecutor executor;
  function_of(root_of_difference).clear();
  const Tensor x = tensor({1.0, 2.0}), y = tensor({0.0, 3.0});
  CHECK(root_of_difference(x, y).size() == 2);
  set_check_numerics(true);
  CHECK_THROWS_WITH(root_of_difference(x, y),
                    ContainsSubstring("sqrt: made a NaN") && ContainsSubstring("cancellation_test.cpp:39"));
  CHECK(root_of_difference(y, x * 0).size() == 2);
  // One that came from outside was not made here.
  CHECK(root_of_difference(x / 0 - x / 0, y).size() == 2);
  set_check_numerics(false);
  CHECK(root_of_difference(x, y).size() == 2);
}

}  // namespace ag::test
