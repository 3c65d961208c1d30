// The rules of tracing, and ways to trace less often.
#include "guide.h"

using ag::Tensor;

namespace {

AG_FUNCTION Tensor add(Tensor a, Tensor b) { return a + b; }

// A traced function that is called by another one becomes a part of its graph.
AG_FUNCTION Tensor dense_layer(Tensor x, Tensor w, Tensor b) { return add(ag::matmul(x, w), b); }

AG_FUNCTION Tensor double_of(Tensor a) {
  trace("double_of");
  return a + a;
}

AG_FUNCTION_WITH(.input_signature = {ag::TensorSpec({ag::unknown}, ag::int32, "x")})
Tensor next_collatz(Tensor x) {
  trace("next_collatz");
  return ag::where(x % 2 == 0, x / 2, 3 * x + 1);
}

AG_FUNCTION_WITH(.reduce_retracing = true)
Tensor same(Tensor x) {
  trace("same");
  return x;
}

ag::Variable steps(0);

AG_CONVERT void train_one_step() { steps.assign_add(1); }

// A tensor of steps makes one graph for all its values; an int is a part of the signature.
AG_FUNCTION void train(Tensor num_steps) {
  trace("train, by a tensor");
  ag::print("executing with num_steps =", num_steps);
  for (Tensor i : ag::range(num_steps)) train_one_step();
}
AG_FUNCTION void train(int num_steps) {
  trace("train, by a number");
  ag::print("executing with num_steps =", num_steps);
  for (int i = 0; i < num_steps; ++i) train_one_step();
}

struct Fruit {
  Tensor flavor;
};
struct Apple : Fruit {
  Apple() : Fruit{ag::tensor({1, 2})} {}
};
struct Mango : Fruit {
  Mango() : Fruit{ag::tensor({3, 4})} {}
};

// The structure of an object is a part of the signature; its identity is not.
AG_FUNCTION Tensor mixed_flavor(Fruit a, Fruit b) {
  trace("mixed_flavor");
  return a.flavor + b.flavor;
}

void polymorphism() {
  std::cout << add(ag::ones({2, 2}), ag::ones({2, 2})) << "\n";
  std::cout << dense_layer(ag::ones({3, 2}), ag::ones({2, 2}), ag::ones({2})) << "\n";

  std::cout << double_of(ag::tensor(1)) << "\n";
  std::cout << double_of(ag::tensor(1.1)) << "\n";
  std::cout << double_of(ag::tensor(2)) << "\n";  // the graph of the first call
  trace(ag::function_of(double_of).pretty_printed_concrete_signatures());
}

void fewer_traces() {
  std::cout << next_collatz(ag::tensor({1, 2})) << "\n";
  std::cout << next_collatz(ag::tensor({1, 2, 3, 4})) << "\n";  // any length
  attempt("two dimensions", [] { next_collatz(ag::tensor({{1, 2}, {3, 4}})); });
  attempt("another dtype", [] { next_collatz(ag::tensor({1.0, 2.0})); });

  std::cout << same(ag::tensor({1, 2, 3})) << "\n";
  std::cout << same(ag::tensor({1, 2, 3, 4, 5})) << "\n";  // traced again, for any length
  std::cout << same(ag::tensor({1, 2, 3, 4, 5, 6, 7})) << "\n";
  trace(std::to_string(ag::function_of(same).tracing_count()) + " traces");
}

void numbers_and_tensors() {
  train(10);
  train(20);  // another value, another graph
  train(ag::tensor(10));
  train(ag::tensor(20));
  std::cout << steps << " steps\n";

  // Function objects do not share traces.
  auto f = [](Tensor x) {
    trace("f");
    return x + 1;
  };
  std::cout << ag::function(f)(1) << "\n";
  std::cout << ag::function(f)(1) << "\n";

  std::cout << mixed_flavor(Apple(), Mango()) << "\n";
  std::cout << mixed_flavor(Mango(), Mango()) << "\n";
}

}  // namespace

void tracing() {
  polymorphism();
  fewer_traces();
  numbers_and_tensors();
}
