// Integrals, differential equations, interpolation and linear systems.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <iostream>
#include <numeric>
#include <stack>
#include <stdexcept>
#include <string>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace adaptive_simpson {
Tensor bump(Tensor x) { return 1 / (0.01 + (x - 0.3) * (x - 0.3)) + ag::exp(-x); }

Tensor simpson(Tensor fa, Tensor fm, Tensor fb, Tensor width) { return width / 6 * (fa + 4 * fm + fb); }

Tensor refine(Tensor a, Tensor b, Tensor fa, Tensor fm, Tensor fb, Tensor whole, Tensor tolerance, int depth) {
  const Tensor m = (a + b) / 2;
  const Tensor f_left = bump((a + m) / 2), f_right = bump((m + b) / 2);
  const Tensor left = simpson(fa, f_left, fm, m - a), right = simpson(fm, f_right, fb, b - m);
  const Tensor change = left + right - whole;
  if (depth == 0 || ag::abs(change) < 15 * tolerance) return left + right + change / 15;
  return refine(a, m, fa, f_left, fm, left, tolerance / 2, depth - 1) +
         refine(m, b, fm, f_right, fb, right, tolerance / 2, depth - 1);
}

AG_FUNCTION Tensor integrate(Tensor a, Tensor b, Tensor tolerance) {
  const Tensor fa = bump(a), fm = bump((a + b) / 2), fb = bump(b);
  return refine(a, b, fa, fm, fb, simpson(fa, fm, fb, b - a), tolerance, 6);
}

void run() {
  for (double b : {0.25, 1.0, 5.0})
    std::printf("%.8g\n", double(integrate(ag::tensor(0.0, ag::float64), ag::tensor(b, ag::float64), 1e-6)));
}
}  // namespace adaptive_simpson

namespace simpson_with_stack {
struct Piece {
  double a, b, tolerance;
};

AG_FUNCTION Tensor integrate(Tensor frequency, double end) {
  auto f = [&](double x) { return ag::sin(frequency * x) * std::exp(-x); };
  auto rule = [&](double a, double b) { return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b)); };
  std::stack<Piece> todo;
  todo.push({0.0, end, 1e-5});
  Tensor total = 0.0;
  while (!todo.empty()) {
    const Piece piece = todo.top();
    todo.pop();
    const double middle = (piece.a + piece.b) / 2;
    const Tensor coarse = rule(piece.a, piece.b);
    const Tensor fine = rule(piece.a, middle) + rule(middle, piece.b);
    if (ag::abs(fine - coarse) < piece.tolerance || piece.b - piece.a < 0.05) {
      total += fine;
    } else {
      todo.push({middle, piece.b, piece.tolerance / 2});
      todo.push({piece.a, middle, piece.tolerance / 2});
    }
  }
  return total;
}

void run() {
  for (double w : {1.0, 6.0}) std::printf("%.8g\n", double(integrate(ag::tensor(w, ag::float64), 4.0)));
}
}  // namespace simpson_with_stack

