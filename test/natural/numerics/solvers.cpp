// Programs that solve equations: with function objects, sparse matrices, recursion, bases that know the derived class.
#include <ag/ag.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <tuple>
#include <utility>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace embedded_runge_kutta {

struct VanDerPol {
  double mu = 1.5;
  Tensor operator()(double /*t*/, const Tensor& y) const {
    Tensor dx = y[1];
    Tensor dv = mu * (1 - y[0] * y[0]) * y[1] - y[0];
    return ag::stack({dx, dv});
  }
};
struct Stats {
  int accepted = 0, rejected = 0;
  double last_h = 0;
};
template <class F>
Tensor rk45(F&& f, Tensor y, double t0, double t1, double tol, Stats& stats) {
  double t = t0, h = (t1 - t0) / 20;
  while (t < t1) {
    if (t + h > t1) h = t1 - t;
    Tensor k1 = f(t, y);
    Tensor k2 = f(t + h / 4, y + h * k1 / 4);
    Tensor k3 = f(t + 3 * h / 8, y + h * (3.0 / 32 * k1 + 9.0 / 32 * k2));
    Tensor k4 = f(t + 12 * h / 13, y + h * (1932.0 / 2197 * k1 - 7200.0 / 2197 * k2 + 7296.0 / 2197 * k3));
    Tensor k5 = f(t + h, y + h * (439.0 / 216 * k1 - 8 * k2 + 3680.0 / 513 * k3 - 845.0 / 4104 * k4));
    Tensor low = y + h * (25.0 / 216 * k1 + 1408.0 / 2565 * k3 + 2197.0 / 4104 * k4 - k5 / 5);
    Tensor high = y + h * (k1 / 6 + k4 * 0.6 + k5 * 0.1 + k2 * 0.05 + k3 / 12);
    const double err = ag::max(ag::abs(high - low)).item<double>();
    if (err < tol) {
      t += h;
      y = high;
      ++stats.accepted;
    } else {
      ++stats.rejected;
    }
    const double factor = std::clamp(0.9 * std::pow(tol / (err + 1e-12), 0.2), 0.2, 4.0);
    h *= factor;
    stats.last_h = h;
    if (stats.accepted + stats.rejected > 500) break;
  }
  return y;
}
AG_FUNCTION std::pair<Tensor, Stats> integrate(Tensor y0, double mu, double tol) {
  Stats stats;
  Tensor y = rk45(VanDerPol{mu}, y0, 0.0, 2.0, tol, stats);
  return {y, stats};
}
void run() {
  std::cout << std::setprecision(10);
  for (double mu : {0.5, 2.0}) {
    auto [y, s] = integrate(ag::tensor({2.0, 0.0}, ag::float64), mu, 1e-2);
    std::cout << y << " " << s.accepted << "/" << s.rejected << " h=" << s.last_h << "\n";
  }
}

}  // namespace embedded_runge_kutta

namespace conjugate_gradient {

struct CsrMatrix {
  int rows = 0;
  std::vector<int> offsets{0};
  std::vector<int> columns;
  std::vector<double> values;
  void add(int column, double value) {
    columns.push_back(column);
    values.push_back(value);
  }
  void end_row() {
    offsets.push_back(static_cast<int>(columns.size()));
    ++rows;
  }
  Tensor operator*(const Tensor& x) const {
    std::vector<Tensor> y;
    y.reserve(rows);
    for (int r = 0; r < rows; ++r) {
      Tensor sum = ag::zeros({}, ag::float64);
      for (int k = offsets[r]; k < offsets[r + 1]; ++k) sum += values[k] * x[columns[k]];
      y.push_back(sum);
    }
    return ag::stack(y);
  }
};
CsrMatrix laplacian(int n) {
  CsrMatrix a;
  for (int i = 0; i < n; ++i) {
    if (i > 0) a.add(i - 1, -1);
    a.add(i, 2.5);
    if (i + 1 < n) a.add(i + 1, -1);
    a.end_row();
  }
  return a;
}
struct Solution {
  Tensor x;
  int iterations;
  bool converged;
};
AG_FUNCTION Solution conjugate_gradient(const CsrMatrix& a, Tensor b, double tolerance, int max_iterations) {
  Tensor x = ag::zeros_like(b), r = b - a * x, p = r;
  double rr = ag::vecdot(r, r).item<double>();
  Solution s{x, 0, false};
  for (int k = 0; k < max_iterations; ++k) {
    if (rr < tolerance * tolerance) {
      s.converged = true;
      break;
    }
    Tensor ap = a * p;
    const double alpha = rr / ag::vecdot(p, ap).item<double>();
    s.x += alpha * p;
    r -= alpha * ap;
    const double next = ag::vecdot(r, r).item<double>();
    p = r + (next / rr) * p;
    rr = next;
    s.iterations = k + 1;
  }
  return s;
}
void run() {
  const CsrMatrix a = laplacian(6);
  for (double tol : {1e-1, 1e-8}) {
    Solution s = conjugate_gradient(a, ag::tensor({1.0, 2, 3, 4, 5, 6}, ag::float64), tol, 50);
    std::cout << s.x << " " << s.iterations << " " << std::boolalpha << s.converged << "\n";
  }
}

}  // namespace conjugate_gradient

