/// Host loops that would become many nodes: those that are recorded, and the types and numbers after them.
#include "runtime/staging/three_ways.h"
#include "staging/control/long_loops.h"
#include "support/catch.h"

namespace ag::test {

namespace large_loops_test {
namespace {

/// Forward substitution: the slices grow with the counter.
Tensor solve(const Inputs& x, int n) {
  Tensor l = x[0], b = x[1], y = zeros_like(b);
  Staged<int> i = 0;
  for_stmt([&] { return i < n; }, [&] { ++i; }, AG_STATE(y, i),
           [&] { y[i] = (b[i] - matmul(l(i, slice(0, i)), y[slice(0, i)])) / l(i, i); });
  return y;
}

Inputs system(int64_t n) { return {random_normal({n, n}, 1) + 9.0f * eye(n), random_normal({n}, 2)}; }

ir::Graph trace_large(const Staged1& f, const Inputs& inputs) {
  const detail::LongLoops loops(detail::HostLoops::Large);
  return trace(f, inputs);
}

size_t count_of(const ir::Graph& graph, ops::Op op) {
  size_t count = 0;
  for (ir::NodeId id : graph.block(graph.body()).nodes) count += ops::is(graph.node(id), op);
  return count;
}

Shape result_shape(const ir::Graph& graph) { return graph.value(graph.block(graph.body()).results[0]).type.shape; }

/// The function runs eagerly and as a graph with recorded loops, with the same result.
void check_agreement(const Staged1& f, const Inputs& inputs) {
  const std::string eager = run_eagerly(f, inputs);
  const detail::LongLoops loops(detail::HostLoops::Large);
  CHECK(run_traced(f, inputs) == eager);
}

}  // namespace

TEST_CASE("the graph of a loop with slices that grow does not grow with the trip count") {
  const auto nodes = [](int n) {
    return ir::count_nodes(trace_large([=](Inputs x) { return solve(x, n); }, system(n)));
  };
  CHECK(nodes(60) == nodes(100));
  CHECK(nodes(100) == nodes(1000));
  for (int n : {7, 33, 60, 100}) check_agreement([=](Inputs x) { return solve(x, n); }, system(n));
}

TEST_CASE("a loop of few nodes stays unrolled, and the result of a recorded one has a known shape") {
  const auto traced = [](int n) { return trace_large([=](Inputs x) { return solve(x, n); }, system(n)); };
  CHECK(count_of(traced(7), ops::Op::while_loop) == 0);
  const ir::Graph graph = traced(60);
  CHECK(count_of(graph, ops::Op::while_loop) == 1);
  CHECK(result_shape(graph) == Shape{60});
}

TEST_CASE("the graph of a loop that replaces slices of different lengths does not grow with the trip count") {
  const auto sieve = [](int n) -> Staged1 {
    return [=](Inputs x) {
      Tensor prime = x[0];
      Staged<int> i = 2;
      for_stmt([&] { return i < n; }, [&] { ++i; }, AG_STATE(prime, i),
               [&] { if_stmt(prime[i] > 0.0f, AG_STATE(prime), [&] { prime[slice(i * i, {}, i)] = 0.0f; }); });
      return prime;
    };
  };
  const auto nodes = [&](int n) { return ir::count_nodes(trace_large(sieve(n), {ones({10000})})); };
  CHECK(nodes(80) == nodes(100));
  check_agreement(sieve(100), {ones({10000})});
}

TEST_CASE("a loop whose variables change their shapes stays unrolled unless it would become very many nodes") {
  const auto grown = [](int n) -> Staged1 {
    return [=](Inputs x) {
      Tensor b = x[0], y = b[slice(0, 1)];
      Staged<int> i = 1;
      for_stmt(
          [&] { return i < n; }, [&] { ++i; }, AG_STATE(y, i),
          [&] { y = concat({y, reshape(sum(y * b[slice(0, i)]) * 0.01f + b[i] - mean(b[slice(0, i)]), {1})}, 0); });
      return y;
    };
  };
  const Tensor b = random_normal({110}, 3);
  const ir::Graph few = trace_large(grown(30), {b}), many = trace_large(grown(110), {b});
  CHECK(count_of(few, ops::Op::while_loop) == 0);
  CHECK(result_shape(few) == Shape{30});
  CHECK(count_of(many, ops::Op::while_loop) == 1);
  CHECK(result_shape(many) == Shape{unknown});
  for (int n : {30, 110}) check_agreement(grown(n), {b});
}

TEST_CASE("numbers that the body changes are known after a recorded loop") {
  bool known = false;
  const Staged1 f = [&](Inputs x) {
    Tensor y = x[0];
    Staged<int> i = 1, twice = 0;
    while_stmt([&] { return i < 50; }, AG_STATE(y, i, twice),
               [&] {
                 y[i] =
                     y[i] + sum(y[slice(0, i)]) * 0.02f - max(y[slice(0, i)]) * astype(mean(y[slice(0, i)]), float32);
                 ++i;
                 twice += 2;
               });
    known = i.is_host() && twice.is_host() && twice.value() == 98;
    return y;
  };
  const ir::Graph graph = trace_large(f, {random_normal({50}, 4)});
  CHECK(count_of(graph, ops::Op::while_loop) == 1);
  CHECK(known);
  check_agreement(f, {random_normal({50}, 4)});
}

TEST_CASE("nested loops of equal iterations are recorded if their product is large") {
  const auto nodes = [](int n) {
    const Staged1 f = [=](Inputs x) {
      Tensor y = x[0];
      Staged<int> i = 0;
      for_stmt([&] { return i < n; }, [&] { ++i; }, AG_STATE(y, i),
               [&] {
                 Staged<int> j = 1;
                 for_stmt([&] { return j < n; }, [&] { ++j; }, AG_STATE(y, j),
                          [&] { y[j] = y[j] * 0.5f + y[j - 1] * y[i]; });
               });
      return y;
    };
    return ir::count_nodes(trace_large(f, {random_normal({n}, 5)}));
  };
  CHECK(nodes(100) == nodes(120));
  CHECK(nodes(100) < 60);
}

}  // namespace large_loops_test

}  // namespace ag::test
