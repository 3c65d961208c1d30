// Tests of hypotheses, resampling, sampling and probabilities.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <list>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace welch_t_test {
struct Sample {
  Tensor values;
  Tensor mean() const { return ag::mean(values); }
  Tensor error() const { return ag::var(values, {}, {}, 1) / double(values.size()); }
};

enum class Verdict { Smaller, Same, Greater };

AG_FUNCTION std::pair<Verdict, Tensor> compare(const Sample& a, const Sample& b, double critical) {
  const Tensor t = (a.mean() - b.mean()) / ag::sqrt(a.error() + b.error());
  if (t > critical) return {Verdict::Greater, t};
  if (t < -critical) return {Verdict::Smaller, t};
  return {Verdict::Same, t};
}

void run() {
  const Sample low{ag::tensor({1.0, 1.2, 0.9, 1.1})}, high{ag::tensor({2.0, 2.3, 1.9})},
      wide{ag::tensor({-3.0, 5.0, 1.0, 2.0})};
  for (const auto& [a, b] : {std::pair{low, high}, {high, low}, {low, wide}}) {
    const auto [verdict, t] = compare(a, b, 2.2);
    std::printf("%d %.6g\n", static_cast<int>(verdict), double(t));
  }
}
}  // namespace welch_t_test

namespace bootstrap_interval {
struct Xorshift {
  uint32_t state;
  uint32_t operator()() {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
  }
};

AG_FUNCTION std::pair<double, double> interval(const Tensor& data, int resamples, double level, uint32_t seed) {
  Xorshift random{seed};
  const std::vector<double> x = data.to_vector<double>();
  std::vector<double> means;
  means.reserve(resamples);
  for (int r = 0; r < resamples; ++r) {
    double sum = 0;
    for (size_t i = 0; i < x.size(); ++i) sum += x[random() % x.size()];
    means.push_back(sum / x.size());
  }
  std::sort(means.begin(), means.end());
  const auto at = [&means](double q) { return means[static_cast<size_t>(q * (means.size() - 1))]; };
  return {at((1 - level) / 2), at((1 + level) / 2)};
}

void run() {
  const Tensor data = ag::tensor({2.0, 3.5, 1.0, 8.0, 4.0, 4.5}, ag::float64);
  for (double level : {0.5, 0.95}) {
    const auto [low, high] = interval(data, 40, level, 2463534242u);
    std::printf("%.6f %.6f\n", low, high);
  }
}
}  // namespace bootstrap_interval

namespace permutation_test {
void permutations(std::vector<double>& x, size_t k, const std::vector<double>& y, double observed, int& extreme,
                  int& total) {
  if (k == x.size()) {
    const double product = std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
    if (std::abs(product) >= observed - 1e-9) ++extreme;
    ++total;
    return;
  }
  for (size_t i = k; i < x.size(); ++i) {
    std::swap(x[k], x[i]);
    permutations(x, k + 1, y, observed, extreme, total);
    std::swap(x[k], x[i]);
  }
}

AG_FUNCTION double p_value(const Tensor& a, const Tensor& b) {
  std::vector<double> x = (a - ag::mean(a)).to_vector<double>(), y = (b - ag::mean(b)).to_vector<double>();
  const double observed = std::abs(std::inner_product(x.begin(), x.end(), y.begin(), 0.0));
  int extreme = 0, total = 0;
  permutations(x, 0, y, observed, extreme, total);
  return static_cast<double>(extreme) / total;
}

void run() {
  const Tensor a = ag::tensor({1.0, 2.0, 3.0, 4.0}, ag::float64);
  for (const Tensor& b : {a * a, ag::tensor({2.0, 1.0, 4.0, 1.5}, ag::float64)}) std::printf("%.6f\n", p_value(a, b));
}
}  // namespace permutation_test

namespace metropolis_sampler {
struct Chain {
  Tensor state;
  int accepted = 0;
  Tensor sum = 0.0, squares = 0.0;
};

template <class LogDensity>
Chain sample(Tensor start, const Tensor& steps, const Tensor& uniforms, LogDensity log_density) {
  Chain chain{start};
  Tensor current = log_density(chain.state);
  for (int i = 0; i < steps.shape(0); ++i) {
    const Tensor proposal = chain.state + steps[i];
    const Tensor next = log_density(proposal);
    if (ag::log(uniforms[i]) < next - current) {
      chain.state = proposal;
      current = next;
      ++chain.accepted;
    }
    chain.sum += chain.state;
    chain.squares += chain.state * chain.state;
  }
  return chain;
}

AG_FUNCTION std::tuple<Tensor, Tensor, int> two_humps(Tensor start, Tensor width, int length) {
  const Tensor steps = width * ag::random_normal({length}, 21), uniforms = ag::random_uniform({length}, 22);
  const Chain c = sample(start, steps, uniforms, [](const Tensor& x) {
    if (x < -6 || x > 6) return Tensor(-1e9);
    return ag::log(ag::exp(-ag::square(x - 2)) + 0.5 * ag::exp(-ag::square(x + 2)));
  });
  const Tensor mean = c.sum / length;
  return {mean, c.squares / length - mean * mean, c.accepted};
}

void run() {
  for (float width : {0.3f, 3.0f}) {
    const auto [mean, variance, accepted] = two_humps(ag::tensor(1.0f), ag::tensor(width), 60);
    std::printf("%.4f %.4f %d\n", double(mean), double(variance), accepted);
  }
}
}  // namespace metropolis_sampler