namespace runge_kutta_adaptive {
struct State {
  Tensor t, y;
};

Tensor van_der_pol(const State& s) {
  const Tensor x = s.y[0], v = s.y[1];
  return ag::stack({v, 2.0 * (1 - x * x) * v - x});
}

struct Report {
  State end;
  int accepted = 0, rejected = 0;
};

AG_FUNCTION Report solve(State s, double t_end, double tolerance) {
  Report report;
  Tensor h = 0.1;
  while (s.t < t_end) {
    if (s.t + h > t_end) h = t_end - s.t;
    const Tensor k1 = van_der_pol(s);
    const Tensor k2 = van_der_pol({s.t + h / 2, s.y + h / 2 * k1});
    const Tensor k3 = van_der_pol({s.t + 3 * h / 4, s.y + 3 * h / 4 * k2});
    const Tensor y = s.y + h / 9 * (2 * k1 + 3 * k2 + 4 * k3);
    const Tensor k4 = van_der_pol({s.t + h, y});
    const Tensor error = ag::max(ag::abs(h * (-5 * k1 / 72 + k2 / 12 + k3 / 9 - k4 / 8)));
    if (error <= tolerance) {
      s = {s.t + h, y};
      ++report.accepted;
    } else {
      ++report.rejected;
    }
    const Tensor factor = 0.9 * ag::pow(tolerance / (error + 1e-30), 1.0 / 3);
    h = h * ag::clip(factor, 0.3, 2.0);
  }
  report.end = s;
  return report;
}

void run() {
  for (double tolerance : {1e-3, 1e-6}) {
    const Report r = solve({ag::tensor(0.0, ag::float64), ag::tensor({2.0, 0.0}, ag::float64)}, 6.0, tolerance);
    std::printf("%.7g %.7g %d %d\n", double(r.end.y[0]), double(r.end.y[1]), r.accepted, r.rejected);
  }
}
}  // namespace runge_kutta_adaptive

namespace romberg {
AG_FUNCTION double integrate(Tensor a, Tensor b, int levels) {
  const double low = double(a), high = double(b);
  std::vector<std::vector<double>> r(levels, std::vector<double>(levels, 0.0));
  auto f = [](double x) { return std::sqrt(1 + x * x * x); };
  double h = high - low;
  r[0][0] = h / 2 * (f(low) + f(high));
  for (int i = 1; i < levels; ++i) {
    h /= 2;
    double sum = 0;
    for (int k = 1; k < (1 << i); k += 2) sum += f(low + k * h);
    r[i][0] = r[i - 1][0] / 2 + h * sum;
    double power = 1;
    for (int j = 1; j <= i; ++j) {
      power *= 4;
      r[i][j] = (power * r[i][j - 1] - r[i - 1][j - 1]) / (power - 1);
    }
    if (std::abs(r[i][i] - r[i - 1][i - 1]) < 1e-6) return r[i][i];
  }
  return r[levels - 1][levels - 1];
}

void run() {
  std::printf("%.9g %.9g %.9g\n", integrate(ag::tensor(0.0), ag::tensor(2.0), 8),
              integrate(ag::tensor(0.0), ag::tensor(0.125), 5), integrate(ag::tensor(1.0), ag::tensor(9.0), 3));
}
}  // namespace romberg

namespace tridiagonal {
AG_FUNCTION Tensor solve(const Tensor& lower, Tensor diagonal, const Tensor& upper, Tensor right) {
  const int n = static_cast<int>(right.size());
  for (int i = 1; i < n; ++i) {
    if (diagonal[i - 1] == 0) throw std::domain_error("zero pivot");
    const Tensor w = lower[i - 1] / diagonal[i - 1];
    diagonal[i] -= w * upper[i - 1];
    right[i] -= w * right[i - 1];
  }
  Tensor x = ag::zeros_like(right);
  x[n - 1] = right[n - 1] / diagonal[n - 1];
  for (int i = n - 2; i >= 0; --i) x[i] = (right[i] - upper[i] * x[i + 1]) / diagonal[i];
  return x;
}

void run() {
  const Tensor off = ag::full({4}, -1.0);
  std::cout << solve(off, ag::full({5}, 2.0), off, ag::ones({5})) << "\n";
  try {
    std::cout << solve(off, ag::tensor({0.0, 2.0, 2.0, 2.0, 2.0}), off, ag::ones({5})) << "\n";
  } catch (const std::domain_error& error) {
    std::cout << "failed: " << error.what() << "\n";
  }
}
}  // namespace tridiagonal

