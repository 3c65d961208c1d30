// Functions as arguments, and in objects: what a call changes.
#include <functional>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;
using e2e::run;

namespace {

template <class F>
Tensor trapezoids(F f, Tensor a, Tensor b, int n) {
  Tensor h = (b - a) / n, sum = 0.5 * (f(a) + f(b));
  for (int i = 1; i < n; ++i) sum += f(a + i * h);
  return sum * h;
}

// A counter of the host, where the host decides how often it counts, and one that the graph carries.
AG_FUNCTION Tensor evaluations(Tensor x) {
  int count = 0;
  auto f = [&](Tensor t) {
    ++count;
    return t * t;
  };
  Tensor sum = trapezoids(f, 0 * x, x, 2);
  for (int n = 4; n < 40; n *= 2) {
    const Tensor last = std::exchange(sum, trapezoids(f, 0 * x, x, n));
    if (ag::abs(sum - last) < 0.5) break;
  }
  return sum + 1000 * count;
}

template <class F, class G>
auto composed(F f, G g) {
  return [f, g](Tensor x) { return f(g(x)); };
}
AG_FUNCTION Tensor composition(Tensor x) {
  int n = 0;
  auto both = composed(
      [&](Tensor y) {
        ++n;
        return y + 1;
      },
      [](Tensor y) { return y * 2; });
  Tensor r = both(x);
  if (r > 4) r = both(r);
  return r + 10 * n;
}

AG_FUNCTION Tensor list_of_steps(Tensor x) {
  Tensor n = 0 * x;
  std::vector<std::function<Tensor(Tensor)>> steps;
  steps.push_back([&](Tensor y) {
    n += 1;
    return y + 1;
  });
  steps.push_back([&](Tensor y) {
    n += 2;
    return y * 2;
  });
  Tensor r = x;
  for (auto& step : steps) {
    if (r > 1) r = step(r);
  }
  if (x > 2) r = steps[0](r);
  return r + 10 * n;
}

// A function that somebody else made, of a reference.
auto adder(Tensor& to) {
  return [&to](Tensor y) { return to = to + y; };
}
Tensor add(Tensor& to, Tensor y) { return to = to + y; }
AG_FUNCTION Tensor adders(Tensor x) {
  Tensor t = x;
  auto g = adder(t);
  auto h = std::bind(add, std::ref(t), std::placeholders::_1);
  Tensor r = g(x);
  if (x > 2) r = g(r) + h(x);
  return r + 10 * t;
}

// An object that changes when it is called is a variable of whoever has it.
struct Counter {
  Tensor count = 0.0;
  Tensor operator()(Tensor y) {
    count += 3;
    return y + count;
  }
};
template <class F>
Tensor by_value(F f, Tensor x) {
  Tensor a = f(x);
  if (a > 2) a = a + f(a);
  return a + f(a);
}
template <class F>
Tensor by_reference(F&& f, Tensor x) {
  Tensor a = std::forward<F>(f)(x);
  if (a > 2) a = a + std::invoke(f, a);
  return a + f(a);
}
AG_FUNCTION Tensor counters(Tensor x) {
  Counter counter;
  counter.count = 0 * x;
  const Tensor r = by_value(counter, x) + 10 * by_reference(counter, x) + counter.count;
  if (r > 50) x = std::invoke(counter, x);
  return r + x * counter.count;
}

// Of an object the methods that call what it holds where the host decides.
struct Newton {
  std::function<Tensor(Tensor)> f;
  Tensor step(Tensor x) { return x - f(x) * 1e-3 / (f(x + 1e-3) - f(x)); }
  Tensor run(Tensor x) {
    while (ag::abs(f(x)) > 1e-6) x = step(x);
    return x;
  }
};
AG_FUNCTION Tensor root(Tensor x) {
  int calls = 0;
  Newton pure{[&](Tensor y) { return y * y - x; }};
  Newton counted{[&](Tensor y) {
    ++calls;
    return y * y - x;
  }};
  return ag::round(1000 * (pure.run(x) + counted.step(counted.step(x)))) + 10000 * calls;
}

}  // namespace

void e2e::given_functions() {
  for (const double x : {0.5, -7.0, 3.0, 7.0}) {
    const Tensor t = ag::tensor(x, ag::float64);
    run("evaluations", evaluations, t);
    run("composition", composition, t);
    run("list_of_steps", list_of_steps, t);
    run("adders", adders, t);
    run("counters", counters, t);
    if (x > 0) run("root", root, t);
  }
}
