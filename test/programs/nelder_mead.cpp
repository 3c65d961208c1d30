// The downhill simplex method of Nelder and Mead on the functions of Rosenbrock and Himmelblau.
#include <ag/ag.h>

#include <iostream>
#include <tuple>

using ag::Tensor;

namespace {

Tensor rosenbrock(Tensor p) {
  const Tensor a = 1 - p[0];
  const Tensor b = p[1] - p[0] * p[0];
  return a * a + 100 * b * b;
}

Tensor himmelblau(Tensor p) {
  const Tensor a = p[0] * p[0] + p[1] - 11;
  const Tensor b = p[0] + p[1] * p[1] - 7;
  return a * a + b * b;
}

Tensor cost(Tensor p, int problem) { return problem == 0 ? rosenbrock(p) : himmelblau(p); }

/// The best corner, its value, and the number of steps.
AG_FUNCTION std::tuple<Tensor, Tensor, int> minimize(Tensor start, int problem, int limit) {
  const int n = 2;
  Tensor simplex = ag::zeros({n + 1, n}, ag::float64);
  Tensor values = ag::zeros({n + 1}, ag::float64);
  for (int i = 0; i <= n; ++i) {
    Tensor corner = start;
    if (i > 0) corner[i - 1] += 0.5;
    simplex[i] = corner;
    values[i] = cost(corner, problem);
  }
  int step = 0;
  for (; step < limit; ++step) {
    int best = 0, worst = 0, second = 0;
    for (int i = 1; i <= n; ++i) {
      if (values[i] < values[best]) best = i;
      if (values[i] > values[worst]) worst = i;
    }
    second = best;
    for (int i = 0; i <= n; ++i) {
      if (i != worst && values[i] > values[second]) second = i;
    }
    if (values[worst] - values[best] < 1e-10) break;

    const Tensor center = (ag::sum(simplex, 0) - simplex[worst]) / n;
    const Tensor reflected = 2 * center - simplex[worst];
    const Tensor reflected_value = cost(reflected, problem);
    if (reflected_value < values[best]) {
      const Tensor expanded = 3 * center - 2 * simplex[worst];
      const Tensor expanded_value = cost(expanded, problem);
      const bool further = bool(expanded_value < reflected_value);
      simplex[worst] = further ? expanded : reflected;
      values[worst] = further ? expanded_value : reflected_value;
      continue;
    }
    if (reflected_value < values[second]) {
      simplex[worst] = reflected;
      values[worst] = reflected_value;
      continue;
    }
    const Tensor contracted = (center + simplex[worst]) / 2;
    const Tensor contracted_value = cost(contracted, problem);
    if (contracted_value < values[worst]) {
      simplex[worst] = contracted;
      values[worst] = contracted_value;
      continue;
    }
    for (int i = 0; i <= n; ++i) {
      if (i == best) continue;
      simplex[i] = (simplex[i] + simplex[best]) / 2;
      values[i] = cost(simplex[i], problem);
    }
  }
  int best = 0;
  for (int i = 1; i <= n; ++i) {
    if (values[i] < values[best]) best = i;
  }
  return {simplex[best], values[best], step};
}

}  // namespace

void run() {
  for (int problem : {0, 1}) {
    for (double x : {-1.2, 3.0}) {
      const auto [point, value, steps] = minimize(ag::tensor({x, 1.0}, ag::float64), problem, 300);
      std::cout << "problem " << problem << ": " << point << " with " << value << " after " << steps << " steps\n";
    }
  }
}
