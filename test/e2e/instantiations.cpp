// Templates whose instantiations are converted one by one: types of locals that depend on a parameter, callables of
// every kind, bases that call what derives from them, members without state.
#include <array>
#include <cmath>
#include <concepts>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;
using e2e::f64;
using e2e::run;

namespace instantiations_programs {
namespace {

template <class T>
struct Sum {
  T total{};
  int n = 0;
  Sum& operator+=(T x) {
    total = total + x;
    ++n;
    return *this;
  }
};
template <class T>
AG_FUNCTION T positive_mean(const Tensor& x) {
  Sum<T> sum;
  std::vector<T> seen(2);
  for (int i = 0; i < x.size(); ++i) {
    if (x[i] > 0) sum += x[i].template item<T>();
    seen[i % 2] += x[i].template item<T>();
  }
  return sum.n > 0 ? sum.total / T(sum.n) + seen[1] : seen[0];
}
template <typename Real>
AG_FUNCTION Tensor weighted(Tensor n) {
  Tensor sum = ag::zeros({}, ag::float64);
  Real weight = 1;
  for (int k = 0; k <= n; ++k) {
    if (k == n)
      weight = 1;
    else
      weight = 2;
    sum += weight * k;
  }
  return sum;
}
template <std::floating_point T, int N>
AG_FUNCTION T clipped(const Tensor& x, T low, T high) {
  T value = x.template item<T>();
  for (int k = 0; k < N; ++k) value *= 2;
  if (value < low) return low;
  if (value > high) return high;
  return value;
}
AG_FUNCTION double of_types(Tensor x) {
  return clipped<double, 2>(x, x.item<double>(), 3) + clipped<float, 0>(x, 1, 2);
}

template <class T>
AG_FUNCTION T bounded(const Tensor& x, T low, T high) {
  T value = x.template item<T>();
  if (value < low) return low;
  return value > high ? high : value;
}
template <class T>
AG_FUNCTION std::pair<T, int> largest(const Tensor& x) {
  T most = x[0].template item<T>();
  int at = 0;
  for (int i = 1; i < x.size(); ++i) {
    const T value = x[i].template item<T>();
    if (value > most) {
      most = value;
      at = i;
    }
  }
  return {most, at};
}

template <class F>
AG_CONVERT double lowered(F f, double a) {
  while (f(a) > 1) a /= 2;
  return a;
}
template <class F>
double twice(F&& f, double x) {
  return std::forward<F>(f)(std::invoke(f, x));
}
template <class F>
AG_CONVERT int steps(F f, Tensor x) {
  int n = 0;
  while (x.item<double>() > 1) {
    x = f(x);
    ++n;
  }
  return n;
}
template <class D>
AG_CONVERT std::tuple<Tensor, int> settled(Tensor y, D d) {
  for (int s = 0; s < 20; s++) {
    y = y + 0.5 * d(y);
    if (y.item<double>() < 0.5) return {y, s};
  }
  return {y, -1};
}
AG_FUNCTION double of_lambdas(Tensor x, double a) {
  const double by = x.item<double>();
  auto [y, n] = settled(x, [](const Tensor& t) { return -t; });
  return lowered([&](double t) { return x.item<double>() * t; }, a) + twice([by](double t) { return t * by; }, a) +
         steps([](const Tensor& t) { return t / 2; }, x) + y.item<double>() * n;
}

struct Start {
  double at;
  template <class F>
  double run(F f) const {
    return f(at) + 1;
  }
};
auto line(const Tensor& x) {
  return [x](double t) { return x.item<double>() * t + 1; };
}
AG_FUNCTION double of_objects(Tensor x, double a) {
  Start start{a};
  auto p = line(x);
  auto apply = [](auto&& f, double t) { return f(t) + f(t + 1); };
  return start.run([&](double t) { return x.item<double>() * t; }) + p(a) + line(x)(1) +
         apply([&](double t) { return x.item<double>() * t; }, a);
}

struct Half {
  Tensor operator()(const Tensor& x) const { return x / 2; }
};
struct Info {
  int rounds = 0;
  double rest = 0;
};
template <class A>
struct Solver {
  A step;
  Info solve(Tensor x) const {
    Info info;
    while (x > 1) {
      x = step(x);
      ++info.rounds;
    }
    info.rest = x.item<double>();
    return info;
  }
};
template <class D>
struct Stepper {
  bool advance(Tensor& u) {
    u = static_cast<D*>(this)->step(u);
    return u.item<double>() < 10;
  }
};
struct Doubling : Stepper<Doubling> {
  Tensor step(const Tensor& u) { return u * 2 + 1; }
};
AG_FUNCTION double of_classes(Tensor x) {
  const Info info = Solver<Half>().solve(x);
  Doubling doubling;
  int n = 0;
  while (n < 8 && doubling.advance(x)) ++n;
  return info.rounds + info.rest + 10 * n;
}

AG_FUNCTION Tensor factorial(Tensor n) {
  auto self = [](const auto& me, Tensor k) -> Tensor {
    if (k <= 1) return ag::ones_like(k);
    return k * me(me, k - 1);
  };
  return self(self, n);
}
AG_FUNCTION int larger(Tensor x) {
  auto self = [&](auto&& me, int k) -> int {
    if (k >= 3) return 0;
    if (x > k) return 1 + me(me, k + 1);
    return me(me, k + 1);
  };
  return self(self, 0);
}
AG_FUNCTION double power(Tensor x) {
  std::function<double(double, int)> pow = [&](double t, int n) -> double { return n == 0 ? 1.0 : t * pow(t, n - 1); };
  return pow(x.item<double>(), 3);
}

Tensor hard(Tensor x) {
  if (x > 1) return ag::ones_like(x);
  return x;
}
Tensor soft(Tensor x) { return x / 3; }
using Activation = Tensor (*)(Tensor);
const Activation kActivations[] = {hard, soft};
AG_FUNCTION Tensor of_table(Tensor x, int which) { return kActivations[which](x) * 2; }

}  // namespace
}  // namespace instantiations_programs

void e2e::instantiations() {
  using namespace instantiations_programs;
  run("positive_mean<double>", positive_mean<double>, ag::tensor({1.5, -2.0, 3.0}, ag::float64));
  run("positive_mean<float>", positive_mean<float>, ag::tensor({1.5, -2.0, 3.0}, ag::float64));
  run("largest<double>", largest<double>, ag::tensor({1.5, -2.0, 3.0}, ag::float64));
  run("largest<int>", largest<int>, ag::tensor({4.0, -2.0, 3.0}, ag::float64));
  for (const int n : {3, 4}) {
    run("weighted<double>", weighted<double>, ag::tensor(n));
    run("weighted<float>", weighted<float>, ag::tensor(n));
    run("factorial", factorial, ag::tensor(n));
  }
  for (const double x : {0.3, 1.51, 7.0}) {
    run("of_types", of_types, f64(x));
    run("bounded<double>", bounded<double>, f64(x), 1.0, 2.0);
    run("bounded<float>", bounded<float>, f64(x), 1.0F, 2.0F);
    run("of_lambdas", of_lambdas, f64(x), 2.0);
    run("of_objects", of_objects, f64(x), 2.0);
    run("of_classes", of_classes, f64(x));
    run("larger", larger, f64(x));
    run("power", power, f64(x));
    run("of_table", of_table, f64(x), 0);
    run("of_table", of_table, f64(x), 1);
  }
}
