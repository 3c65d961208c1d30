#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Model {
  Tensor weight = 1.0;
  int steps = 0;
  Tensor step(Tensor x) {
    ag::if_stmt(x > ag::external(weight), [&] { ++ag::ref(steps); });
    return ag::external(weight) * x;
  }
  auto stepper() {
    return ag::function(ag::named("x", [this](Tensor x) { return step(x) + ag::external(steps); }));
  }
};
struct Scale {
  double by;
  Tensor operator()(Tensor x) const { return ag::if_else(x > ag::external(by), [&] { return x * ag::external(by); }, [&] { return x; }); }
};
Tensor limited(Tensor x) {
  return ag::if_else<Tensor>(x > 10, [&] { return 10 + 0 * x; }, [&] {
  return x;
}); }

int main() {
  double rate = 0.5;
  int calls = 0;
  Model model;
  auto step = ag::function(ag::named("x", [&](Tensor x) {
    ++ag::ref(calls);
    ag::if_stmt(x > ag::external(rate), [&] { ag::ref(rate) = ag::external(rate) / 2; });
    ag::ref(model.weight) = ag::external(model.weight) - ag::external(rate) * x;
    return ag::if_else(x > ag::external(calls), [&] { return x; }, [&] { return ag::external(model.weight); });
  }));
  auto fixed = ag::function(ag::named("x, most", [rate](Tensor x, int most) -> ag::Staged<int> {
    ag::Staged<int> n = 0;
    ag::while_stmt([&] { return ag::and_then(x > rate, [&] { return n < most; }); }, AG_STATE(x, n), [&] {
      x = x / 2;
      ++n;
    });
    return n;
  }), {.name = "fixed"});
  auto counter = ag::function(ag::named("x", [n = 0](Tensor x) AG_FUNCTION mutable { return x + ++ag::ref(n); }));
  step(counter(Tensor(fixed(1.f, 3))));
  ag::function(ag::named("limited(x)", limited))(1.f);
  const auto scaled = [](Tensor x, int n) { return n > 1 ? x * n : x; };
  ag::function(ag::named("scaled(x, n)", scaled), {.name = "scaled"})(1.f, 2);
  ag::function(Scale{3})(1.f);
  ag::function(&Model::step, model)(model.stepper()(1.f));
  return 0;
}
