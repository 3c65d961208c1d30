#include <ag/ag.h>
using ag::Tensor;

struct Model {
  Tensor weight = 1.0;
  int steps = 0;
  Tensor step(Tensor x) {
    if (x > weight) ++steps;
    return weight * x;
  }
  auto stepper() {
    return ag::function([this](Tensor x) { return step(x) + steps; });
  }
};
struct Scale {
  double by;
  Tensor operator()(Tensor x) const { return x > by ? x * by : x; }
};
Tensor limited(Tensor x) {
  if (x > 10) return 10 + 0 * x;
  return x;
}

int main() {
  double rate = 0.5;
  int calls = 0;
  Model model;
  auto step = ag::function([&](Tensor x) {
    ++calls;
    if (x > rate) rate = rate / 2;
    model.weight = model.weight - rate * x;
    return x > calls ? x : model.weight;
  });
  auto fixed = ag::function([rate](Tensor x, int most) -> int {
    int n = 0;
    while (x > rate && n < most) {
      x = x / 2;
      ++n;
    }
    return n;
  }, {.name = "fixed"});
  auto counter = [n = 0](Tensor x) AG_FUNCTION mutable { return x + ++n; };
  step(counter(Tensor(fixed(1.f, 3))));
  ag::function(limited)(1.f);
  const auto scaled = [](Tensor x, int n) { return n > 1 ? x * n : x; };
  ag::function(scaled, {.name = "scaled"})(1.f, 2);
  ag::function(Scale{3})(1.f);
  ag::function(&Model::step, model)(model.stepper()(1.f));
  return 0;
}
