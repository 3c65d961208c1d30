// Estimates of parameters: moments, likelihoods, mixtures, regressions.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace running_moments {
class Welford {
 public:
  void add(const Tensor& x) {
    ++count_;
    const Tensor delta = x - mean_;
    mean_ += delta / count_;
    squares_ += delta * (x - mean_);
  }
  Tensor mean() const { return mean_; }
  Tensor variance() const { return count_ > 1 ? squares_ / (count_ - 1) : Tensor(0.0); }
  int count() const { return count_; }

 private:
  int count_ = 0;
  Tensor mean_ = 0.0, squares_ = 0.0;
};

AG_FUNCTION std::tuple<Tensor, Tensor, int> of_valid(Tensor samples, Tensor low, Tensor high) {
  Welford moments;
  for (Tensor x : samples) {
    if (x < low || x > high || ag::isnan(x)) continue;
    moments.add(x);
  }
  return {moments.mean(), moments.variance(), moments.count()};
}

void run() {
  const Tensor samples = ag::tensor({1.0, 2.5, NAN, 100.0, 3.0, -7.0, 2.0});
  for (auto [low, high] : {std::pair{0.0, 10.0}, {-50.0, 500.0}, {1.5, 2.2}, {7.0, 8.0}}) {
    const auto [mean, variance, count] = of_valid(samples, ag::tensor(low), ag::tensor(high));
    std::printf("%.7g %.7g %d\n", double(mean), double(variance), count);
  }
}
}  // namespace running_moments

namespace gaussian_mixture {
struct Component {
  Tensor weight, mean, deviation;
  Tensor density(const Tensor& x) const {
    const Tensor z = (x - mean) / deviation;
    return weight / deviation * ag::exp(-0.5 * z * z);
  }
};

AG_FUNCTION std::pair<std::array<Component, 2>, int> fit(const Tensor& x, std::array<Component, 2> mixture,
                                                         double tolerance) {
  Tensor previous = -std::numeric_limits<float>::infinity();
  int round = 0;
  for (; round < 100; ++round) {
    const Tensor first = mixture[0].density(x), second = mixture[1].density(x);
    const Tensor likelihood = ag::sum(ag::log(first + second));
    if (likelihood - previous < tolerance) break;
    previous = likelihood;
    const Tensor r = first / (first + second);
    int k = 0;
    for (auto& [weight, mean, deviation] : mixture) {
      const Tensor share = k++ == 0 ? r : 1 - r;
      const Tensor total = ag::sum(share);
      weight = total / static_cast<int>(x.size());
      mean = ag::sum(share * x) / total;
      deviation = ag::maximum(ag::sqrt(ag::sum(share * ag::square(x - mean)) / total), 0.05);
    }
  }
  return {mixture, round};
}

void run() {
  const Tensor x = ag::tensor({-2.1, -1.9, -2.3, -1.6, 3.0, 3.3, 2.6, 2.9, 3.4, 0.2}, ag::float64);
  auto number = [](double v) { return ag::tensor(v, ag::float64); };
  for (double tolerance : {1e-1, 1e-6}) {
    const auto [mixture, rounds] =
        fit(x, {Component{number(0.5), number(-1), number(1)}, {number(0.5), number(1), number(1)}}, tolerance);
    for (const Component& c : mixture)
      std::printf("%.6f %.6f %.6f ", double(c.weight), double(c.mean), double(c.deviation));
    std::printf("%d\n", rounds);
  }
}
}  // namespace gaussian_mixture

namespace theil_sen {
AG_FUNCTION std::pair<double, double> line(const Tensor& x, const Tensor& y) {
  const auto xs = x.to_vector<double>(), ys = y.to_vector<double>();
  std::vector<double> slopes;
  for (size_t i = 0; i < xs.size(); ++i)
    for (size_t j = i + 1; j < xs.size(); ++j)
      if (xs[i] != xs[j]) slopes.push_back((ys[j] - ys[i]) / (xs[j] - xs[i]));
  auto median = [](std::vector<double> v) {
    std::sort(v.begin(), v.end());
    const size_t n = v.size();
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
  };
  const double slope = slopes.empty() ? 0.0 : median(slopes);
  std::vector<double> offsets(xs.size());
  std::transform(xs.begin(), xs.end(), ys.begin(), offsets.begin(),
                 [slope](double a, double b) { return b - slope * a; });
  return {slope, median(offsets)};
}

void run() {
  const Tensor x = ag::tensor({0.0, 1.0, 2.0, 3.0, 4.0}, ag::float64),
               y = ag::tensor({1.0, 3.1, 4.9, 50.0, 9.2}, ag::float64);
  for (const Tensor& xs : {x, 0 * x, ag::tensor({0.0, 0.0, 1.0, 1.0, 2.0}, ag::float64)}) {
    const auto [slope, offset] = line(xs, y);
    std::printf("%.8g %.8g\n", slope, offset);
  }
}
}  // namespace theil_sen

