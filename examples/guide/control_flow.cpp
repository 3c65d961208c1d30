// Control flow that depends on tensors, and the generated code.
#include <utility>
#include <vector>

#include "guide.h"

using ag::Tensor;

namespace {

// A loop in the graph.
AG_FUNCTION Tensor shrink(Tensor x) {
  while (ag::sum(x) > 1) {
    ag::print(x);
    x = ag::tanh(x);
  }
  return x;
}

// The body and its branches are traced once for all values of n.
AG_FUNCTION void fizzbuzz(Tensor n) {
  for (Tensor i : ag::range(1, n + 1)) {
    trace("the loop");
    if (i % 15 == 0) {
      trace("the branch fizzbuzz");
      ag::print("fizzbuzz");
    } else if (i % 3 == 0) {
      trace("the branch fizz");
      ag::print("fizz");
    } else if (i % 5 == 0) {
      trace("the branch buzz");
      ag::print("buzz");
    } else {
      trace("the default branch");
      ag::print(i);
    }
  }
}

// A loop over a container is unrolled while the function is traced.
AG_FUNCTION Tensor train(std::vector<std::pair<Tensor, Tensor>> data) {
  Tensor loss = 0;
  for (auto [x, y] : data) loss += ag::abs(y - x);
  return loss;
}

// A loop over the rows of a tensor is a loop in the graph.
AG_FUNCTION Tensor train(Tensor data) {
  Tensor loss = 0;
  for (Tensor row : data) loss += ag::abs(row[1] - row[0]);
  return loss;
}

// break, continue and an early return in a loop.
AG_FUNCTION Tensor first_above(Tensor x, Tensor limit) {
  for (auto [i, row] : ag::enumerate(x)) {
    if (row < 0) continue;
    if (row > limit) return i;
  }
  return -1;
}

template <class F, class... A>
AG_DO_NOT_CONVERT void graph_size(const char* what, const F& function, const A&... arguments) {
  if (!AG_CONVERTED) return;
  trace(std::string(what) + ": " + std::to_string(function.graph(arguments...).node_count()) + " nodes");
}

}  // namespace

void control_flow() {
  std::cout << shrink(ag::tensor({0.3, 0.5, 0.8})) << "\n";
  trace(ag::function_of(shrink).to_code());
  fizzbuzz(ag::tensor(5));
  fizzbuzz(ag::tensor(20));

  using Data = std::vector<std::pair<Tensor, Tensor>>;
  auto on_list = ag::function_of<Tensor, Data>(train);
  auto on_tensor = ag::function_of<Tensor, Tensor>(train);
  graph_size("a list of 3", on_list, Data(3, {1, 1}));
  graph_size("a list of 10", on_list, Data(10, {1, 1}));
  graph_size("a tensor of 3 rows", on_tensor, ag::ones({3, 2}));
  graph_size("a tensor of 10 rows", on_tensor, ag::ones({10, 2}));
  std::cout << train(Data(3, {1, 3})) << " " << train(ag::tensor({{1, 2}, {3, 5}, {7, 1}})) << "\n";

  std::cout << first_above(ag::tensor({-5, 1, 7, 9}), 5) << " " << first_above(ag::tensor({1, 2}), 5) << "\n";
}
