/// Calls that are given tensors alone and give nothing else are found by these, without a signature. Whatever else
/// decides about such a call still does.
#include <ag/cancellation.h>
#include <ag/gradient.h>
#include <ag/profiler.h>
#include <ag/staging/generated.h>

#include <atomic>
#include <chrono>
#include <sstream>
#include <thread>
#include <vector>

#include "runtime/function/each_executor.h"
#include "support/catch.h"

namespace ag::test {

namespace tensor_calls_test {
namespace {

using ag_test::ContainsSubstring;

int bodies = 0;  // that ran

Tensor doubled(Tensor x) {
  return traced<&doubled>(AG_STATE(x), [](Tensor x) -> Tensor {
    ++bodies;
    return x * 2;
  });
}

Tensor added(const Tensor& x, Tensor y) {
  return traced<&added>(AG_STATE(x, y), [](const Tensor& x, Tensor y) -> Tensor { return x + y; });
}

struct Parts {
  Tensor sum;
  std::pair<Tensor, Tensor> rest;
};
Parts parts(Tensor x, Tensor y) {
  return traced<&parts>(AG_STATE(x, y), [](Tensor x, Tensor y) -> Parts { return {x + y, {x - y, y}}; });
}
std::array<Tensor, 2> twice(Tensor x) {
  return traced<&twice>(AG_STATE(x), [](Tensor x) -> std::array<Tensor, 2> {
    const Tensor y = x + 1;
    return {y, y};
  });
}

int made = 0;
Tensor make() {
  ++made;
  return tensor(1);
}
/// Whose member has a value of its own where nobody gives it one.
struct Filled {
  Tensor x = make();
};
Filled filled(Tensor x) {
  return traced<&filled>(AG_STATE(x), [](Tensor x) -> Filled { return {x * 3}; });
}

Tensor ratio(Tensor x, Tensor y) {
  return traced<&ratio>(AG_STATE(x, y), [](Tensor x, Tensor y) -> Tensor { return floor_divide(x, y); });
}

Tensor stepped(Tensor& x, Tensor by) {
  return traced<&stepped>(AG_STATE(x, by), [](Tensor& x, Tensor by) -> Tensor {
    x = x + by;
    return x * 10;
  });
}

double threshold = 1;
Tensor clipped(Tensor x) {
  return traced<&clipped>(AG_STATE(x), [](Tensor x) -> Tensor {
    return if_else<Tensor>(external(threshold) > 2, [&] { return x * 100; }, [&] { return x * 3; });
  });
}

Tensor bounded(Tensor x) {
  return traced<&bounded>(AG_OPTIONS(.max_traces = 2), AG_STATE(x), [](Tensor x) -> Tensor { return x + 1; });
}

Tensor checked(Tensor x) {
  return traced<&checked>(AG_STATE(x), [](Tensor x) -> Tensor {
    check(all(x > 0), "x is to be positive");
    return x;
  });
}

Tensor maybe(Tensor x) {
  return traced<&maybe>(AG_STATE(x), [](Tensor x) -> Tensor {
    Tensor y;
    if_stmt(x > 0, AG_STATE(y), [&] { y = x; });
    return y;
  });
}

/// Without an end where `least` is 1.
Tensor counts_down(Tensor x, Tensor least) {
  return traced<&counts_down>(AG_STATE(x, least), [](Tensor x, Tensor least) -> Tensor {
    while_stmt([&] { return x > 0; }, AG_STATE(x), [&] { x = maximum(x - 1, least); });
    return x;
  });
}

std::string text(const Tensor& x) {
  std::ostringstream out;
  out << x.dtype() << x.shape() << ' ' << x;
  return out.str();
}

}  // namespace

TEST_CASE("calls of tensors are told apart by dtype, rank, dimensions and weakness") {
  const EachExecutor executor;
  function_of(added).clear();
  const int before = function_of(added).tracing_count();
  const Tensor ints = tensor({1, 2, 3}), floats = tensor({1.5, 2.5, 3.5}), row = tensor({{1, 2, 3}});
  for (int round = 0; round < 3; ++round) {
    CHECK(text(added(ints, ints)) == "int32(3,) [2 4 6]");
    CHECK(text(added(floats, ints)) == "float32(3,) [2.5 4.5 6.5]");
    CHECK(text(added(ints, floats)) == "float32(3,) [2.5 4.5 6.5]");
    CHECK(text(added(row, ints)) == "int32(1, 3) [[2 4 6]]");
    CHECK(text(added(ints, ones({1}, int32))) == "int32(3,) [2 3 4]");
    CHECK(text(added(tensor(1), ints)) == "int32(3,) [2 3 4]");
    CHECK(text(added(tensor(1, int8), ints)) == "int32(3,) [2 3 4]");
  }
  CHECK(function_of(added).tracing_count() - before == 7);
}

TEST_CASE("numbers of the host keep their exact values in calls of tensors") {
  const EachExecutor executor;
  function_of(added).clear();
  const Tensor wide = tensor({1.0}, float64);
  for (int round = 0; round < 3; ++round) {
    CHECK(added(0.1, wide).item<double>() == 0.1 + 1.0);
    CHECK(added(0.2, wide).item<double>() == 0.2 + 1.0);
    CHECK(added(tensor(0.5f), wide).item<double>() == 1.5);
    CHECK(text(added(2, tensor(1, int8))) == "int8() 3");
    CHECK(text(added(tensor(2), tensor(1, int8))) == "int32() 3");
    CHECK(text(added(2, 3)) == "int32() 5");
  }
}

TEST_CASE("a result is not made to be filled where that does something") {
  const EachExecutor executor;
  function_of(filled).clear();
  made = 0;
  for (int round = 0; round < 3; ++round) CHECK(text(filled(tensor(2)).x) == "int32() 6");
  CHECK(made == 0);
}

TEST_CASE("a call that fails is an error each time, and leaves others as they are") {
  const EachExecutor executor;
  function_of(ratio).clear();
  std::string first;
  for (int round = 0; round < 3; ++round) {
    CHECK(text(ratio(tensor(7), tensor(2))) == "int32() 3");
    try {
      ratio(tensor(7), tensor(0));
      FAIL("no error");
    } catch (const Error& error) {
      if (first.empty()) first = error.what();
      CHECK(error.what() == first);
      CHECK(first.find("division by zero") != std::string::npos);
    }
  }
}

TEST_CASE("structures of tensors are given, and tensors that come twice") {
  const EachExecutor executor;
  function_of(parts).clear();
  function_of(twice).clear();
  const Tensor x = tensor({5, 7}), y = tensor({1, 2});
  for (int round = 0; round < 3; ++round) {
    const Parts all = parts(x, y);
    CHECK(text(all.sum) == "int32(2,) [6 9]");
    CHECK(text(all.rest.first) == "int32(2,) [4 5]");
    CHECK(all.rest.second.impl() == y.impl());
    std::array<Tensor, 2> both = twice(x);
    both[0][0] = 100;  // independent
    CHECK(text(both[1]) == "int32(2,) [6 8]");
  }
}

TEST_CASE("a view is given as what it is") {
  const EachExecutor executor;
  function_of(added).clear();
  const Tensor matrix = reshape(arange(6), {2, 3});
  for (int round = 0; round < 3; ++round) {
    CHECK(text(added(matrix.T(), tensor({10, 20}))) == text(matrix.T() + tensor({10, 20})));
    CHECK(text(added(matrix, 0 * matrix)) == text(matrix));
    CHECK(text(added(matrix(all, slice(0, 3, 2)), tensor({{1, 1}}))) == text(matrix(all, slice(0, 3, 2)) + 1));
  }
}

TEST_CASE("a call that writes its argument, or reads what decides, is looked up by all of that") {
  const EachExecutor executor;
  function_of(stepped).clear();
  function_of(clipped).clear();
  Tensor x = tensor(1);
  for (int round = 1; round < 4; ++round) {
    CHECK(text(stepped(x, tensor(2))) == text(tensor(10 * (1 + 2 * round))));
    CHECK(text(x) == text(tensor(1 + 2 * round)));
  }
  for (const double limit : {1.0, 5.0, 1.0, 5.0}) {
    threshold = limit;
    CHECK(text(clipped(tensor(2))) == (limit > 2 ? "int32() 200" : "int32() 6"));
  }
  threshold = 1;
}

TEST_CASE("functions that run eagerly do, whatever was traced") {
  doubled(tensor(1));
  doubled(tensor(1));
  bodies = 0;
  CHECK(text(doubled(tensor(4))) == "int32() 8");
  CHECK(bodies == 0);
  set_run_functions_eagerly(true);
  CHECK(text(doubled(tensor(4))) == "int32() 8");
  set_run_functions_eagerly(false);
  CHECK(bodies == 1);
  function_of(doubled).set_eager(true);
  CHECK(text(doubled(tensor(4))) == "int32() 8");
  function_of(doubled).set_eager(false);
  CHECK(bodies == 2);
  CHECK(text(doubled(tensor(4))) == "int32() 8");
  CHECK(bodies == 2);
}

TEST_CASE("a call while another function is traced becomes a part of it") {
  doubled(tensor(1));
  const auto both = ag::function([](const Tensor& x) { return doubled(x) + doubled(tensor(3)); });
  CHECK(text(both(tensor(1))) == "int32() 8");
  CHECK(text(both(tensor(2))) == "int32() 10");
}

TEST_CASE("a call under a tape runs operation by operation") {
  doubled(tensor(1.0));
  const Tensor x = tensor(3.0);
  bodies = 0;
  GradientTape tape;
  tape.watch(x);
  const Tensor y = doubled(x);
  CHECK(bodies == 1);
  CHECK(tape.gradient(y, x).item<double>() == 2);
}

TEST_CASE("what is asked of the next call is answered by it") {
  doubled(tensor(1));
  const auto concrete = function_of(doubled).concrete(tensor(1));
  const auto other = function_of(doubled).concrete(tensor({1.0, 2.0}));
  for (int round = 0; round < 2; ++round) {
    CHECK(text(concrete(tensor(5))) == "int32() 10");
    CHECK(text(other(tensor({5.0, 6.0}))) == "float32(2,) [10. 12.]");
    CHECK_THROWS_AS(concrete(tensor({5.0, 6.0})), Error);
    CHECK(text(doubled(tensor(5))) == "int32() 10");
  }
}

TEST_CASE("a call that is observed is recorded, and may be ended") {
  const EachExecutor executor;
  function_of(counts_down).clear();
  for (int round = 0; round < 3; ++round) counts_down(tensor(3), tensor(0));
  {
    Profiler profiler;
    counts_down(tensor(3), tensor(0));
    counts_down(tensor(3), tensor(0));
    profiler.stop();
    CHECK_THAT(profiler.summary(), ContainsSubstring("counts_down"));
  }
  const CancellationScope limit(std::chrono::milliseconds(20));
  try {
    counts_down(tensor(3), tensor(1));
    FAIL("it was not ended");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::cancelled);
  }
}

TEST_CASE("traces that may be dropped are dropped") {
  const EachExecutor executor;
  function_of(bounded).clear();
  const int before = function_of(bounded).tracing_count();
  for (int round = 0; round < 3; ++round) {
    for (int n : {1, 2, 3}) CHECK(text(sum(bounded(ones({n}, int32)))) == text(tensor(2 * n)));
  }
  CHECK(function_of(bounded).tracing_count() - before == 9);
}

TEST_CASE("a function whose traces are cleared traces again") {
  doubled(tensor({1, 2}));
  doubled(tensor({1, 2}));
  bodies = 0;
  function_of(doubled).clear();
  CHECK(text(doubled(tensor({1, 2}))) == "int32(2,) [2 4]");
  CHECK(bodies == 1);
}

TEST_CASE("errors of calls of tensors name what they named") {
  const EachExecutor executor;
  function_of(checked).clear();
  function_of(maybe).clear();
  const Tensor good = tensor({1, 2}), bad = tensor({1, -2});
  for (int round = 0; round < 3; ++round) {
    CHECK(text(checked(good)) == "int32(2,) [1 2]");
    CHECK_THROWS_WITH(checked(bad), ContainsSubstring("x is to be positive"));
    CHECK(text(maybe(tensor(1))) == "int32() 1");
    CHECK_FALSE(maybe(tensor(-1)).defined());
  }
  CHECK_THROWS_AS(checked(Tensor()), Error);
  CHECK_THROWS_WITH(checked(TensorSpec({2}, int32)), ContainsSubstring("TensorSpec"));
}

TEST_CASE("threads call with tensors of several types while others are traced") {
  function_of(added).clear();
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        for (int n = 1; n < 6; ++n) {
          const Tensor x = ones({n}, int32);
          if (sum(added(x, x)).item<int>() != 2 * n) ++wrong;
        }
        if (round % 50 == 0) function_of(added).clear();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

}  // namespace tensor_calls_test

}  // namespace ag::test