namespace logistic_newton {
AG_FUNCTION std::tuple<Tensor, Tensor, int> fit(const Tensor& x, const Tensor& y, Tensor ridge) {
  Tensor w = ag::zeros({x.shape(1)}, ag::float64);
  Tensor loss = 0.0;
  int k = 0;
  while (k < 25) {
    const Tensor p = ag::sigmoid(ag::matmul(x, w));
    const Tensor gradient = ag::matmul(x.T(), p - y) + ridge * w;
    const Tensor weights = p * (1 - p);
    const Tensor hessian = ag::matmul(x.T() * weights, x) + ridge * ag::eye(x.shape(1), ag::float64);
    const Tensor step = ag::solve(hessian, gradient);
    w -= step;
    ++k;
    loss = -ag::sum(y * ag::log(p) + (1 - y) * ag::log(1 - p));
    if (ag::norm(step) < 1e-9) break;
  }
  return {w, loss, k};
}

void run() {
  const Tensor x = ag::tensor({{1.0, 0.5}, {1.0, 1.0}, {1.0, 2.0}, {1.0, 3.5}, {1.0, 2.5}}, ag::float64);
  const Tensor y = ag::tensor({0.0, 0.0, 1.0, 1.0, 0.0}, ag::float64);
  for (double ridge : {0.1, 10.0}) {
    const auto [w, loss, k] = fit(x, y, ag::tensor(ridge, ag::float64));
    std::printf("%.6f %.6f %.6f %d\n", double(w[0]), double(w[1]), double(loss), k);
  }
}
}  // namespace logistic_newton

namespace huber_location {
Tensor huber_weight(const Tensor& residual, double k) {
  const Tensor size = ag::abs(residual);
  return ag::where(size <= k, ag::ones_like(size), k / size);
}

template <class Weight>
std::pair<Tensor, int> reweighted_mean(const Tensor& x, Weight weight) {
  Tensor center = ag::mean(x), moved;
  int rounds = 0;
  do {
    const Tensor w = weight(x - center);
    const Tensor next = ag::sum(w * x) / ag::sum(w);
    moved = ag::abs(next - center);
    center = next;
  } while (++rounds < 50 && moved > 1e-8);
  return {center, rounds};
}

AG_FUNCTION std::pair<Tensor, int> robust_center(const Tensor& x, double k) {
  return reweighted_mean(x, [k](const Tensor& r) { return huber_weight(r, k); });
}
AG_FUNCTION std::pair<Tensor, int> cauchy_center(const Tensor& x) {
  return reweighted_mean(x, [](const Tensor& r) { return 1 / (1 + r * r); });
}

void run() {
  const Tensor x = ag::tensor({1.0, 1.2, 0.8, 1.1, 9.0}, ag::float64);
  for (double k : {0.5, 2.0, 100.0}) {
    const auto [center, rounds] = robust_center(x, k);
    std::printf("%.8g %d\n", double(center), rounds);
  }
  const auto [center, rounds] = cauchy_center(x);
  std::printf("%.8g %d\n", double(center), rounds);
}
}  // namespace huber_location

namespace weibull_likelihood {
struct Estimate {
  double shape = 1, scale = 1;
  bool converged = false;
};

AG_FUNCTION Estimate weibull(const Tensor& lifetimes) {
  const std::vector<double> t = lifetimes.to_vector<double>();
  const double n = t.size();
  double mean_log = 0;
  for (double v : t) mean_log += std::log(v) / n;
  Estimate e;
  for (int i = 0; i < 50 && !e.converged; ++i) {
    double s0 = 0, s1 = 0, s2 = 0;
    for (double v : t) {
      const double p = std::pow(v, e.shape), l = std::log(v);
      s0 += p;
      s1 += p * l;
      s2 += p * l * l;
    }
    const double f = s1 / s0 - 1 / e.shape - mean_log;
    const double slope = s2 / s0 - (s1 / s0) * (s1 / s0) + 1 / (e.shape * e.shape);
    const double next = e.shape - f / slope;
    e.converged = std::abs(next - e.shape) < 1e-10;
    e.shape = next > 0 ? next : e.shape / 2;
    e.scale = std::pow(s0 / n, 1 / e.shape);
  }
  return e;
}

void run() {
  for (const Tensor& t : {ag::tensor({0.5, 1.2, 2.2, 1.7, 0.9}), ag::tensor({9.5, 10.0, 10.5, 10.2, 9.9}),
                          ag::tensor({0.01, 5.0, 0.2, 40.0, 1.0})}) {
    const auto [shape, scale, converged] = weibull(ag::astype(t, ag::float64));
    std::printf("%.7f %.7f %s\n", shape, scale, converged ? "yes" : "no");
  }
}
}  // namespace weibull_likelihood

