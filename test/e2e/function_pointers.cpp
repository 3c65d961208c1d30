// Pointers to functions of numbers that are known when the graph is made: parameters, members, elements of tables.
#include <array>
#include <functional>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace function_pointers_programs {
namespace {

using Cost = double (*)(const Tensor&, double);

AG_CONVERT double quadratic(const Tensor& p, double x) { return (x - p.item<double>()) * x; }
double linear(const Tensor& p, double x) { return x > 1 ? p.item<double>() - x : -x; }
double never_negative(const Tensor& p, double x) noexcept { return ag::abs(p * x).item<double>(); }
AG_FUNCTION double traced(const Tensor& p, double x) { return x - p.item<double>(); }
double chosen(const Tensor& p, double x) { return x * p.item<double>() - 1; }
[[maybe_unused]] double chosen(const Tensor& p, int x) { return x + p.item<double>(); }
struct Point {
  double x;
  int steps;
};
Point moved(const Tensor& p, Point point) {
  if (p > 2) ++point.steps;
  point.x += ag::abs(p).item<double>() + 1;
  return point;
}
void raised(const Tensor& p, double& x) {
  if (p > 2) x += 1;
}
double shrunk(double x) { return x > 1 ? x * x : x / 4; }
double cubed(double x) { return x * x * x; }
Tensor rectified(Tensor x) {
  if (x > 0) return x;
  return 0 * x;
}
double total(const Tensor& x) { return ag::sum(x).item<double>(); }

AG_FUNCTION double doubled_below(const Tensor& p, double a, Cost f) {
  if (f(p, a) < 0) a = 2 * a;
  return a;
}
AG_FUNCTION double declared_as_function(const Tensor& p, double a, double f(const Tensor&, double)) {
  if (f(p, a) < 0) a = 2 * a;
  return a;
}
AG_FUNCTION double doubled_while(const Tensor& p, double a, double (*f)(const Tensor&, double)) {
  int rounds = 0;
  while (f(p, a) < 0 && rounds < 8) {
    a = 2 * a;
    ++rounds;
  }
  return a;
}
AG_FUNCTION double throws_nothing(const Tensor& p, double a, double (*f)(const Tensor&, double) noexcept) {
  return f(p, a) > 4 ? a / 2 : a;
}
AG_FUNCTION double perhaps_none(const Tensor& p, double a, Cost f) {
  if (f && f(p, a) < 0) a = 2 * a;
  if (f == nullptr) a += 1;
  if (f == quadratic) a += 10;
  if (f != &linear) a += 100;
  return a;
}
struct Problem {
  Cost cost;
  double start;
};
AG_FUNCTION double of_member(const Tensor& p, Problem problem) {
  double a = problem.start;
  if (problem.cost(p, a) < 0) a = 2 * a;
  return a;
}
AG_FUNCTION double of_array(const Tensor& p, double a, const std::array<Cost, 2>& costs) {
  for (int k = 0; k < 2; ++k) {
    if (costs[k](p, a) < 0) a = 2 * a;
  }
  return a;
}
AG_FUNCTION double of_vector(const Tensor& p, double a, const std::vector<Cost>& costs) {
  for (Cost cost : costs) {
    if ((*cost)(p, a) < 0) a = 2 * a;
  }
  return a;
}
constexpr Cost kCosts[] = {quadratic, linear};
AG_FUNCTION double of_table(const Tensor& p, double a, int k) {
  static constexpr Cost kOthers[] = {linear, traced};
  if (kCosts[k](p, a) < 0) a = 2 * a;
  if (kOthers[k](p, a) < 0) a = 3 * a;
  for (Cost cost : kCosts) a += cost(p, a) > 1 ? 1 : 0;
  return a;
}
AG_CONVERT double held(const Tensor& p, double a, const std::function<double(const Tensor&, double)>& f) {
  return f(p, a) < 0 ? 2 * a : a;
}
AG_FUNCTION double handed_on(const Tensor& p, double a, Cost f) { return held(p, a, f); }
AG_FUNCTION double of_structures(const Tensor& p, Point (*f)(const Tensor&, Point), void (*g)(const Tensor&, double&)) {
  Point point{1, 2};
  while (point.x < 10) {
    point = f(p, point);
    g(p, point.x);
  }
  return point.x + point.steps;
}
AG_FUNCTION double of_numbers(const Tensor& p, double (*f)(double)) {
  double a = ag::abs(p).item<double>();
  while (f(a) > 0.5) a = a / 2;
  return a;
}
AG_FUNCTION double of_tensors(const Tensor& p, Tensor (*f)(Tensor), double (*g)(const Tensor&)) {
  return g(f(p)) > 0 ? 1 : 2;
}

using Number = double(double);
double through(Number* f, double x) { return (*f)(x) + f(x + 1); }
double through_type(Number f, double x) { return f(x); }
AG_FUNCTION double declared_apart(const Tensor& p) {
  const double x = p.item<double>();
  auto* f = shrunk;
  Number* const g = &cubed;
  auto* h{shrunk};
  decltype(cubed)* k = cubed;
  return f(x) + (*g)(x) + h(x) + k(x) + through(f, x) + through_type(cubed, x);
}

}  // namespace
}  // namespace function_pointers_programs

void e2e::function_pointers() {
  using namespace function_pointers_programs;
  for (const double x : {3.0, 0.5, -2.0}) {
    const Tensor p = f64(x);
    for (const double a : {1.0, 2.5}) {
      Cost table[] = {quadratic, linear, chosen, traced};
      for (Cost cost : table) {
        std::cout << doubled_below(p, a, cost) << " " << doubled_while(p, a, cost) << " " << perhaps_none(p, a, cost)
                  << " " << of_member(p, {cost, a}) << " " << handed_on(p, a, cost) << " "
                  << declared_as_function(p, a, cost) << "\n";
      }
      std::cout << perhaps_none(p, a, nullptr) << " " << doubled_below(p, a, never_negative) << " "
                << throws_nothing(p, a, never_negative) << " " << of_array(p, a, {quadratic, linear}) << " "
                << of_vector(p, a, {linear, linear, quadratic}) << " " << of_table(p, a, 0) << " " << of_table(p, a, 1)
                << " " << held(p, a, linear) << "\n";
    }
    std::cout << of_structures(p, moved, raised) << " " << of_numbers(p, shrunk) << " " << of_numbers(p, cubed) << " "
              << of_tensors(p, rectified, total) << " " << declared_apart(p) << "\n";
  }
}
