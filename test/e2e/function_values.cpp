// Functions of numbers as values: std::function, pointers to functions, and what is given to them.
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace function_values_programs {
namespace {

double integrate(const std::function<double(double)>& f, double a, double b, int n) {
  const double h = (b - a) / n;
  double sum = 0.5 * (f(a) + f(b));
  for (int i = 1; i < n; ++i) sum += f(a + i * h);
  return sum * h;
}
double square(double t) { return t > 1 ? t * t : t; }
double bisect(std::function<double(double)> f, double lo, double hi, double tol = 1e-9) {
  double flo = f(lo);
  int rounds = 0;
  while (hi - lo > tol && rounds < 60) {
    const double mid = 0.5 * (lo + hi), fm = f(mid);
    if ((fm > 0) == (flo > 0)) {
      lo = mid;
      flo = fm;
    } else
      hi = mid;
    ++rounds;
  }
  return 0.5 * (lo + hi);
}
double apply2(double (*f)(double), double a) { return f((*f)(a)); }
std::function<double(double)> poly(double a, double b) {
  return [=](double t) { return a * t + b; };
}
using Rhs = std::function<void(double, const std::vector<double>&, std::vector<double>&)>;
std::vector<double> euler(const Rhs& rhs, std::vector<double> y, double t0, double t1, int n) {
  const double h = (t1 - t0) / n;
  std::vector<double> d(y.size());
  double t = t0;
  for (int k = 0; k < n; ++k) {
    rhs(t, y, d);
    for (size_t i = 0; i < y.size(); ++i) y[i] += h * d[i];
    t += h;
  }
  return y;
}
AG_FUNCTION Tensor area(Tensor x) {
  const double upper = double(x);
  return x + integrate([](double t) { return t * t; }, 0, upper, 10) +
         integrate([&](double t) { return t * upper; }, 0, 1, 4) + integrate(square, 0, upper, 5);
}
AG_FUNCTION Tensor root(Tensor x) {
  const double target = double(x);
  auto f = [&](double t) {
    if (t > 1) return t * t - target;
    return t - target;
  };
  return x * bisect(f, -10, 10) + bisect([target](double t) { return t - target / 2; }, -10.0, 10.0, 1e-3);
}
AG_FUNCTION Tensor pointers(Tensor x) {
  return x + apply2(square, double(x)) + apply2(&square, double(x)) + apply2([](double t) { return t + 1; }, double(x));
}
AG_FUNCTION Tensor made(Tensor x) {
  auto f = poly(double(x), 2);
  std::function<double(double)> g = poly(1, 2);
  return x + f(double(x)) + g(double(x)) + poly(2, 3)(double(x)) + g(1.0);
}
AG_FUNCTION Tensor ode(Tensor x) {
  const double k = double(x);
  std::vector<double> y = euler(
      [=](double t, const std::vector<double>& y, std::vector<double>& d) {
        d[0] = y[1];
        d[1] = -k * y[0] + t;
      },
      {1.0, 0.0}, 0, 1, 20);
  return x + y[0] * y[1];
}
AG_FUNCTION Tensor kinds(Tensor x, int kind) {
  std::function<double(double)> f = [](double t) { return t * t; };
  if (kind == 1) f = [&](double t) { return t + double(x); };
  double y = f(double(x));
  if (y > 3) y -= 1;
  return x * y;
}
double late(const std::function<double(double)>& f, double a, double (*g)(double));
using Fn = double (*)(double);
double plain_one(double t) noexcept { return t + 1; }
double with_typedef(Fn f, double a) {
  if (!f) return a;
  return f(a);
}
template <class F>
double middle(F f, double a, double b) {
  return f(0.5 * (a + b));
}
template <class T>
T scaled(const std::function<T(T)>& f, T a) {
  return 2 * f(a);
}
double nested(const std::function<double(double)>& f, double a, int n = 2) {
  if (n == 0) return f(a);
  return nested([&](double t) { return f(t) * 0.5 + a; }, a, n - 1);
}
struct Fit {
  double a = 1, b = 0;
  double at(double x) const { return a * x + b; }
  double apply(const std::function<double(double)>& f, double x) const { return f(at(x)); }
};
double pairwise(const std::function<std::pair<double, int>(double)>& f, double a) {
  auto [v, n] = f(a);
  return v * n;
}
double opt(double a, std::function<double(double)> f = nullptr) { return f ? f(a) : -a; }
double count_steps(const std::function<bool(double)>& stop, double a) {
  int n = 0;
  while (!stop(a) && n < 50) {
    a *= 0.5;
    ++n;
  }
  return n;
}
Tensor mapped(Tensor x, const std::function<double(double)>& f) { return x * f(double(x)); }
Tensor tensors(Tensor x, const std::function<Tensor(Tensor, int)>& f, int n) {
  for (int k = 0; k < n; ++k) x = f(x, k);
  return x;
}
AG_FUNCTION Tensor declared_before(Tensor x) {
  return x + late([](double t) { return t * 3; }, double(x), plain_one);
}
AG_FUNCTION Tensor through_a_typedef(Tensor x) {
  return x + with_typedef(plain_one, double(x)) + with_typedef(nullptr, double(x));
}
AG_FUNCTION Tensor handed_on(Tensor x) {
  std::function<double(double)> f = [](double t) { return t * t; };
  auto g = [&](double t) { return t - double(x); };
  return x + middle(f, 0, double(x)) + scaled<double>(f, double(x)) + middle(g, 0.0, 1.0) + nested(g, double(x));
}
AG_FUNCTION Tensor given_to_a_method(Tensor x) {
  Fit fit;
  fit.a = double(x);
  return x + fit.apply([&](double t) { return t * fit.a; }, double(x));
}
AG_FUNCTION Tensor gives_a_pair(Tensor x) {
  return x + pairwise([](double t) { return std::pair<double, int>(t * 2, t > 1 ? 3 : 2); }, double(x));
}
AG_FUNCTION Tensor none_given(Tensor x) {
  return x + opt(double(x)) + opt(double(x), [](auto t) { return t * t; });
}
AG_FUNCTION Tensor decides_a_loop(Tensor x) {
  return x + count_steps([&](double v) { return v < 0.01; }, double(x));
}
AG_FUNCTION Tensor in_a_function_of_tensors(Tensor x) {
  return mapped(x,
                [](double t) {
                  if (t > 1) return t;
                  return 2 * t;
                }) +
         mapped(x, plain_one);
}
AG_FUNCTION Tensor of_tensors_and_numbers(Tensor x) {
  return tensors(
      x,
      [](Tensor v, int k) {
        if (v > 1) return v - k;
        return v + k;
      },
      3);
}
double late(const std::function<double(double)>& f, double a, double (*g)(double)) { return g(f(a)); }
}  // namespace
}  // namespace function_values_programs

