// Functions that ag::function makes of lambdas, function objects, functions and methods.
#include <functional>
#include <memory>

#include "harness.h"

using ag::Tensor;

namespace callables_programs {
namespace {

Tensor limited(Tensor x) {
  if (x > 10) return 10 + 0 * x;
  return x;
}

struct Scale {
  double by = 2;
  int calls = 0;
  Tensor operator()(Tensor x) {
    ++calls;
    if (x > 4) by = by / 2;
    return x * by + calls;
  }
};

struct Model {
  Tensor weight = 2.0;
  int steps = 0;

  Tensor step(Tensor x) {
    if (x > weight) {
      weight = weight + x;
      ++steps;
    }
    return weight;
  }
  Tensor trained(Tensor x) {
    auto once = ag::function([this](Tensor v) { return step(v) + steps; });
    return once(x) + once(x + 1);
  }
};

template <class T, int kRounds>
AG_FUNCTION Tensor grown(Tensor x, T by) {
  for (int i = 0; i < kRounds; ++i) {
    if (x < 100) x = x + by;
  }
  return x;
}

void captured() {
  double rate = 0.5;
  int calls = 0;
  Tensor sum = 0.f;
  auto step = ag::function([&](Tensor x) {
    ++calls;
    if (x > rate) sum = sum + x;
    while (x > 1) x = x * rate;
    return x + sum;
  });
  auto same = step;
  for (float x : {4.f, 0.25f, 3.f}) {
    std::cout << step(x) << " " << sum << " " << calls << "\n";
    rate = rate / 2;
  }
  std::cout << same(8.f) << " " << sum << " " << calls << "\n";

  const Tensor offset = 3.f;
  auto fixed = ag::function([offset, rate](Tensor x) {
    if (x > offset) return x * rate;
    return x;
  });
  rate = 100;
  std::cout << fixed(2.f) << fixed(5.f) << "\n";

  auto counter = ag::function([n = 0, seen = Tensor(0.f)](Tensor x) mutable {
    ++n;
    if (x > seen) seen = x;
    return seen * n;
  });
  for (float x : {1.f, 5.f, 2.f}) std::cout << counter(x) << "\n";
}

void number_arguments() {
  auto halvings = ag::function([](Tensor x, int most) {
    int n = 0;
    while (x > 1 && n < most) {
      x = x / 2;
      ++n;
    }
    return n;
  });
  const int a = halvings(40.f, 10), b = halvings(40.f, 3);
  std::cout << a << " " << b << "\n";
  auto pair = ag::function([](Tensor& x, double by) -> std::pair<bool, Tensor> {
    const bool large = bool(x > by);
    if (large) x = x - by;
    return {large, x * 2};
  });
  Tensor x = 5.f;
  for (int i = 0; i < 3; ++i) {
    auto [large, twice] = pair(x, 2);
    std::cout << large << twice << x << "\n";
  }
  auto generic = ag::function([](auto x, auto y) {
    if (x > y) return x - y;
    return y - x;
  });
  std::cout << generic(Tensor(3.f), Tensor(5.f)) << "\n";
}

double factor = 3;
auto scaled_outside = ag::function([](Tensor x) {
  if (x > 2) return x * factor;
  return x;
});
Tensor halved(Tensor x) {
  if (x > 1) return x / 2;
  return x;
}
Tensor lowered(Tensor x) { return x > 0 ? x - 1 : x; }
auto chosen = ag::function(&halved);
struct Applies {
  decltype(ag::function(&halved)) step = ag::function(&halved);
  AG_FUNCTION Tensor twice(Tensor x) { return step(step(x)); }
};
AG_FUNCTION Tensor uses_objects(Tensor x, int n) {
  auto clipped = ag::function([&](Tensor y, int most) {
    if (y > most) return most + 0 * y;
    return y + n;
  });
  int rounds = 0;
  while (x < 20 && rounds < n) {
    x = clipped(x, 15 + rounds) + scaled_outside(x);
    ++rounds;
  }
  const auto shifted = ag::function([=](auto y) { return y + rounds; }, {.name = "shifted"});
  return chosen(shifted(x));
}
/// A copy is the object that it was copied from, in every call.
AG_FUNCTION Tensor copies_object(Tensor x) {
  auto mine = chosen;
  if (x > 100) x = x - 100;
  return mine(x) + 1;
}

/// Objects of ag::function that a converted function calls, and makes.
void objects_in_converted_code() {
  for (float x : {1.f, 4.f}) std::cout << uses_objects(x, 3) << "\n";
  factor = 2;
  std::cout << uses_objects(4.f, 3) << "\n";
  std::cout << copies_object(4.f) << "\n";
  chosen = ag::function(&lowered);
  std::cout << copies_object(4.f) << "\n";
  std::cout << uses_objects(4.f, 3) << "\n";
  Applies applies;
  std::cout << applies.twice(8.f) << "\n";
  applies.step = ag::function(&lowered);
  std::cout << applies.twice(8.f) << "\n";
}

void objects_and_functions() {
  auto function = ag::function(limited);
  auto pointer = ag::function(&limited);
  std::cout << function(3.f) << pointer(30.f) << "\n";
  auto scale = ag::function(Scale{});
  auto other = ag::function(Scale{3});
  for (float x : {1.f, 5.f, 2.f}) std::cout << scale(x) << other(x) << "\n";
  Model model;
  auto method = ag::function(&Model::step, model);
  std::cout << method(3.f) << method(1.f) << model.weight << model.steps << "\n";
  std::cout << model.trained(7.f) << model.steps << "\n";
  auto heap = std::make_unique<Model>();
  std::cout << heap->trained(7.f) << heap->steps << "\n";
  auto marked = [&](Tensor x) AG_FUNCTION {
    if (x > 1) return x + model.steps;
    return x;
  };
  std::cout << marked(2.f) << marked(0.f) << "\n";
  std::function<Tensor(Tensor)> erased = marked;
  model.steps = 100;
  std::cout << erased(2.f) << "\n";
}

}  // namespace
}  // namespace callables_programs

namespace e2e {

void callables() {
  using namespace ::callables_programs;
  captured();
  number_arguments();
  objects_and_functions();
  objects_in_converted_code();
  for (float x : {1.f, 99.f, 100.f}) std::cout << grown<double, 3>(x, 0.5) << grown<int, 2>(x, 2) << "\n";
}

}  // namespace e2e
