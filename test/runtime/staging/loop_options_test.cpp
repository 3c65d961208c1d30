/// What loops state about themselves, and what they say where it does not hold.
#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

using ag_test::ContainsSubstring;

TEST_CASE("a loop that goes on after its maximum of iterations throws, on the host and in the graph") {
  const Staged1 halves = [](Inputs x) {
    Tensor n = x[0], steps = 0;
    while_stmt([&] { return n > 1; }, AG_STATE(n, steps), LoopOptions{.maximum_iterations = 3},
               [&] {
                 n /= 2;
                 steps += 1;
               });
    return steps;
  };
  const std::string error = "failed_check: the loop goes on after 3 iterations, the maximum that its options state";
  CHECK_STAGED(halves, "int32 0", number(1));
  CHECK_STAGED(halves, "int32 3", number(8));
  CHECK_STAGED(halves, error, number(16));
  const Staged1 rows = [](Inputs x) {
    Tensor sum = 0;
    for_stmt(x[0], AG_STATE(sum), LoopOptions{.maximum_iterations = 3}, [&](Tensor row) { sum += row; });
    return sum;
  };
  CHECK_STAGED(rows, "int32 6", tensor({1, 2, 3}));
  CHECK_STAGED(rows, error, tensor({1, 2, 3, 4}));
  const Staged1 once = [](Inputs x) {
    Tensor n = x[0];
    do_stmt(
        AG_STATE(n), LoopOptions{.maximum_iterations = 3, .parallel_iterations = 8}, [&] { n -= 1; },
        [&] { return n > 0; });
    return n;
  };
  CHECK_STAGED(once, "int32 -1", number(0));
  CHECK_STAGED(once, "int32 0", number(3));
  CHECK_STAGED(once, error, number(4));
  const Staged1 range_of_numbers = [](Inputs x) {
    Staged<int> sum = 0;
    for_stmt(range(item<int>(x[0])), AG_STATE(sum), LoopOptions{.maximum_iterations = 3},
             [&](Staged<int> i) { sum += i; });
    return sum.tensor();
  };
  CHECK_STAGED(range_of_numbers, "int32 3", number(3));
  CHECK_STAGED(range_of_numbers, error, number(4));
}

TEST_CASE("a maximum counts the rounds that ran while tracing, too") {
  const Staged1 f = [](Inputs x) {
    Tensor k = x[0];
    int turns = 0;
    while_stmt([&]() -> Predicate { return turns < 2 ? Predicate(true) : Predicate(k > 0); }, AG_STATE(k),
               LoopOptions{.maximum_iterations = 3},
               [&] {
                 turns = turns < 2 ? turns + 1 : turns;
                 k -= 1;
               });
    return k;
  };
  CHECK_STAGED(f, "int32 0", number(3));
  CHECK_STAGED(f, "failed_check: the loop goes on after 3 iterations, the maximum that its options state", number(4));
}

TEST_CASE("loops without a maximum count nothing in the graph") {
  const Staged1 f = [](Inputs x) {
    Tensor n = x[0];
    while_stmt([&] { return n > 0; }, AG_STATE(n), LoopOptions{.parallel_iterations = 2}, [&] { n -= 1; });
    return n;
  };
  const ir::Graph graph = trace(f, {number(3)});
  for (ir::NodeId id : graph.block(graph.body()).nodes) {
    if (std::string_view(graph.node(id).op->name) == "while_loop") CHECK(graph.node(id).operands.size() == 1);
  }
  CHECK_STAGED(f, "int32 0", number(3));
}

TEST_CASE("a stated shape holds before the loop and after each iteration") {
  const auto doubled = [](Shape stated) -> Staged1 {
    return [stated](Inputs x) {
      Tensor v = x[0], n = x[1];
      while_stmt([&] { return n > 0; }, AG_STATE(v, n), LoopOptions{.shape_invariants = {{v, stated}}},
                 [&] {
                   v = concat({v, v});
                   n -= 1;
                 });
      return v;
    };
  };
  CHECK_STAGED(doubled({unknown}), "int32 [1 2 1 2]", tensor({1, 2}), number(1));
  CHECK_STAGED(doubled(Shape::unknown_rank()), "int32 [1 2]", tensor({1, 2}), number(0));
  CHECK_THAT(run_traced(doubled({2}), {tensor({1, 2}), number(1)}),
             ContainsSubstring("shape_error: 'v' has shape (4,) after an iteration") &&
                 ContainsSubstring("and its shape invariant is (2,)"));
  CHECK_THAT(run_traced(doubled({3}), {tensor({1, 2}), number(1)}),
             ContainsSubstring("shape_error: 'v' has shape (2,) before the loop"));
  CHECK_THAT(run_traced(doubled({unknown, 2}), {tensor({1, 2}), number(1)}),
             ContainsSubstring("shape_error: 'v' has shape (2,) before the loop"));
}

TEST_CASE("shapes are stated of members, and of variables without a value before the loop") {
  struct Pair {
    Tensor first, second;
  };
  const Staged1 member = [](Inputs x) {
    Pair p{x[0], x[0]};
    Tensor n = x[1];
    while_stmt([&] { return n > 0; }, AG_STATE(p, n), LoopOptions{.shape_invariants = {{p.second, {2}}}},
               [&] {
                 p.first = concat({p.first, p.first});
                 p.second = p.second + 1;
                 n -= 1;
               });
    return concat({p.first, p.second});
  };
  CHECK_STAGED(member, "int32 [1 2 1 2 2 3]", tensor({1, 2}), number(1));
  const Staged1 later = [](Inputs x) {
    Tensor v, n = x[1];
    while_stmt([&] { return n > 0; }, AG_STATE(v, n), LoopOptions{.shape_invariants = {{v, {3}}}},
               [&] {
                 v = x[0];
                 n -= 1;
               });
    return v;
  };
  CHECK_STAGED(later, "int32 [1 2 3]", tensor({1, 2, 3}), number(1));
  CHECK_THAT(run_traced(later, {tensor({1, 2}), number(1)}),
             ContainsSubstring("'v' has shape (2,) after an iteration"));
}

TEST_CASE("options without a meaning are refused") {
  const auto stating = [](LoopOptions options) -> Staged1 {
    return [options](Inputs x) {
      while_stmt([&] { return x[0] > 0; }, AG_STATE(x), options, [&] { x[0] -= 1; });
      return x[0];
    };
  };
  CHECK_STAGED(stating({.maximum_iterations = -1}),
               "invalid_argument: the maximum of the iterations of a loop is negative", number(0));
  CHECK_STAGED(stating({.parallel_iterations = 0}), "invalid_argument: a loop needs at least 1 parallel iteration",
               number(0));
}

}  // namespace ag::test