namespace histogram_mode {
AG_FUNCTION std::pair<double, int> mode(const Tensor& samples, double width) {
  std::map<int, int> counts;
  for (int i = 0; i < samples.shape(0); ++i) ++counts[static_cast<int>(std::floor(samples[i].item<double>() / width))];
  const auto best =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return {(best->first + 0.5) * width, best->second};
}

void run() {
  const Tensor samples = ag::tensor({0.1, 0.45, 0.47, 1.2, 1.25, 1.21, -0.3, 2.0});
  for (double width : {0.1, 0.5, 3.0}) {
    const auto [center, count] = mode(samples, width);
    std::printf("%.4f %d\n", center, count);
  }
}
}  // namespace histogram_mode

namespace autoregression_order {
struct Fit {
  int order = 0;
  Tensor error, criterion;
};

AG_FUNCTION Fit best_order(const Tensor& x, int limit) {
  const int n = int(x.shape(0));
  const Tensor centered = x - ag::mean(x);
  std::vector<Tensor> r;
  for (int lag = 0; lag <= limit; ++lag)
    r.push_back(ag::sum(centered[ag::slice(lag, n)] * centered[ag::slice(0, n - lag)]) / n);
  Tensor a = ag::zeros({limit + 1}, ag::float64);
  Fit best{0, r[0], n * ag::log(r[0])};
  Tensor error = r[0];
  for (int m = 1; m <= limit; ++m) {
    Tensor reflection = r[m];
    for (int j = 1; j < m; ++j) reflection -= a[j] * r[m - j];
    reflection = reflection / error;
    const Tensor before = a;
    a[m] = reflection;
    for (int j = 1; j < m; ++j) a[j] = before[j] - reflection * before[m - j];
    error *= 1 - reflection * reflection;
    const Tensor criterion = n * ag::log(error) + 2 * m;
    if (criterion < best.criterion) best = Fit{.order = m, .error = error, .criterion = criterion};
  }
  return best;
}

void run() {
  const Tensor t = ag::astype(ag::arange(30), ag::float64);
  const Tensor noise = ag::random_normal({30}, 5, ag::float64);
  for (const Tensor& x : {ag::sin(t * 0.8) + 0.1 * noise, noise, ag::cumulative_sum(noise)}) {
    const Fit fit = best_order(x, 5);
    std::printf("%d %.6g %.6g\n", fit.order, double(fit.error), double(fit.criterion));
  }
}
}  // namespace autoregression_order

namespace isotonic_regression {
struct Block {
  double sum;
  int count;
  double mean() const { return sum / count; }
};

AG_FUNCTION std::vector<double> monotone(Tensor y) {
  std::vector<Block> blocks;
  for (Tensor v : y) {
    blocks.push_back({v.item<double>(), 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() > blocks.back().mean()) {
      const Block last = blocks.back();
      blocks.pop_back();
      blocks.back().sum += last.sum;
      blocks.back().count += last.count;
    }
  }
  std::vector<double> fitted;
  for (const Block& block : blocks) fitted.insert(fitted.end(), block.count, block.mean());
  return fitted;
}

void run() {
  for (const Tensor& y :
       {ag::tensor({1.0, 3.0, 2.0, 4.0}), ag::tensor({4.0, 3.0, 2.0, 1.0}), ag::tensor({1.0, 2.0, 3.0, 4.0})}) {
    for (double v : monotone(y)) std::printf("%.6g ", v);
    std::printf("\n");
  }
}
}  // namespace isotonic_regression

namespace kaplan_meier {
AG_FUNCTION std::pair<Tensor, std::optional<Tensor>> survival(const Tensor& times, const Tensor& observed) {
  const int n = times.shape(0);
  const Tensor order = ag::argsort(times);
  Tensor s = 1.0f;
  std::vector<Tensor> curve;
  std::optional<Tensor> median;
  for (int k = 0; k < n; ++k) {
    const Tensor i = order[k];
    if (observed[i]) s *= 1 - 1.0f / (n - k);
    if (!median && s <= 0.5f) median = times[i];
    curve.push_back(s);
  }
  return {ag::stack(curve), median};
}

void run() {
  const Tensor times = ag::tensor({5.0, 2.0, 8.0, 3.0, 9.0});
  for (const auto& flags : {std::vector<bool>{true, true, true, true, true}, {false, true, false, true, false}}) {
    const auto [curve, median] = survival(times, ag::tensor(flags));
    std::cout << curve << " " << (median ? double(*median) : -1.0) << "\n";
  }
}
}  // namespace kaplan_meier

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"running_moments", running_moments::run},
                                {"gaussian_mixture", gaussian_mixture::run},
                                {"theil_sen", theil_sen::run},
                                {"logistic_newton", logistic_newton::run},
                                {"huber_location", huber_location::run},
                                {"weibull_likelihood", weibull_likelihood::run},
                                {"histogram_mode", histogram_mode::run},
                                {"autoregression_order", autoregression_order::run},
                                {"isotonic_regression", isotonic_regression::run},
                                {"kaplan_meier", kaplan_meier::run}});
}
