// Integrals: adaptive Simpson with a stack of intervals, and Gauss-Legendre with a growing number of panels.
#include <ag/ag.h>

#include <array>
#include <iostream>
#include <utility>

using ag::Tensor;

namespace {

Tensor integrand(Tensor x) { return ag::sqrt(ag::abs(x - 0.3)) * ag::exp(-x * x) + 1 / (1 + 25 * x * x); }

Tensor simpson(Tensor a, Tensor b) {
  const Tensor m = (a + b) / 2;
  return (b - a) / 6 * (integrand(a) + 4 * integrand(m) + integrand(b));
}

/// The integral from a to b, and the number of intervals that it took.
AG_FUNCTION std::pair<Tensor, int> adaptive_simpson(Tensor a, Tensor b, double tolerance) {
  constexpr int capacity = 64;
  Tensor lower = ag::zeros({capacity}, ag::float64);
  Tensor upper = ag::zeros({capacity}, ag::float64);
  lower[0] = a;
  upper[0] = b;
  int depth = 1;
  int intervals = 0;
  Tensor total = ag::zeros_like(a);
  while (depth > 0) {
    --depth;
    const Tensor left = lower[depth];
    const Tensor right = upper[depth];
    const Tensor middle = (left + right) / 2;
    const Tensor whole = simpson(left, right);
    const Tensor halves = simpson(left, middle) + simpson(middle, right);
    const double error = double(ag::abs(halves - whole));
    if (error <= 15 * tolerance * double(right - left) || depth + 2 > capacity) {
      total += halves + (halves - whole) / 15;
      ++intervals;
    } else {
      lower[depth] = left;
      upper[depth] = middle;
      ++depth;
      lower[depth] = middle;
      upper[depth] = right;
      ++depth;
    }
  }
  return {total, intervals};
}

/// Three-point Gauss-Legendre; doubles the number of panels until two results agree.
AG_FUNCTION Tensor gauss(Tensor a, Tensor b, double tolerance) {
  const std::array<double, 3> nodes = {-0.7745966692414834, 0.0, 0.7745966692414834};
  const std::array<double, 3> weights = {0.5555555555555556, 0.8888888888888889, 0.5555555555555556};
  Tensor previous = ag::zeros_like(a);
  bool converged = false;
  for (int panels = 1; !converged && panels <= 1024; panels *= 2) {
    const Tensor width = (b - a) / panels;
    Tensor sum = ag::zeros_like(a);
    for (int p = 0; p < panels; ++p) {
      const Tensor center = a + (p + 0.5) * width;
      for (int k = 0; k < 3; ++k) sum += weights[k] * integrand(center + nodes[k] * width / 2);
    }
    sum = sum * width / 2;
    converged = bool(ag::abs(sum - previous) < tolerance);
    previous = sum;
  }
  return previous;
}

}  // namespace

void run() {
  const Tensor a = ag::tensor(-1.0, ag::float64);
  for (double end : {0.0, 1.0, 4.0}) {
    const Tensor b = ag::tensor(end, ag::float64);
    for (double tolerance : {1e-3, 1e-8}) {
      const auto [value, intervals] = adaptive_simpson(a, b, tolerance);
      std::cout << "simpson " << value << " with " << intervals << " intervals\n";
    }
    std::cout << "gauss " << gauss(a, b, 1e-6) << "\n";
  }
}
