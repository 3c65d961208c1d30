// Conjugate gradients for a symmetric positive definite system, with a preconditioner that is the diagonal.
#include <ag/ag.h>

#include <cmath>
#include <iostream>
#include <tuple>

using ag::Tensor;

namespace {

Tensor laplacian(Tensor v, double shift) {
  const int64_t n = v.shape(0);
  Tensor result = (2 + shift) * v;
  result[ag::slice(1, n)] -= v[ag::slice(0, n - 1)];
  result[ag::slice(0, n - 1)] -= v[ag::slice(1, n)];
  return result;
}

/// The solution, the norm of the residual, and the number of iterations.
AG_FUNCTION std::tuple<Tensor, double, int> solve(Tensor b, double shift, double tolerance = 1e-9) {
  Tensor x = ag::zeros_like(b);
  Tensor r = b - laplacian(x, shift);
  Tensor z = r / (2 + shift);
  Tensor p = z;
  Tensor rz = ag::sum(r * z);
  int iterations = 0;
  double residual = std::sqrt(double(ag::sum(r * r)));
  while (residual > tolerance) {
    if (iterations >= 200) {
      ag::print("no convergence");
      break;
    }
    const Tensor ap = laplacian(p, shift);
    const Tensor alpha = rz / ag::sum(p * ap);
    x = x + alpha * p;
    r -= alpha * ap;
    z = r / (2 + shift);
    const Tensor next = ag::sum(r * z);
    p = z + next / rz * p;
    rz = next;
    residual = std::sqrt(double(ag::sum(r * r)));
    ++iterations;
  }
  return {x, residual, iterations};
}

}  // namespace

void run() {
  for (int n : {4, 9}) {
    for (double shift : {0.01, 1.0}) {
      const auto [x, residual, iterations] = solve(ag::arange(n) * 0.5 + ag::ones({n}, ag::float64), shift);
      std::cout << x << " after " << iterations << " iterations, residual " << (residual < 1e-9 ? "small" : "large")
                << "\n";
    }
  }
}
