// Roots and minima of functions of one and of several variables.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace bisection {
struct Bracket {
  Tensor low, high;
  int steps = 0;
};

Tensor cubic(const Tensor& x, const Tensor& c) { return x * x * x - 2 * x - c; }

AG_FUNCTION std::optional<Bracket> bisect(Tensor low, Tensor high, Tensor c, double tolerance) {
  Tensor at_low = cubic(low, c);
  if (at_low * cubic(high, c) > 0) return std::nullopt;
  Bracket b{low, high};
  while (b.high - b.low > tolerance) {
    const Tensor middle = (b.low + b.high) / 2;
    const Tensor value = cubic(middle, c);
    ++b.steps;
    if (value == 0) {
      b.low = b.high = middle;
      break;
    }
    if ((value < 0) == (at_low < 0)) {
      b.low = middle;
      at_low = value;
    } else {
      b.high = middle;
    }
  }
  return b;
}

void run() {
  for (double c : {5.0, 4.0, 1.0, 1000.0}) {
    auto found = bisect(ag::tensor(0.0), ag::tensor(4.0), ag::tensor(c), 1e-4);
    if (!found) {
      std::printf("no change of sign for %g\n", c);
      continue;
    }
    std::printf("%g: %.9g after %d\n", c, double(found->low), found->steps);
  }
}
}  // namespace bisection

namespace newton_raphson {
AG_FUNCTION std::pair<Tensor, bool> kepler(Tensor mean_anomaly, Tensor eccentricity) {
  Tensor e = ag::where(eccentricity > 0.8, ag::full_like(mean_anomaly, 3.14159265), mean_anomaly);
  for (int i = 0; i < 30; ++i) {
    const Tensor f = e - eccentricity * ag::sin(e) - mean_anomaly;
    const Tensor slope = 1 - eccentricity * ag::cos(e);
    const Tensor step = f / slope;
    e -= step;
    if (ag::abs(step) < 1e-6) return {e, true};
  }
  return {e, false};
}

void run() {
  const double cases[][2] = {{0.5, 0.1}, {2.0, 0.7}, {0.2, 0.95}, {3.0, 0.0}};
  for (auto& [m, ecc] : cases) {
    auto [e, converged] = kepler(ag::tensor(m), ag::tensor(ecc));
    std::cout << m << " " << ecc << ": ";
    std::printf("%.6g %s\n", double(e), converged ? "converged" : "open");
  }
}
}  // namespace newton_raphson

namespace secant_method {
class Secant {
 public:
  explicit Secant(std::function<Tensor(Tensor)> f, int limit = 50) : f_(std::move(f)), limit_(limit) {}

  Tensor solve(Tensor x0, Tensor x1) const {
    Tensor f0 = f_(x0), f1 = f_(x1);
    int k = 0;
    do {
      if (f1 == f0) break;
      const Tensor next = x1 - f1 * (x1 - x0) / (f1 - f0);
      x0 = std::exchange(x1, next);
      f0 = f1;
      f1 = f_(next);
    } while (ag::abs(f1) > 1e-9 && ++k < limit_);
    return x1;
  }

 private:
  std::function<Tensor(Tensor)> f_;
  int limit_;
};

AG_FUNCTION Tensor cosine_fixed_point(Tensor a, Tensor b) {
  Secant secant([](Tensor x) { return ag::cos(x) - x; });
  return secant.solve(a, b);
}

AG_FUNCTION Tensor lambert_w(Tensor z) {
  Secant secant([z](Tensor w) { return w * ag::exp(w) - z; }, 20);
  return secant.solve(z * 0.0, z / (1 + z));
}

void run() {
  std::printf("%.9g\n", double(cosine_fixed_point(ag::tensor(0.0, ag::float64), ag::tensor(1.0, ag::float64))));
  for (double z : {0.1, 1.0, 2.718281828}) std::printf("%.9g\n", double(lambert_w(ag::tensor(z, ag::float64))));
}
}  // namespace secant_method

namespace golden_section {
template <class F>
Tensor minimize(F f, Tensor a, Tensor b, double tolerance) {
  static constexpr double kRatio = 0.6180339887498949;
  Tensor c = b - kRatio * (b - a), d = a + kRatio * (b - a);
  Tensor fc = f(c), fd = f(d);
  while (b - a > tolerance) {
    if (fc < fd) {
      b = d;
      d = c;
      fd = fc;
      c = b - kRatio * (b - a);
      fc = f(c);
    } else {
      a = c;
      c = d;
      fc = fd;
      d = a + kRatio * (b - a);
      fd = f(d);
    }
  }
  return (a + b) / 2;
}

AG_FUNCTION Tensor valley(Tensor center, Tensor width) {
  return minimize([&](Tensor x) { return (x - center) * (x - center) + 0.1 * x; }, center - width, center + width,
                  1e-6);
}

AG_FUNCTION Tensor cosh_valley(Tensor shift) {
  auto f = [shift](const Tensor& x) { return ag::cosh(x - shift) + ag::abs(x); };
  return minimize(f, ag::tensor(-3.0, ag::float64), ag::tensor(3.0, ag::float64), 1e-7);
}

void run() {
  std::printf("%.6f\n", double(valley(ag::tensor(2.0, ag::float64), ag::tensor(1.0, ag::float64))));
  std::printf("%.6f\n", double(valley(ag::tensor(-1.5, ag::float64), ag::tensor(4.0, ag::float64))));
  std::printf("%.6f %.6f\n", double(cosh_valley(ag::tensor(2.0, ag::float64))),
              double(cosh_valley(ag::tensor(-0.2, ag::float64))));
}
}  // namespace golden_section

