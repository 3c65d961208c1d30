/// Costs below a single call: one eager operation, one node of the interpreter, one call of a traced function. Each is
/// the difference of two functions of which one does more, so that what both do does not count.
#include "ag/ag.h"
#include "measure.h"
#include "workload.h"

using ag::Tensor;

namespace bench {

AG_FUNCTION Tensor few_nodes(Tensor x, Tensor y, Tensor n) {
  for (Tensor i : ag::range(n)) {
    x = x + y;
  }
  return x;
}

AG_FUNCTION Tensor many_nodes(Tensor x, Tensor y, Tensor n) {
  for (Tensor i : ag::range(n)) {
    x = x + y;
    x = x * y;
    x = x - y;
    x = x * y;
    x = x + y;
    x = x * y;
    x = x - y;
    x = x * y;
    x = x + y;
    x = x * y;
    x = x - y;
  }
  return x;
}

AG_FUNCTION Tensor two_sums(Tensor a, Tensor b, Tensor c) { return a + b + c; }

AG_FUNCTION Tensor many_sums(Tensor a, Tensor b, Tensor c) {
  Tensor sum = a + b + c;
  sum = sum + a + b + c + a + b + c + a + b + c + a;
  sum = sum + b + c + a + b + c + a + b + c + a + b;
  return sum;
}

namespace {

constexpr int64_t kMoreNodes = 10, kMoreSums = 20;

double eager_operation(const Limits& limits) {
  constexpr int kOperations = 100;
  Tensor x = ag::tensor(1.5, ag::float32), y = ag::tensor(1.0, ag::float32), z;
  auto operations = [&] {
    for (int k = 0; k < kOperations; ++k) z = x + y;
  };
  return median(measure(operations, limits).samples) / kOperations;
}

double interpreter_node(const Limits& limits) {
  constexpr int64_t kRounds = 1000;
  const Tensor x = ag::tensor(1.5, ag::float32), y = ag::tensor(1.0, ag::float32), n = ag::tensor(kRounds, ag::int64);
  Tensor less, more;
  return difference([&] { less = few_nodes(x, y, n); }, [&] { more = many_nodes(x, y, n); }, limits) /
         static_cast<double>(kMoreNodes * kRounds);
}

double cached_call(const Limits& limits) {
  const Tensor a = ag::tensor({1.0f, 2.0f, 3.0f}), b = ag::tensor({4.0f, 5.0f, 6.0f}),
               c = ag::tensor({7.0f, 8.0f, 9.0f});
  Tensor less, more;
  auto call = [&] { less = two_sums(a, b, c); };
  const double node = difference(call, [&] { more = many_sums(a, b, c); }, limits) / static_cast<double>(kMoreSums);
  return median(measure(call, limits).samples) - 2 * node;
}

}  // namespace

std::vector<Micro> micro_measurements() {
  auto with_limits = [](double (*cost)(const Limits&)) {
    return [cost](bool quick) { return cost(quick ? kQuick : kFull); };
  };
  return {
      {"eager_op", "an eager operation on rank-0 tensors", "eager", 120e-9, with_limits(eager_operation)},
      {"interpreter_node", "a rank-0 node of the interpreter", "interpreter", 80e-9, with_limits(interpreter_node)},
      {"cached_call", "a cached call of three small tensors, without its nodes", "interpreter", 200e-9,
       with_limits(cached_call)},
  };
}

}  // namespace bench
