// Applies tanh until every element is small: the number of iterations depends on the values.
#include <ag/ag.h>

#include <iostream>
#include <utility>

using ag::Tensor;

AG_FUNCTION std::pair<Tensor, Tensor> converge(Tensor x, Tensor limit) {
  Tensor steps = 0;
  while (ag::max(x) > limit) {
    x = ag::tanh(x);
    steps += 1;
  }
  return {x, steps};
}

int main() {
  auto [x, steps] = converge(ag::tensor({1.0, 2.0, 3.0}), ag::tensor(0.05, ag::float32));
  std::cout << "after " << steps << " steps: " << x << "\n";
}