namespace gradient_descent_backtracking {
struct Options {
  double shrink = 0.5;
  double slope = 1e-4;
  int max_steps = 200;
};

Tensor rosenbrock(const Tensor& p) { return ag::square(1 - p[0]) + 10 * ag::square(p[1] - p[0] * p[0]); }

Tensor slope_of(const Tensor& p) {
  Tensor g = ag::zeros_like(p);
  const Tensor inner = p[1] - p[0] * p[0];
  g[0] = -2 * (1 - p[0]) - 40 * p[0] * inner;
  g[1] = 20 * inner;
  return g;
}

AG_FUNCTION std::tuple<Tensor, Tensor, int> descend(Tensor p, Options options) {
  int steps = 0;
  Tensor value = rosenbrock(p);
  for (; steps < options.max_steps; ++steps) {
    const Tensor g = slope_of(p);
    const Tensor squared = ag::vecdot(g, g);
    if (squared < 1e-8) break;
    Tensor rate = 1.0;
    Tensor trial = p - rate * g;
    while (rosenbrock(trial) > value - options.slope * rate * squared) {
      rate *= options.shrink;
      trial = p - rate * g;
    }
    p = trial;
    value = rosenbrock(p);
  }
  return {p, value, steps};
}

void run() {
  auto [p, value, steps] = descend(ag::tensor({-1.2, 0.7}, ag::float64), {});
  std::printf("%.6f %.6f %.6g %d\n", double(p[0]), double(p[1]), double(value), steps);
  auto [q, least, count] = descend(ag::tensor({1.0, 1.0}, ag::float64), {.shrink = 0.3});
  std::printf("%.6f %.6f %.6g %d\n", double(q[0]), double(q[1]), double(least), count);
}
}  // namespace gradient_descent_backtracking

namespace regula_falsi {
enum class Status { Converged, NotBracketed, OutOfSteps };

const char* describe(Status status) {
  switch (status) {
    case Status::Converged:
      return "converged";
    case Status::NotBracketed:
      return "not bracketed";
    default:
      return "out of steps";
  }
}

AG_FUNCTION std::pair<double, Status> illinois(Tensor a, Tensor b, int limit) {
  auto f = [](double x) { return std::exp(-x) - 0.3 * x * x; };
  double low = a.item<double>(), high = b.item<double>();
  double f_low = f(low), f_high = f(high);
  if (f_low * f_high > 0) return {0.0, Status::NotBracketed};
  int side = 0;
  for (int n = 0; n < limit; ++n) {
    const double x = (f_low * high - f_high * low) / (f_low - f_high);
    if (std::fabs(high - low) < 1e-10 * std::fabs(high + low)) return {x, Status::Converged};
    const double fx = f(x);
    if (std::fabs(fx) < 1e-12) return {x, Status::Converged};
    if (fx * f_high > 0) {
      high = x;
      f_high = fx;
      if (side == -1) f_low /= 2;
      side = -1;
    } else {
      low = x;
      f_low = fx;
      if (side == +1) f_high /= 2;
      side = +1;
    }
  }
  return {low, Status::OutOfSteps};
}

void run() {
  for (auto [a, b, limit] : {std::tuple{0.0, 4.0, 50}, {2.0, 3.0, 50}, {0.0, 100.0, 3}}) {
    auto [x, status] = illinois(ag::tensor(a), ag::tensor(b), limit);
    std::printf("%.9f %s\n", x, describe(status));
  }
}
}  // namespace regula_falsi

namespace polynomial_roots {
struct Polynomial {
  std::vector<Tensor> coefficients;  // the highest power first