namespace recursive_fourier {

struct Spectrum {
  Tensor re, im;
};
static Spectrum operator+(const Spectrum& a, const Spectrum& b) { return {a.re + b.re, a.im + b.im}; }
static Spectrum operator-(const Spectrum& a, const Spectrum& b) { return {a.re - b.re, a.im - b.im}; }
static Spectrum operator*(const Spectrum& a, const Spectrum& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
constexpr double kPi = 3.14159265358979323846;
Spectrum fft(const Spectrum& x) {
  const auto n = x.re.shape(0);
  if (n == 1) return x;
  const Spectrum even = fft({x.re(ag::slice(0, n, 2)), x.im(ag::slice(0, n, 2))});
  const Spectrum odd = fft({x.re(ag::slice(1, n, 2)), x.im(ag::slice(1, n, 2))});
  const Tensor angle = -2 * kPi / static_cast<double>(n) * ag::astype(ag::arange(n / 2), ag::float64);
  const Spectrum twiddled = Spectrum{ag::cos(angle), ag::sin(angle)} * odd;
  const auto sum = even + twiddled, difference = even - twiddled;
  return {ag::concat({sum.re, difference.re}), ag::concat({sum.im, difference.im})};
}
AG_FUNCTION std::pair<int, double> dominant(Tensor signal) {
  const Spectrum s = fft({signal, ag::zeros_like(signal)});
  const Tensor power = s.re * s.re + s.im * s.im;
  int best = 0;
  double most = 0;
  for (int k = 0; k < power.shape(0) / 2; ++k) {
    const double p = power[k].item<double>();
    if (p > most) {
      most = p;
      best = k;
    }
  }
  return {best, most};
}
void run() {
  const Tensor t = ag::astype(ag::arange(16), ag::float64);
  for (double f : {1.0, 3.0, 5.0}) {
    auto [k, p] = dominant(ag::sin(2 * kPi * f / 16 * t) + 0.1 * ag::cos(t));
    std::cout << k << " " << p << "\n";
  }
}

}  // namespace recursive_fourier

namespace derived_solvers {

template <class Derived>
class Solver {
 public:
  AG_CONVERT Tensor solve(Tensor x, double tolerance) {
    Tensor last;
    steps_ = 0;
    do {
      last = x;
      x = self().next(x);
      ++steps_;
    } while (ag::abs(x - last) > tolerance && steps_ < Derived::kMaxSteps);
    return x;
  }
  int steps() const { return steps_; }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }
  int steps_ = 0;
};
class Newton : public Solver<Newton> {
 public:
  static constexpr int kMaxSteps = 30;
  explicit Newton(double a) : a_(a) {}
  Tensor next(Tensor x) const { return 0.5 * (x + a_ / x); }

 private:
  double a_;
};
class Damped : public Solver<Damped> {
 public:
  static inline const int kMaxSteps = 7;
  Tensor next(Tensor x) const { return ag::cos(x) * 0.5 + 0.5 * x; }
};
AG_FUNCTION std::tuple<Tensor, int, Tensor, int> both(Tensor x) {
  Newton newton(2);
  Damped damped;
  Tensor a = newton.solve(x, 1e-9), b = damped.solve(x, 1e-9);
  return {a, newton.steps(), b, damped.steps()};
}
void run() {
  auto [a, n, b, m] = both(ag::tensor(3.0, ag::float64));
  std::cout << a << " " << n << " " << b << " " << m << "\n";
}

}  // namespace derived_solvers

namespace measured_series {

class Series {
 public:
  void add(double value) { values_.push_back(value); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  std::vector<double> values_;
};

AG_FUNCTION std::pair<double, int> trimmed_mean(Tensor x, double limit) {
  Series series;
  for (int i = 0; i < x.shape(0); ++i) series.add(x[i].item<double>());
  double sum = 0;
  int used = 0;
  for (double value : series) {
    if (std::abs(value) > limit) continue;
    sum += value;
    ++used;
  }
  return {used > 0 ? sum / used : 0.0, used};
}

void run() {
  for (double limit : {0.1, 2.0, 10.0}) {
    auto [mean, used] = trimmed_mean(ag::tensor({1.0, -2.0, 7.0, 0.5}, ag::float64), limit);
    std::cout << mean << " of " << used << "\n";
  }
}

}  // namespace measured_series

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"embedded_runge_kutta", embedded_runge_kutta::run},
                                {"conjugate_gradient", conjugate_gradient::run},
                                {"recursive_fourier", recursive_fourier::run},
                                {"derived_solvers", derived_solvers::run},
                                {"measured_series", measured_series::run}});
}
