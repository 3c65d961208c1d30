#include <ag/ag.h>

#include <vector>

using ag::Tensor;

using Cost = double (*)(const Tensor&, double);
AG_CONVERT double quadratic(const Tensor& p, double x) { return (x - p.item<double>()) * x; }
static double linear(const Tensor& p, double x) { return x > 1 ? p.item<double>() - x : -x; }
struct Costs {
  static double flat(const Tensor& p, double x) { return p > x ? 1 : -1; }
};
constexpr Cost kCosts[] = {quadratic, linear, &Costs::flat};
Cost current = linear;

struct Problem {
  Cost cost;
  double start;
};

AG_FUNCTION double searched(const Tensor& p, const Problem& problem, double f(const Tensor&, double)) {
  double a = problem.start;
  if (problem.cost(p, a) < 0) a = 2 * a;
  if (f == linear && (*f)(p, a) < 0) a = 3 * a;
  return a + current(p, a);
}
AG_FUNCTION double all(const Tensor& p, double a, const std::vector<Cost>& costs, int k) {
  for (Cost cost : costs) a += cost(p, a);
  return kCosts[k](p, a);
}
