/// Graphs that are ended from outside, and the first NaN.
#include <ag/cancellation.h>
#include <ag/staging/generated.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "exec/backend.h"
#include "runtime/function/each_executor.h"
#include "runtime/ops/expect_error.h"
#include "support/catch.h"

namespace ag::test {

namespace cancellation_test {
namespace {

using ag_test::ContainsSubstring;
using std::chrono::milliseconds;

Tensor endless_loop(Tensor x) {
  return traced<&endless_loop>(AG_STATE(x), [](Tensor x) -> Tensor {
    while_stmt([&] { return x > 0; }, AG_STATE(x), [&] { x = maximum(x - 1, 1); });
    return x;
  });
}

/// Rounds that take as long as the sum of x, each with a loop of quick ones.
Tensor loops_in_loop(Tensor outer, Tensor inner, Tensor x) {
  return traced<&loops_in_loop>(AG_STATE(outer, inner, x), [](Tensor outer, Tensor inner, Tensor x) -> Tensor {
    Tensor total = 0.0, i = 0;
    while_stmt([&] { return i < outer; }, AG_STATE(total, i, x),
               [&] {
                 Tensor k = 0;
                 while_stmt([&] { return k < inner; }, AG_STATE(total, k), [&] { total = total + 1, k = k + 1; });
                 x = x * 1.0f;
                 total = total + sum(x), i = i + 1;
               });
    return total;
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

Tensor rounds_of_two_loops(Tensor outer, Tensor inner) {
  return traced<&rounds_of_two_loops>(AG_STATE(outer, inner), [](Tensor outer, Tensor inner) -> Tensor {
    Tensor sum = tensor(0), i = tensor(0);
    while_stmt([&] { return i < 5; }, AG_STATE(sum, i),
               [&] {
                 Tensor k = tensor(0);
                 while_stmt([&] { return k < 3; }, AG_STATE(sum, k),
                            [&] {
                              check((i != outer) | (k != inner), "here");
                              sum = sum + 1, k = k + 1;
                            });
                 i = i + 1;
               });
    return sum;
  });
}

Tensor long_loop(Tensor last) {
  return traced<&long_loop>(AG_STATE(last), [](Tensor last) -> Tensor {
    Tensor x = tensor(0.0), i = tensor(0);
    while_stmt([&] { return i >= 0; }, AG_STATE(x, i),
               [&] {
                 check(i < last, "the end");
                 x = x * 0.5 + 1, i = i + 1;
               });
    return x;
  });
}

/// Of elements below `endless` each takes one round, of the others the first never ends.
Tensor sum_of_mapped(Tensor count, Tensor endless) {
  return traced<&sum_of_mapped>(AG_STATE(count, endless), [](Tensor count, Tensor endless) -> Tensor {
    Tensor total = tensor(0, int64);
    const auto mapped = Dataset::from_tensor_slices(arange(8)).map([endless](Tensor x) {
      Tensor y = astype(x, int64), more = tensor(true);
      while_stmt([&] { return more; }, AG_STATE(y, more), [&] { y = y + 1, more = x >= endless; });
      return y;
    });
    for_stmt(mapped, AG_STATE(total), [&](Tensor x) { total = total + x; });
    return total + count;
  });
}

/// Waits for an element that never comes: each of the others is left out.
Tensor sum_of_filtered(Dataset numbers) {
  return traced<&sum_of_filtered>(AG_STATE(numbers), [](Dataset numbers) -> Tensor {
    Tensor total = tensor(0, int64);
    for_stmt(numbers.filter([](Tensor x) { return x < 0; }), AG_STATE(total), [&](Tensor x) { total = total + x; });
    return total;
  });
}

/// Elements that a thread makes ahead, the last of which never comes to be.
Tensor sum_ahead(Tensor wanted, Tensor endless) {
  return traced<&sum_ahead>(AG_STATE(wanted, endless), [](Tensor wanted, Tensor endless) -> Tensor {
    Tensor total = tensor(0.0), taken = tensor(0);
    const auto slow = Dataset::range(1 << 20).map([endless](Tensor x) {
      Tensor y = tensor(0.0), k = tensor(0);
      while_stmt([&] { return (k < 2'000) | (x >= endless); }, AG_STATE(y, k), [&] { y = y * 0.5 + 1, k = k + 1; });
      return y;
    });
    Flag did_break;
    for_stmt(slow.prefetch(16), AG_STATE(total, taken).until(did_break), [&](Tensor x) {
      Tensor k = tensor(0);
      while_stmt([&] { return k < 2'000; }, AG_STATE(x, k), [&] { x = x * 0.5 + 1, k = k + 1; });
      total = total + x, taken = taken + 1;
      if_stmt(taken >= wanted, AG_STATE(did_break), [&] { did_break = true; });
    });
    return taken;
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

TEST_CASE("a loop that may be ended is native code where others are") {
  std::string why;
  if (!exec::backend(why)) return;
  const auto rounds_within = [](const char* executor, milliseconds time) {
    setenv("AG_EXECUTOR", executor, 1);
    function_of(endless_loop).clear();
    const CancellationScope scope(std::chrono::hours(1));
    endless_loop(tensor(0));
    const CancellationScope limit(time);
    const std::string text = what_of([] { endless_loop(tensor(5)); });
    constexpr std::string_view kBefore = "in iteration ";
    return std::stoll(text.substr(text.find(kBefore) + kBefore.size()));
  };
  const long long interpreted = rounds_within("interpreter", milliseconds(50));
  CHECK(rounds_within("compiled", milliseconds(50)) > 5 * interpreted);
  // One that has begun in the interpreter goes on as native code that can be ended, too.
  CHECK(rounds_within("automatic", milliseconds(500)) > 20 * interpreted);
  unsetenv("AG_EXECUTOR");
}

TEST_CASE("loops in loops are ended, and loops whose rounds take long") {
  const EachExecutor executor;
  for (const auto& [outer, inner] : {std::pair(1 << 30, 3), std::pair(3, 1 << 30), std::pair(1 << 30, 0)}) {
    function_of(loops_in_loop).clear();
    const CancellationScope never(std::chrono::hours(1));
    CHECK(loops_in_loop(tensor(2), tensor(3), ones({4})).item<float>() == 2 * (3 + 4));
    const CancellationScope limit(milliseconds(30));
    const auto begin = std::chrono::steady_clock::now();
    CHECK_THROWS_WITH(loops_in_loop(tensor(outer), tensor(inner), ones({200'000})),
                      ContainsSubstring("longer than the time"));
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::minutes(1));
  }
}

TEST_CASE("a loop in a function of a dataset is ended as others are, and the rest goes on afterwards") {
  const EachExecutor executor;
  function_of(sum_of_mapped).clear();
  CHECK(sum_of_mapped(tensor(0), tensor(9)).item<int>() == 28 + 8);
  {
    const CancellationScope limit(milliseconds(300));
    CHECK_THAT(what_of([] { sum_of_mapped(tensor(0), tensor(5)); }),
               ContainsSubstring("longer than the time") && ContainsSubstring("in iteration "));
  }
  CHECK(sum_of_mapped(tensor(0), tensor(9)).item<int>() == 28 + 8);
}

TEST_CASE("the function of a dataset whose loops may be ended is native code where others are") {
  std::string why;
  if (!exec::backend(why)) return;
  const auto rounds_within = [](const char* executor) {
    setenv("AG_EXECUTOR", executor, 1);
    function_of(sum_of_mapped).clear();
    const CancellationScope scope(std::chrono::hours(1));
    sum_of_mapped(tensor(0), tensor(9));
    const CancellationScope limit(milliseconds(100));
    const std::string text = what_of([] { sum_of_mapped(tensor(0), tensor(0)); });
    constexpr std::string_view kBefore = "in iteration ";
    return std::stoll(text.substr(text.find(kBefore) + kBefore.size()));
  };
  const long long interpreted = rounds_within("interpreter");
  CHECK(rounds_within("compiled") > 5 * interpreted);
  unsetenv("AG_EXECUTOR");
}

TEST_CASE("a dataset that looks for an element without end is ended, in graphs and plainly") {
  const EachExecutor executor;
  const Dataset lasting[] = {
      Dataset::range(int64_t{1} << 60), Dataset::range(9).repeat(),
      Dataset::from_tensor_slices(arange(5)).map([](Tensor x) { return astype(x, int64); }).repeat(),
      Dataset::range(9).cache().repeat()};
  for (const Dataset& numbers : lasting) {
    const CancellationScope limit(milliseconds(20));
    CHECK_THROWS_WITH(sum_of_filtered(numbers), ContainsSubstring("a dataset makes its elements longer than the time"));
    const auto first = [&] { return numbers.filter([](Tensor x) { return x < 0; }).iterator().has_next(); };
    CHECK_THROWS_WITH(first(), ContainsSubstring("a dataset makes its elements longer than the time"));
  }
  CHECK(sum_of_filtered(Dataset::range(3, -3, -1)).item<int>() == -1 - 2);
}

TEST_CASE("a thread that makes elements ahead ends with the loop, also in the middle of an element") {
  const EachExecutor executor;
  function_of(sum_ahead).clear();
  CHECK(sum_ahead(tensor(100), tensor(1 << 20)).item<int>() == 100);
  CHECK(sum_ahead(tensor(100), tensor(105)).item<int>() == 100);  // the thread is in the endless one by then
  const CancellationScope limit(milliseconds(300));
  CHECK_THROWS_WITH(sum_ahead(tensor(200), tensor(105)), ContainsSubstring("longer than the time"));
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

TEST_CASE("tokens of Ctrl-C come and go in several threads, and the handler of the program is there again after them") {
  const auto own = [](int) {};
  const auto before = std::signal(SIGINT, own);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([] {
      for (int round = 0; round < 500; ++round) {
        const CancellationToken token = CancellationToken::on_ctrl_c();
        const CancellationToken copy = token;
        if (copy.is_cancelled()) return;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(std::signal(SIGINT, own) == static_cast<void (*)(int)>(own));
  {
    const CancellationToken token = CancellationToken::on_ctrl_c();
    CHECK_FALSE(token.is_cancelled());
    std::raise(SIGINT);
    CHECK(token.is_cancelled());
    CHECK(CancellationToken::on_ctrl_c().is_cancelled());
  }
  CHECK_FALSE(CancellationToken::on_ctrl_c().is_cancelled());
  std::signal(SIGINT, before);
}

TEST_CASE("an error names the loops that it left, with their rounds") {
  const EachExecutor executor;
  function_of(rounds_of_two_loops).clear();
  const auto error_of = [](int outer, int inner) {
    try {
      rounds_of_two_loops(tensor(outer), tensor(inner));
    } catch (const Error& error) {
      return error.context();
    }
    return std::vector<std::string>();
  };
  CHECK(error_of(9, 9).empty());
  for (int call = 0; call < 3; ++call) {
    const std::vector<std::string> notes = error_of(3, 1);
    REQUIRE(notes.size() == 2);
    CHECK_THAT(notes[0],
               ContainsSubstring("in iteration 2 of the loop at ") && ContainsSubstring("cancellation_test.cpp:"));
    CHECK_THAT(notes[1],
               ContainsSubstring("in iteration 4 of the loop at ") && ContainsSubstring("cancellation_test.cpp:"));
    CHECK(notes[0].substr(notes[0].rfind(':')) != notes[1].substr(notes[1].rfind(':')));
  }
  CHECK(rounds_of_two_loops(tensor(9), tensor(9)).item<int>() == 5 * 3);
}

TEST_CASE("a loop that goes on in native code counts its rounds from its begin") {
  unsetenv("AG_EXECUTOR");
  function_of(long_loop).clear();
  for (const int last : {10, 300'000}) {
    CHECK_THAT(what_of([&] { long_loop(tensor(last)); }),
               ContainsSubstring("in iteration " + std::to_string(last + 1) + " of the loop at "));
  }
}

TEST_CASE("the first operation that makes a NaN is named") {
  const EachExecutor executor;
  function_of(root_of_difference).clear();
  const Tensor x = tensor({1.0, 2.0}), y = tensor({0.0, 3.0});
  CHECK(root_of_difference(x, y).size() == 2);
  set_check_numerics(true);
  CHECK_THROWS_WITH(root_of_difference(x, y),
                    ContainsSubstring("sqrt: made a NaN") && ContainsSubstring("cancellation_test.cpp:61"));
  CHECK(root_of_difference(y, x * 0).size() == 2);
  // One that came from outside was not made here.
  CHECK(root_of_difference(x / 0 - x / 0, y).size() == 2);
  set_check_numerics(false);
  CHECK(root_of_difference(x, y).size() == 2);
}

}  // namespace cancellation_test

}  // namespace ag::test