void e2e::function_values() {
  using namespace function_values_programs;
  for (const double x : {0.5, 2.0, 3.25, -1.5}) {
    run("area", area, f64(x));
    run("root", root, f64(x));
    run("pointers", pointers, f64(x));
    run("made", made, f64(x));
    run("ode", ode, f64(x));
    run("declared_before", declared_before, f64(x));
    run("through_a_typedef", through_a_typedef, f64(x));
    run("handed_on", handed_on, f64(x));
    run("given_to_a_method", given_to_a_method, f64(x));
    run("gives_a_pair", gives_a_pair, f64(x));
    run("none_given", none_given, f64(x));
    run("decides_a_loop", decides_a_loop, f64(x));
    run("in_a_function_of_tensors", in_a_function_of_tensors, f64(x));
    run("of_tensors_and_numbers", of_tensors_and_numbers, f64(x));
    run("kinds", kinds, f64(x), 0);
    run("kinds", kinds, f64(x), 1);
  }
  std::cout << integrate([](double t) { return std::sin(t); }, 0, 1, 10) << " " << apply2(square, 2) << " "
            << poly(1, 2)(3) << " " << bisect(square, -1, 1) << " " << late(plain_one, 2, plain_one) << " "
            << nested(plain_one, 2) << " " << opt(3) << "\n";
}
