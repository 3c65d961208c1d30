// Runge-Kutta-Fehlberg 4(5) with step control: the Van der Pol oscillator.
#include <ag/ag.h>

#include <algorithm>
#include <cmath>
#include <iostream>

using ag::Tensor;

namespace {

struct Solution {
  Tensor y;
  double t = 0;
  int accepted = 0;
  int rejected = 0;
};

Tensor derivative(double mu, Tensor y) {
  Tensor d = ag::zeros_like(y);
  d[0] = y[1];
  d[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
  return d;
}

AG_FUNCTION Solution integrate(Tensor y, double mu, double end, double tolerance) {
  Solution s{.y = y};
  double h = 0.01;
  while (s.t < end) {
    if (s.t + h > end) h = end - s.t;
    const Tensor k1 = derivative(mu, s.y);
    const Tensor k2 = derivative(mu, s.y + h * (k1 / 4));
    const Tensor k3 = derivative(mu, s.y + h * (3 * k1 + 9 * k2) / 32);
    const Tensor k4 = derivative(mu, s.y + h * (1932 * k1 - 7200 * k2 + 7296 * k3) / 2197);
    const Tensor k5 = derivative(mu, s.y + h * (439.0 / 216 * k1 - 8 * k2 + 3680.0 / 513 * k3 - 845.0 / 4104 * k4));
    const Tensor k6 =
        derivative(mu, s.y + h * (-8.0 / 27 * k1 + 2 * k2 - 3544.0 / 2565 * k3 + 1859.0 / 4104 * k4 - 11.0 / 40 * k5));
    const Tensor next = s.y + h * (25.0 / 216 * k1 + 1408.0 / 2565 * k3 + 2197.0 / 4104 * k4 - k5 / 5);
    const Tensor gap = h * (k1 / 360 - 128.0 / 4275 * k3 - 2197.0 / 75240 * k4 + k5 / 50 + 2.0 / 55 * k6);
    const double error = double(ag::max(ag::abs(gap)));
    if (error <= tolerance) {
      s.t += h;
      s.y = next;
      ++s.accepted;
    } else {
      ++s.rejected;
    }
    const double factor = error > 0 ? 0.9 * std::pow(tolerance / error, 0.2) : 4.0;
    h *= std::clamp(factor, 0.2, 4.0);
    if (s.accepted + s.rejected > 5000) break;
  }
  return s;
}

}  // namespace

void run() {
  for (double mu : {0.5, 3.0}) {
    for (double tolerance : {1e-4, 1e-7}) {
      const Solution s = integrate(ag::tensor({2.0, 0.0}, ag::float64), mu, 5.0, tolerance);
      std::cout << "mu " << mu << ": y(" << s.t << ") = " << s.y << ", " << s.accepted << " steps, " << s.rejected
                << " rejected\n";
    }
  }
}