namespace incomplete_gamma {
AG_FUNCTION Tensor lower(Tensor a, Tensor x) {
  if (x <= 0) return ag::zeros_like(x);
  const Tensor front = ag::exp(a * ag::log(x) - x - ag::lgamma(a));
  if (x < a + 1) {
    Tensor term = 1 / a, sum = term, n = a;
    while (ag::abs(term) > ag::abs(sum) * 1e-14) {
      n += 1;
      term *= x / n;
      sum += term;
    }
    return front * sum;
  }
  Tensor b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
  for (int i = 1; i <= 200; i++) {
    const Tensor an = -i * (i - a);
    b += 2;
    d = an * d + b;
    if (ag::abs(d) < 1e-300) d = 1e-300;
    c = b + an / c;
    if (ag::abs(c) < 1e-300) c = 1e-300;
    d = 1 / d;
    const Tensor change = d * c;
    h *= change;
    if (ag::abs(change - 1) < 1e-14) break;
  }
  return 1 - front * h;
}

double chi_squared_p(const Tensor& observed, const Tensor& expected) {
  const Tensor statistic = ag::sum(ag::square(observed - expected) / expected);
  return 1 - double(lower(ag::tensor((double(observed.size()) - 1) / 2, ag::float64), statistic / 2));
}

void run() {
  for (auto [a, x] : {std::pair{0.5, 0.2}, {2.0, 5.0}, {3.0, 0.0}, {10.0, 9.0}})
    std::printf("%.9f\n", double(lower(ag::tensor(a, ag::float64), ag::tensor(x, ag::float64))));
  const Tensor dice = ag::tensor({12.0, 8.0, 10.0, 9.0, 11.0, 30.0}, ag::float64);
  std::printf("%.9f\n", chi_squared_p(dice, ag::full({6}, 80.0 / 6, ag::float64)));
}
}  // namespace incomplete_gamma

