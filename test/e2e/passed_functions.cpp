// Functions as arguments, and in objects: what a call changes.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;
using e2e::run;

namespace passed_functions_programs {
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

// Staged statements of functions that are given a lambda carry what that changes.
template <class F>
Tensor where_large(F f, Tensor x) {
  Tensor a = f(x);
  if (a > 2) a = a + f(a);
  return a + f(a);
}
Tensor erased(std::function<Tensor(Tensor)> f, Tensor x) {
  for (Tensor i : ag::range(ag::astype(ag::abs(x), ag::int32))) {
    if (i == 3) break;
    x = f(x + i);
  }
  return x;
}
template <class F>
Tensor handed_on(const F& f, Tensor x) {
  return where_large([&](Tensor y) { return f(y) * 2; }, x) + where_large(f, x);
}
AG_FUNCTION Tensor grown(Tensor x) {
  while (x < 9) x = x * 2 + 10;
  return x;
}
template <class F>
Tensor through_others(F f, Tensor x) {
  Tensor y = grown(x);
  y = ag::while_loop([](Tensor v) { return v > 4; }, [&](Tensor v) { return f(v) / 4; }, y);
  return x > 1 && f(y) > 0 ? y : f(x);
}
template <class F>
Tensor in_operators_only(const F& f, Tensor x) {
  x = ag::while_loop([](Tensor v) { return v > 1; }, [&](Tensor v) { return f(v) / 4; }, x);
  return x + ag::cond(x > 0.5, [&] { return f(x); }, [&] { return x; });
}
AG_FUNCTION Tensor lent_to_operators(Tensor x) {
  int n = 1;
  auto step = [&n](Tensor y) {
    ++n;
    return y + 1;
  };
  return in_operators_only(step, x) + 100 * n;
}
template <class F>
Tensor halved(F f, Tensor x) {
  while (x > 1) {
    x = x / 2;
    f(x);
  }
  return x;
}
// Lists that grow in what is given are those of the runtime.
AG_FUNCTION Tensor lent_lists(Tensor x) {
  std::vector<Tensor> seen;
  std::vector<double> numbers{1.5};
  std::vector<int> fixed{1, 2};
  int n = 0;
  Tensor r = halved(
      [&](Tensor y) {
        seen.push_back(y);
        numbers.push_back(n);
        ++n;
        fixed[1] += 3;
        if (n > 3) numbers.pop_back();
      },
      x);
  seen.push_back(r);
  return ag::sum(ag::stack(seen)) + int(seen.size()) * 10 + int(numbers.size()) * 100 + numbers.back() + fixed[1];
}
Tensor outside = ag::tensor(10.0, ag::float64);
Tensor written = ag::tensor(8.0, ag::float64);
// A loop finds out while it is traced that it carries `written`, beside what is lent.
AG_FUNCTION Tensor lent_beside_outside(Tensor x) {
  Tensor last = x;
  for (Tensor left = 3; left > 0; left -= 1) {
    Tensor inner = e2e::i64(5);
    ag::while_loop([&](Tensor) { return (inner -= 1) >= 0 && (1 ^ inner) < left; },
                   [&](Tensor round) {
                     last = outside;
                     written = x;
                     return round;
                   },
                   0);
  }
  return x + last + written;
}
AG_FUNCTION Tensor lent(Tensor x) {
  int n = 0;
  Tensor seen = 0 * x;
  double largest = -100;
  auto step = [&](Tensor y) {
    ++n;
    seen += y;
    if (y > largest) largest = double(y);
    return y + 1;
  };
  Tensor r = where_large(step, x);
  if (r > 5) r = r - erased(step, x);
  for (int k = 0; k < 2; ++k) r = r + handed_on(step, x * k);
  r = r + erased([&](Tensor y) { return where_large(step, y) - n; }, x);
  return r + through_others(step, x) + 1000 * n + seen / 8 + largest * 16;
}

// Objects that hold such a lambda.
struct Node {
  virtual ~Node() = default;
  virtual Tensor run(Tensor x) = 0;
};
struct Branch : Node {
  std::function<Tensor(Tensor)> step;
  explicit Branch(std::function<Tensor(Tensor)> given) : step(std::move(given)) {}
  Tensor run(Tensor x) override {
    if (x > 2) return step(x);
    return x;
  }
};
template <class F>
struct Repeated {
  F f;
  int times = 3;
  Tensor run(Tensor x) {
    for (int k = 0; k < times; ++k) {
      if (x < 40) x = f(x);
    }
    return x;
  }
};
AG_FUNCTION Tensor lent_to_objects(Tensor x) {
  int n = 0;
  Tensor seen = 0 * x;
  auto step = [&](Tensor y) {
    seen += y;
    n += 2;
    return y * 2;
  };
  std::unique_ptr<Node> node = std::make_unique<Branch>(step);
  std::vector<Branch> list;
  list.emplace_back(step);
  Newton newton{[&](Tensor y) {
    ++n;
    return y * y - ag::abs(x) - 1;
  }};
  Repeated repeated{step};
  Tensor r = node->run(x) + list[0].run(x + 1) + repeated.run(x);
  if (r > 8) r = r + node->run(r);
  r = r + ag::round(1000 * newton.run(ag::abs(x) + 1));
  return r + 10000 * n + seen;
}

// What throws in between gives it back, too.
template <class F>
Tensor checked(F f, Tensor x) {
  if (x > 2) {
    x = f(x);
    if (x > 5) throw std::runtime_error("too large");
  }
  return x;
}
AG_FUNCTION Tensor counts_until_it_throws(Tensor x, Tensor& count) {
  return checked(
      [&](Tensor y) {
        count += 1;
        return y + 1;
      },
      x);
}

/// A tuple is a result as a pair is.
template <class F>
std::tuple<double, int, bool> secant(F&& f, double a, double b, double tolerance = 1e-10, int rounds = 30) {
  double fa = f(a), fb = f(b);
  for (int k = 0; k < rounds; ++k) {
    if (std::fabs(fb) < tolerance) return {b, k, true};
    const double c = b - fb * (b - a) / (fb - fa);
    a = b;
    fa = fb;
    b = c;
    fb = f(c);
  }
  return {b, rounds, false};
}
template <class F>
auto value_and_sign(F f, double x) {
  const double y = f(x);
  return std::make_tuple(y, y < 0 ? -1 : 1);
}

AG_FUNCTION double tuples(Tensor k) {
  const auto [x, steps, found] = secant([&](double x) { return std::cos(x) - k.item<double>() * x; }, 0.1, 1.0);
  const auto result = value_and_sign([&](double x) { return x - k.item<double>(); }, 2.0);
  if (!found) return -1;
  return x * 100 + steps + std::get<0>(result) * std::get<1>(result) * 1000;
}

/// What counts its calls, given to a template that calls it as often as a tensor decides.
template <class F>
std::pair<double, double> walked(F f, double x, double step) {
  double fx = f(x);
  while (step > 1e-3) {
    const double left = f(x - step), right = f(x + step);
    if (left < fx && left <= right) {
      x -= step;
      fx = left;
    } else if (right < fx) {
      x += step;
      fx = right;
    } else {
      step *= 0.5;
    }
  }
  return {x, fx};
}
template <class F>
double halved_until(F&& f, double x) {
  while (f(x) > 1) x /= 2;
  return x;
}

AG_FUNCTION double counted_calls(Tensor k) {
  int calls = 0;
  double worst = 0;
  const double at = k.item<double>();
  const auto [x, fx] = walked(
      [&calls, &worst, at](double v) {
        ++calls;
        const double value = (v - at) * (v - at) + 1;
        worst = std::max(worst, value);
        return value;
      },
      0.0, 1.0);
  const double rest = halved_until(
      [&](double v) {
        calls += 100;
        return v * v;
      },
      at);
  return x + fx + calls * 10 + worst + rest;
}

}  // namespace
}  // namespace passed_functions_programs

void e2e::passed_functions() {
  using namespace passed_functions_programs;
  for (const double x : {0.5, -7.0, 3.0, 7.0}) {
    const Tensor t = ag::tensor(x, ag::float64);
    run("evaluations", evaluations, t);
    run("composition", composition, t);
    run("tuples", tuples, t);
    run("counted_calls", counted_calls, t);
    run("list_of_steps", list_of_steps, t);
    run("adders", adders, t);
    run("counters", counters, t);
    if (x > 0) run("root", root, t);
    run("lent", lent, t);
    run("lent_to_operators", lent_to_operators, t);
    run("lent_lists", lent_lists, t);
    run("lent_beside_outside", lent_beside_outside, t);
    run("lent_to_objects", lent_to_objects, t);
    Tensor count = 5;
    for (int call = 0; call < 2; ++call) {
      try {
        std::cout << counts_until_it_throws(t, count);
      } catch (const std::exception& error) {
        std::cout << error.what();
      }
      std::cout << " " << count << "\n";
    }
  }
}