namespace gauss_with_pivoting {
AG_FUNCTION std::pair<Tensor, int> determinant(Tensor a) {
  int swaps = 0;
  const int64_t n = a.shape(0);
  Tensor det = 1.0;
  for (int64_t k = 0; k < n; ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < n; ++i)
      if (ag::abs(a(i, k)) > ag::abs(a(pivot, k))) pivot = i;
    if (a(pivot, k) == 0) return {ag::zeros_like(det), swaps};
    if (pivot != k) {
      const Tensor row = a[k];
      a[k] = a[pivot];
      a[pivot] = row;
      det = -det;
      swaps++;
    }
    det = det * a(k, k);
    for (int64_t i = k + 1; i < n; ++i) a[i] = a[i] - a(i, k) / a(k, k) * a[k];
  }
  return {det, swaps};
}

void run() {
  const std::vector<Tensor> matrices = {ag::tensor({{0.0, 2.0, 1.0}, {4.0, 1.0, 0.0}, {2.0, 3.0, 5.0}}),
                                        ag::tensor({{1.0, 2.0}, {2.0, 4.0}}), ag::tensor({{3.0, 1.0}, {1.0, 2.0}})};
  for (const auto& m : matrices) {
    const auto [det, swaps] = determinant(m);
    std::cout << det << " " << swaps << "\n";
  }
}
}  // namespace gauss_with_pivoting

namespace power_iteration {
class Iteration {
 public:
  Iteration(Tensor matrix, double tolerance) : matrix_(std::move(matrix)), tolerance_(tolerance) {}

  AG_FUNCTION Tensor dominant(Tensor v) {
    Tensor value = 0.0, previous;
    rounds_ = 0;
    do {
      previous = value;
      const Tensor w = ag::matmul(matrix_, v);
      value = ag::vecdot(v, w);
      v = w / ag::norm(w);
      ++rounds_;
    } while (ag::abs(value - previous) > tolerance_);
    return value;
  }
  int rounds() const { return rounds_; }

 private:
  Tensor matrix_;
  double tolerance_;
  int rounds_ = 0;
};

void run() {
  Iteration coarse(ag::tensor({{2.0, 1.0}, {1.0, 3.0}}, ag::float64), 1e-2);
  Iteration fine(ag::tensor({{4.0, 1.0, 0.0}, {1.0, 3.0, 1.0}, {0.0, 1.0, 2.0}}, ag::float64), 1e-8);
  std::printf("%.6f ", double(coarse.dominant(ag::tensor({1.0, 0.0}, ag::float64))));
  std::printf("%d\n", coarse.rounds());
  std::printf("%.6f ", double(fine.dominant(ag::tensor({0.0, 0.6, 0.8}, ag::float64))));
  std::printf("%d\n", fine.rounds());
}
}  // namespace power_iteration

namespace cubic_spline {
struct Spline {
  std::vector<double> x, y, second;

  void fit() {
    const size_t n = x.size();
    second.assign(n, 0.0);
    std::vector<double> u(n, 0.0);
    for (size_t i = 1; i + 1 < n; ++i) {
      const double s = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]), p = s * second[i - 1] + 2;
      second[i] = (s - 1) / p;
      const double d = (y[i + 1] - y[i]) / (x[i + 1] - x[i]) - (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
      u[i] = (6 * d / (x[i + 1] - x[i - 1]) - s * u[i - 1]) / p;
    }
    for (size_t k = n - 1; k-- > 0;) second[k] = second[k] * second[k + 1] + u[k];
  }
  Tensor operator()(const Tensor& t) const {
    size_t k = 0;
    while (k + 2 < x.size() && t > x[k + 1]) ++k;
    const double h = x[k + 1] - x[k];
    const Tensor a = (x[k + 1] - t) / h, b = (t - x[k]) / h;
    return a * y[k] + b * y[k + 1] + ((a * a * a - a) * second[k] + (b * b * b - b) * second[k + 1]) * (h * h / 6);
  }
};

AG_FUNCTION Tensor evaluate(Tensor points) {
  Spline spline{{0, 1, 2.5, 3.6, 5, 7}, {-2, 0, 1.5, 1, 0, 0.5}, {}};
  spline.fit();
  Tensor result = ag::zeros_like(points);
  for (int i = 0; i < points.shape(0); ++i) result[i] = spline(points[i]);
  return result;
}

