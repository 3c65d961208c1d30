// Limited-memory BFGS with a backtracking line search.
#include <ag/ag.h>

#include <array>
#include <iostream>

using ag::Tensor;

namespace {

constexpr int kMemory = 4;

struct Result {
  Tensor x;
  double value = 0;
  int iterations = 0;
  bool converged = false;
};

Tensor objective(Tensor x) {
  const Tensor a = x[0] - 1;
  const Tensor b = x[1] - x[0] * x[0];
  const Tensor c = x[2] - x[1] * x[1];
  return a * a + 10 * b * b + 10 * c * c;
}

Tensor gradient(Tensor x) {
  const Tensor a = x[0] - 1;
  const Tensor b = x[1] - x[0] * x[0];
  const Tensor c = x[2] - x[1] * x[1];
  Tensor g = ag::zeros_like(x);
  g[0] = 2 * a - 40 * b * x[0];
  g[1] = 20 * b - 40 * c * x[1];
  g[2] = 20 * c;
  return g;
}

Tensor dot(Tensor a, Tensor b) { return ag::sum(a * b); }

AG_FUNCTION Result minimize(Tensor x, int limit) {
  std::array<Tensor, kMemory> steps, changes, scales;
  for (int k = 0; k < kMemory; ++k) {
    steps[k] = ag::zeros_like(x);
    changes[k] = ag::zeros_like(x);
    scales[k] = ag::sum(x) * 0;
  }
  int stored = 0;
  Result result{.x = x};
  Tensor g = gradient(x);
  for (result.iterations = 0; result.iterations < limit; ++result.iterations) {
    if (ag::max(ag::abs(g)) < 1e-7) {
      result.converged = true;
      break;
    }
    Tensor direction = g;
    std::array<Tensor, kMemory> alpha;
    for (int k = 0; k < kMemory; ++k) {  // the newest pair comes first; unused ones have scale 0
      alpha[k] = scales[k] * dot(steps[k], direction);
      direction = direction - alpha[k] * changes[k];
    }
    if (stored > 0) direction = direction * (dot(steps[0], changes[0]) / dot(changes[0], changes[0]));
    for (int k = kMemory - 1; k >= 0; --k) {
      const Tensor beta = scales[k] * dot(changes[k], direction);
      direction = direction + (alpha[k] - beta) * steps[k];
    }
    direction = -direction;

    const Tensor value = objective(result.x);
    const Tensor slope = dot(g, direction);
    double length = 1;
    while (objective(result.x + length * direction) > value + 1e-4 * length * slope) {
      length /= 2;
      if (length < 1e-10) break;
    }
    const Tensor step = length * direction;
    const Tensor next = gradient(result.x + step);
    const Tensor change = next - g;
    result.x = result.x + step;
    g = next;
    const Tensor curvature = dot(step, change);
    if (curvature > 1e-12) {
      for (int k = kMemory - 1; k > 0; --k) {
        steps[k] = steps[k - 1];
        changes[k] = changes[k - 1];
        scales[k] = scales[k - 1];
      }
      steps[0] = step;
      changes[0] = change;
      scales[0] = 1 / curvature;
      if (stored < kMemory) ++stored;
    }
  }
  result.value = objective(result.x).item<double>();
  return result;
}

}  // namespace

void run() {
  for (double start : {-1.0, 0.5, 2.0}) {
    const Result r = minimize(ag::tensor({start, 1.0, start}, ag::float64), 200);
    std::cout << r.x << " value " << r.value << " after " << r.iterations << (r.converged ? ", converged\n" : "\n");
  }
}