  Tensor operator()(const Tensor& x) const {
    Tensor y = coefficients.front();
    for (size_t i = 1; i < coefficients.size(); ++i) y = y * x + coefficients[i];
    return y;
  }
  Polynomial divided_by_root(const Tensor& root) const {
    Polynomial rest;
    Tensor carry = coefficients[0];
    for (size_t i = 1; i < coefficients.size(); ++i) {
      rest.coefficients.push_back(carry);
      carry = coefficients[i] + carry * root;
    }
    return rest;
  }
};

AG_FUNCTION std::vector<Tensor> real_roots(std::vector<Tensor> coefficients, Tensor start) {
  Polynomial p{coefficients};
  std::vector<Tensor> roots;
  while (p.coefficients.size() > 1) {
    Tensor x = start;
    for (int i = 0; i < 60; ++i) {
      const Tensor h = 1e-5;
      const Tensor slope = (p(x + h) - p(x - h)) / (2 * h);
      const Tensor step = p(x) / slope;
      x = x - step;
      if (ag::abs(step) < 1e-10) break;
    }
    roots.push_back(x);
    p = p.divided_by_root(x);
  }
  return roots;
}

void run() {
  auto number = [](double v) { return ag::tensor(v, ag::float64); };
  for (const Tensor& r : real_roots({number(1), number(-6), number(11), number(-6)}, number(0)))
    std::printf("%.6f ", double(r));
  for (const Tensor& r : real_roots({number(2), number(2), number(-24)}, number(10))) std::printf("%.6f ", double(r));
  std::printf("\n");
}
}  // namespace polynomial_roots

namespace fixed_point_with_aitken {
AG_FUNCTION Tensor accelerated(Tensor x, Tensor a) {
  auto g = [&a](Tensor v) { return ag::sqrt(a / (v + 1)); };
  for (int round = 0;; ++round) {
    const Tensor x1 = g(x), x2 = g(x1);
    const Tensor second = x2 - 2 * x1 + x;
    if (ag::abs(second) < 1e-12 || round >= 20) return x2;
    const Tensor better = x - (x1 - x) * (x1 - x) / second;
    if (ag::abs(better - x) < 1e-10) return better;
    x = better;
  }
}

void run() {
  for (double a : {0.5, 2.0, 30.0}) {
    const Tensor root = accelerated(ag::tensor(1.0, ag::float64), ag::tensor(a, ag::float64));
    std::printf("%.8f\n", root.item<double>());
  }
}
}  // namespace fixed_point_with_aitken

namespace muller_bracket_scan {
AG_FUNCTION std::vector<double> crossings(const Tensor& samples, double first, double step) {
  std::vector<double> places;
  const int64_t n = samples.shape(0);
  for (int64_t i = 1; i < n; ++i) {
    const double before = samples[i - 1].item<double>(), after = samples[i].item<double>();
    if (before == 0) {
      places.push_back(first + (i - 1) * step);
      continue;
    }
    if (before * after >= 0) continue;
    places.push_back(first + step * (i - 1 + before / (before - after)));
  }
  return places;
}

void run() {
  const Tensor t = ag::linspace(0, 10, 41, ag::float64);
  for (double place : crossings(ag::sin(t) - 0.25, 0, 0.25)) std::printf("%.6f ", place);
  std::printf("| %zu ", crossings(ag::ones({5}), 0, 1).size());
  for (double place : crossings(ag::tensor({0.0, 1.0, -1.0, -2.0}), 5, 2)) std::printf("| %.6f ", place);
  std::printf("\n");
}
}  // namespace muller_bracket_scan

namespace coordinate_search {
using Point = std::array<Tensor, 2>;

Tensor himmelblau(const Point& p) {
  const auto& [x, y] = p;
  return ag::square(x * x + y - 11) + ag::square(x + y * y - 7);
}

AG_FUNCTION Tensor search(Tensor x, Tensor y, float first_step) {
  Point p{x, y};
  Tensor best = himmelblau(p);
  float step = first_step;
  while (step > 1e-3f) {
    bool improved = false;
    for (auto& coordinate : p) {
      for (float direction : {+1.0f, -1.0f}) {
        const Tensor kept = coordinate;
        coordinate = coordinate + direction * step;
        const Tensor value = himmelblau(p);
        if (value < best) {
          best = value;
          improved = true;
        } else {
          coordinate = kept;
        }
      }
    }
    if (!improved) step *= 0.5f;
  }
  return ag::stack({p[0], p[1], best});
}

void run() {
  std::cout << search(ag::tensor(0.0), ag::tensor(0.0), 1.0f) << "\n";
  std::cout << search(ag::tensor(-4.0), ag::tensor(4.0), 0.5f) << "\n";
  std::cout << search(ag::tensor(3.0), ag::tensor(2.0), 0.25f) << "\n";
}
}  // namespace coordinate_search

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"bisection", bisection::run},
                                {"newton_raphson", newton_raphson::run},
                                {"secant_method", secant_method::run},
                                {"golden_section", golden_section::run},
                                {"gradient_descent_backtracking", gradient_descent_backtracking::run},
                                {"regula_falsi", regula_falsi::run},
                                {"polynomial_roots", polynomial_roots::run},
                                {"fixed_point_with_aitken", fixed_point_with_aitken::run},
                                {"muller_bracket_scan", muller_bracket_scan::run},
                                {"coordinate_search", coordinate_search::run}});
}