void run() {
  std::cout << evaluate(ag::tensor({0.5, 2.0, 3.0, 6.5})) << "\n" << evaluate(ag::tensor({-1.0, 1.0, 8.0})) << "\n";
}
}  // namespace cubic_spline

namespace conjugate_gradient_with_restart {
AG_FUNCTION std::tuple<Tensor, int, std::string> solve(Tensor a, Tensor b, int limit) {
  Tensor x = ag::zeros_like(b), r = b, p = r;
  Tensor rr = ag::sum(r * r);
  std::string outcome = "limit";
  int k = 0;
  while (k < limit) {
    const Tensor ap = ag::matmul(a, p);
    const Tensor curvature = ag::sum(p * ap);
    if (curvature <= 0) {
      outcome = "not positive definite";
      break;
    }
    const Tensor alpha = rr / curvature;
    x += alpha * p;
    r -= alpha * ap;
    const Tensor next = ag::sum(r * r);
    ++k;
    if (ag::sqrt(next) < 1e-8) {
      outcome = "converged";
      break;
    }
    p = k % 2 == 0 ? r : r + next / rr * p;
    rr = next;
  }
  return {x, k, outcome};
}

void run() {
  const Tensor b = ag::tensor({1.0, 2.0}, ag::float64);
  for (const Tensor& a :
       {ag::tensor({{4.0, 1.0}, {1.0, 3.0}}, ag::float64), ag::tensor({{1.0, 0.0}, {0.0, -1.0}}, ag::float64)}) {
    for (int limit : {1, 10}) {
      const auto [x, k, outcome] = solve(a, b, limit);
      std::printf("%.8g %.8g %d %s\n", double(x[0]), double(x[1]), k, outcome.c_str());
    }
  }
}
}  // namespace conjugate_gradient_with_restart

namespace durand_kerner {
using Complex = std::complex<double>;

Complex horner(const std::array<double, 4>& c, Complex z) {
  return std::accumulate(c.begin(), c.end(), Complex(0), [z](Complex sum, double next) { return sum * z + next; });
}

AG_FUNCTION std::array<double, 6> roots(Tensor b, Tensor c, Tensor d) {
  const std::array<double, 4> polynomial = {1.0, double(b), double(c), double(d)};
  std::array<Complex, 3> z = {Complex(1, 0), Complex(0.4, 0.9), Complex(-0.65, 0.72)};
  for (int round = 0; round < 40; ++round) {
    double moved = 0;
    for (int i = 0; i < 3; ++i) {
      Complex product = 1.0;
      for (int j = 0; j < 3; ++j)
        if (j != i) product *= z[i] - z[j];
      const Complex step = horner(polynomial, z[i]) / product;
      z[i] -= step;
      moved = std::max(moved, std::abs(step));
    }
    if (moved < 1e-12) break;
  }
  return {z[0].real(), z[0].imag(), z[1].real(), z[1].imag(), z[2].real(), z[2].imag()};
}

void run() {
  for (auto [b, c, d] : {std::tuple{-3.0, 3.0, -5.0}, {0.0, -7.0, 6.0}}) {
    for (double part : roots(ag::tensor(b), ag::tensor(c), ag::tensor(d))) std::printf("%.5f ", part + 0.0);
    std::printf("\n");
  }
}
}  // namespace durand_kerner

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"adaptive_simpson", adaptive_simpson::run},
                                {"simpson_with_stack", simpson_with_stack::run},
                                {"runge_kutta_adaptive", runge_kutta_adaptive::run},
                                {"romberg", romberg::run},
                                {"tridiagonal", tridiagonal::run},
                                {"gauss_with_pivoting", gauss_with_pivoting::run},
                                {"power_iteration", power_iteration::run},
                                {"cubic_spline", cubic_spline::run},
                                {"conjugate_gradient_with_restart", conjugate_gradient_with_restart::run},
                                {"durand_kerner", durand_kerner::run}});
}
