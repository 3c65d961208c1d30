// State: variables that functions create, read and write.
#include "guide.h"

using ag::Tensor, ag::Variable;

namespace {

AG_FUNCTION Tensor makes_one_each_time(Tensor x) {
  Variable v(1.0);
  v.assign_add(x);
  return v;
}

// Created in the first call.
struct Count {
  Variable count;
  AG_FUNCTION Tensor operator()() {
    if (!count.defined()) count = Variable(0);
    count.assign_add(1);
    return count;
  }
};

AG_FUNCTION Tensor counted() {
  static Variable calls(0);
  return calls.assign_add(1);
}

struct Dense : ag::Module {
  Variable w = variable(ag::tensor({{1.0}, {2.0}}), {.name = "w"});
  Variable b = variable(ag::zeros({1}), {.name = "b"});
  AG_FUNCTION Tensor operator()(Tensor x) { return ag::matmul(x, w) + b; }
};

// A momentum optimizer with one variable as its slot.
struct Momentum : ag::Module {
  Tensor rate;
  Variable velocity;
  explicit Momentum(double rate) : rate(rate) {}
  AG_CONVERT void apply(Variable w, Tensor gradient) {
    if (!velocity.defined()) velocity = Variable(ag::zeros(w.shape()));
    velocity.assign(0.9 * velocity - rate * gradient);
    w.assign_add(velocity);
  }
};

// One function for all optimizers: the optimizer is a member of the object.
struct TrainStep : ag::Module {
  Momentum optimizer;
  explicit TrainStep(double rate) : optimizer(submodule("optimizer", Momentum(rate))) {}
  AG_FUNCTION void operator()(Variable w, Tensor x, Tensor y) {
    Tensor gradient = ag::sum(2 * (w * x - y) * x);
    optimizer.apply(w, gradient);
  }
};

}  // namespace

void variables() {
  std::cout << makes_one_each_time(1.0) << " " << makes_one_each_time(2.0) << "\n";
  Count c;
  std::cout << c() << c() << c() << "\n";
  std::cout << counted() << counted() << "\n";

  Dense dense;
  std::cout << dense(ag::tensor({{3.0, 4.0}})) << "\n";
  dense.b.assign_add({0.5});
  std::cout << dense(ag::tensor({{3.0, 4.0}})) << "\n";
  for (const auto& [name, variable] : dense.state()) std::cout << name << " = " << variable << "\n";

  Variable w(2.0, {.name = "w"});
  TrainStep step_1(1e-2), step_2(1e-3);
  for (int i = 0; i < 10; ++i) {
    if (i % 2 == 0)
      step_1(w, ag::tensor({-1.0}), ag::tensor({2.0}));
    else
      step_2(w, ag::tensor({-1.0}), ag::tensor({2.0}));
  }
  std::cout << w << "\n";
}