namespace reservoir {
AG_FUNCTION std::vector<int> keep(const Tensor& stream, const Tensor& uniforms, size_t capacity) {
  std::vector<int> kept;
  for (int i = 0; i < stream.shape(0); ++i) {
    if (kept.size() < capacity) {
      kept.push_back(stream[i].item<int>());
      continue;
    }
    const int place = int(ag::floor(uniforms[i] * (i + 1)));
    if (place < static_cast<int>(capacity)) kept[place] = stream[i].item<int>();
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

void run() {
  const Tensor stream = ag::arange(12) * 10, uniforms = ag::random_uniform({12}, 8);
  for (size_t capacity : {1u, 3u, 12u, 20u}) {
    for (int v : keep(stream, uniforms, capacity)) std::cout << v << " ";
    std::cout << "\n";
  }
}
}  // namespace reservoir

namespace markov_chain {
enum State { Sunny, Cloudy, Rainy };
constexpr int kStates = 3;

struct Weather {
  Tensor transitions;
  int next(int state, const Tensor& u) const {
    Tensor cumulative = 0.0f;
    for (int to = 0; to < kStates; ++to) {
      cumulative += transitions(state, to);
      if (u < cumulative) return to;
    }
    return kStates - 1;
  }
};

AG_FUNCTION std::array<int, kStates> visits(const Tensor& transitions, const Tensor& uniforms, int start) {
  const Weather weather{transitions};
  std::array<int, kStates> counts{};
  int state = start;
  for (Tensor u : uniforms) {
    state = weather.next(state, u);
    counts[state]++;
  }
  return counts;
}

AG_FUNCTION std::pair<Tensor, int> stationary(const Tensor& transitions) {
  Tensor p = ag::full({kStates}, 1.0 / kStates);
  int steps = 0;
  while (true) {
    const Tensor next = ag::matmul(p, transitions);
    ++steps;
    if (ag::max(ag::abs(next - p)) < 1e-5 || steps >= 100) return std::make_pair(next, steps);
    p = next;
  }
}

void run() {
  const Tensor t = ag::tensor({{0.8, 0.15, 0.05}, {0.3, 0.4, 0.3}, {0.2, 0.4, 0.4}});
  const auto counts = visits(t, ag::random_uniform({50}, 4), Rainy);
  const auto [p, steps] = stationary(t);
  std::printf("%d %d %d\n", counts[Sunny], counts[Cloudy], counts[Rainy]);
  std::printf("%.3f %.3f %.3f %d\n", double(p[0]), double(p[1]), double(p[2]), steps);
}
}  // namespace markov_chain

namespace sequential_test {
struct Accept {
  int after;
};
struct Reject {
  int after;
  double ratio;
};
struct Undecided {};
using Outcome = std::variant<Undecided, Accept, Reject>;

AG_FUNCTION std::tuple<int, int, Tensor> probability_ratio(const Tensor& trials, Tensor p0, Tensor p1, double alpha,
                                                           double beta) {
  const double upper = std::log((1 - beta) / alpha), lower = std::log(beta / (1 - alpha));
  Tensor ratio = 0.0;
  int n = 0;
  for (Tensor success : trials) {
    ++n;
    ratio += success ? ag::log(p1 / p0) : ag::log((1 - p1) / (1 - p0));
    if (ratio >= upper) return {2, n, ratio};
    if (ratio <= lower) return {1, n, ratio};
  }
  return {0, n, ratio};
}

Outcome decide(const Tensor& trials) {
  const auto [kind, n, ratio] = probability_ratio(trials, 0.3, 0.6, 0.1, 0.1);
  if (kind == 2) return Reject{n, double(ratio)};
  if (kind == 1) return Accept{n};
  return Undecided{};
}

struct Print {
  void operator()(const Undecided&) const { std::printf("undecided\n"); }
  void operator()(const Accept& a) const { std::printf("accepted after %d\n", a.after); }
  void operator()(const Reject& r) const { std::printf("rejected after %d with %.6g\n", r.after, r.ratio); }
};

void run() {
  for (const auto& trials : {std::vector<bool>{1, 1, 0, 1, 1, 1}, {0, 0, 0, 1, 0, 0}, {0, 1, 0, 1, 0, 1}})
    std::visit(Print{}, decide(ag::tensor(trials)));
}
}  // namespace sequential_test

namespace rank_correlation {
std::vector<double> ranks(const std::vector<double>& x) {
  std::vector<double> result(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    int below = 0, equal = 0;
    for (double other : x) {
      if (other < x[i]) ++below;
      if (other == x[i]) ++equal;
    }
    result[i] = below + (equal + 1) / 2.0;
  }
  return result;
}

AG_FUNCTION std::optional<double> spearman(const Tensor& a, const Tensor& b) {
  const auto x = ranks(a.to_vector<double>()), y = ranks(b.to_vector<double>());
  const double n = static_cast<double>(x.size()), mean = (n + 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  if (xx == 0 || yy == 0) return std::nullopt;
  return xy / std::sqrt(xx * yy);
}

AG_FUNCTION int kendall(const Tensor& a, const Tensor& b) {
  int score = 0;
  for (int i = 0; i < a.size(); ++i)
    for (int j = 0; j < i; ++j) {
      const Tensor agreement = (a[i] - a[j]) * (b[i] - b[j]);
      score += agreement > 0 ? 1 : agreement < 0 ? -1 : 0;
    }
  return score;
}

void run() {
  const Tensor a = ag::tensor({1.0, 5.0, 2.0, 2.0, 9.0}, ag::float64);
  for (const Tensor& b : {a * a, -a, ag::ones({5}, ag::float64), ag::tensor({3.0, 1.0, 4.0, 1.0, 5.0}, ag::float64)}) {
    const auto rho = spearman(a, b);
    std::cout << (rho ? *rho : -9.0) << " " << kendall(a, b) << "\n";
  }
}
}  // namespace rank_correlation

namespace change_points {
double cost(const std::vector<double>& x, int from, int to) {
  double sum = 0, squares = 0;
  for (int i = from; i < to; ++i) {
    sum += x[i];
    squares += x[i] * x[i];
  }
  return squares - sum * sum / (to - from);
}

AG_FUNCTION std::vector<int> segment(const Tensor& series, double penalty) {
  const std::vector<double> x = series.to_vector<double>();
  const int n = static_cast<int>(x.size());
  std::vector<double> best(n + 1, 0.0);
  std::vector<int> previous(n + 1, 0);
  best[0] = -penalty;
  for (int t = 1; t <= n; ++t) {
    best[t] = INFINITY;
    for (int s = 0; s < t; ++s) {
      const double candidate = best[s] + cost(x, s, t) + penalty;
      if (candidate < best[t]) {
        best[t] = candidate;
        previous[t] = s;
      }
    }
  }
  std::vector<int> points;
  for (int t = n; t > 0; t = previous[t]) points.push_back(t);
  std::reverse(points.begin(), points.end());
  return points;
}

void run() {
  const Tensor x = ag::tensor({0.1, -0.1, 0.0, 5.0, 5.2, 4.9, 1.0, 1.1}, ag::float64);
  for (double penalty : {0.5, 12.0, 1000.0}) {
    for (int t : segment(x, penalty)) std::printf("%d ", t);
    std::printf("\n");
  }
}
}  // namespace change_points

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"welch_t_test", welch_t_test::run},
                                {"bootstrap_interval", bootstrap_interval::run},
                                {"permutation_test", permutation_test::run},
                                {"metropolis_sampler", metropolis_sampler::run},
                                {"incomplete_gamma", incomplete_gamma::run},
                                {"reservoir", reservoir::run},
                                {"markov_chain", markov_chain::run},
                                {"sequential_test", sequential_test::run},
                                {"rank_correlation", rank_correlation::run},
                                {"change_points", change_points::run}});
}
