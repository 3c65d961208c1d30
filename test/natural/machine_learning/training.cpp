// Programs that fit models: gradient descent in several forms, perceptrons, clustering, trees.
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

namespace momentum_descent {

struct Model {
  Tensor w, b;
};

struct Momentum {
  double rate, decay;
  Tensor vw, vb;
  void apply(Model& model, const Model& slope) {
    vw = decay * vw - rate * slope.w;
    vb = decay * vb - rate * slope.b;
    model.w += vw;
    model.b += vb;
  }
};

Tensor loss(Model model, Tensor x, Tensor y) { return ag::mean(ag::square(ag::matmul(x, model.w) + model.b - y)); }

AG_FUNCTION std::tuple<Model, Tensor, int> fit(Tensor x, Tensor y, int limit, double tolerance) {
  Model model{ag::zeros({x.shape(1)}), 0.0f};
  Momentum optimizer{.rate = 0.05, .decay = 0.8, .vw = ag::zeros_like(model.w), .vb = 0.0f};
  Tensor error = loss(model, x, y);
  int step = 0;
  for (; step < limit; ++step) {
    auto [value, slope] = ag::value_and_gradient(loss)(model, x, y);
    error = value;
    if (value < tolerance) break;
    optimizer.apply(model, slope);
  }
  return {model, error, step};
}

void run() {
  const Tensor x = ag::tensor({{0.0, 1.0}, {1.0, 0.5}, {-1.0, 2.0}, {0.5, -0.5}, {2.0, 1.0}});
  const Tensor y = ag::matmul(x, ag::tensor({1.5, -0.75})) + 0.25;
  for (double tolerance : {1.0, 1e-2, 1e-4, 0.0}) {
    auto [model, error, steps] = fit(x, y, 60, tolerance);
    std::printf("%.6g %.6g %.6g after %d steps, error %.5g\n", model.w[0].item<double>(), model.w[1].item<double>(),
                model.b.item<double>(), steps, error.item<double>());
  }
}

}  // namespace momentum_descent

namespace adam_by_hand {

class Adam {
 public:
  explicit Adam(double rate, double beta1 = 0.9, double beta2 = 0.999) : rate_(rate), beta1_(beta1), beta2_(beta2) {}

  Tensor update(Tensor x, Tensor slope) {
    if (!m_.defined()) {
      m_ = ag::zeros_like(x);
      v_ = ag::zeros_like(x);
    }
    ++t_;
    m_ = beta1_ * m_ + (1 - beta1_) * slope;
    v_ = beta2_ * v_ + (1 - beta2_) * slope * slope;
    const double c1 = 1 - std::pow(beta1_, t_), c2 = 1 - std::pow(beta2_, t_);
    return x - rate_ * (m_ / c1) / (ag::sqrt(v_ / c2) + 1e-8);
  }
  int steps() const { return t_; }

 private:
  double rate_, beta1_, beta2_;
  Tensor m_, v_;
  int t_ = 0;
};

Tensor rosenbrock(Tensor p) { return ag::square(1 - p[0]) + 10 * ag::square(p[1] - ag::square(p[0])); }

AG_FUNCTION std::pair<Tensor, int> minimize(Tensor start, int rounds) {
  Adam adam(0.1);
  Tensor p = start, best = start;
  Tensor best_value = rosenbrock(start);
  for (int i = 0; i < rounds; i++) {
    p = adam.update(p, ag::gradient(rosenbrock)(p));
    Tensor now = rosenbrock(p);
    if (now < best_value) {
      best_value = now;
      best = p;
    }
    if (best_value < 1e-3) return {best, adam.steps()};
  }
  return {best, adam.steps()};
}

void run() {
  for (auto& start : {ag::tensor({-1.0, 1.0}, ag::float64), ag::tensor({1.0, 1.0}, ag::float64),
                      ag::tensor({0.0, 2.0}, ag::float64)}) {
    auto [p, steps] = minimize(start, 80);
    std::printf("%.9f %.9f %d\n", p[0].item<double>(), p[1].item<double>(), steps);
  }
}

}  // namespace adam_by_hand

namespace early_stopping {

class Patience {
 public:
  explicit Patience(int limit) : limit_(limit) {}
  bool should_stop(double loss) {
    if (loss < best_ - 1e-6) {
      best_ = loss;
      waited_ = 0;
      return false;
    }
    return ++waited_ >= limit_;
  }
  double best() const { return best_; }

 private:
  int limit_;
  int waited_ = 0;
  double best_ = std::numeric_limits<double>::infinity();
};

AG_FUNCTION std::pair<int, double> train(Tensor x, Tensor y, Tensor vx, Tensor vy, double rate, int patience) {
  Patience stop(patience);
  Tensor w = ag::tensor(0.0, ag::float64);
  int epoch = 0;
  while (epoch < 200) {
    ++epoch;
    w -= rate * 2 * ag::mean((w * x - y) * x);
    double validation = ag::mean(ag::square(w * vx - vy)).item<double>();
    if (stop.should_stop(validation)) break;
  }
  return {epoch, stop.best()};
}

void run() {
  const Tensor x = ag::tensor({1.0, 2.0, 3.0, 4.0}, ag::float64), y = ag::tensor({2.1, 3.9, 6.2, 7.8}, ag::float64);
  const Tensor vx = ag::tensor({1.5, 2.5}, ag::float64), vy = ag::tensor({2.8, 4.9}, ag::float64);
  for (double rate : {0.001, 0.02, 0.14}) {
    const auto [epochs, best] = train(x, y, vx, vy, rate, 3);
    std::cout << "rate " << rate << ": " << epochs << " epochs\n";
    std::printf("  best %.9g\n", best);
  }
}

}  // namespace early_stopping

namespace perceptron {

class Perceptron {
 public:
  explicit Perceptron(int inputs) : weights_(ag::zeros({inputs})), bias_(0.0f) {}

  int predict(const Tensor& x) const { return ag::sum(weights_ * x) + bias_ > 0 ? 1 : -1; }

  int train_epoch(const Tensor& xs, const Tensor& labels) {
    int mistakes = 0;
    for (int i = 0; i < xs.shape(0); ++i) {
      const int wanted = labels[i].item<int>();
      if (predict(xs[i]) == wanted) continue;
      weights_ += wanted * xs[i];
      bias_ += wanted;
      ++mistakes;
    }
    return mistakes;
  }

  Tensor weights_;
  Tensor bias_;
};

struct Report {
  Tensor weights, bias;
  int epochs;
  bool separable;
};

AG_FUNCTION Report learn(Tensor xs, Tensor labels, int max_epochs) {
  Perceptron p(2);
  for (int epoch = 1; epoch <= max_epochs; ++epoch) {
    if (p.train_epoch(xs, labels) == 0) return {p.weights_, p.bias_, epoch, true};
  }
  return {p.weights_, p.bias_, max_epochs, false};
}

void run() {
  const Tensor xs = ag::tensor({{0.0, 0.0}, {0.0, 1.0}, {1.0, 0.0}, {1.0, 1.0}});
  const std::pair<const char*, Tensor> tables[] = {
      {"and", ag::tensor({-1, -1, -1, 1})}, {"or", ag::tensor({-1, 1, 1, 1})}, {"xor", ag::tensor({-1, 1, 1, -1})}};
  for (const auto& [name, labels] : tables) {
    Report r = learn(xs, labels, 12);
    std::cout << name << ": " << r.weights << " " << r.bias << (r.separable ? " in " : " not in ") << r.epochs << "\n";
  }
}

}  // namespace perceptron

namespace lloyd {

// k-means over plain loops.
struct Cluster {
  double x = 0, y = 0;
  int count = 0;
};

double squared_distance(double ax, double ay, double bx, double by) {
  const double dx = ax - bx, dy = ay - by;
  return dx * dx + dy * dy;
}

AG_FUNCTION std::tuple<std::vector<int>, double, int> cluster(Tensor points, int k) {
  const int n = static_cast<int>(points.shape(0));
  std::vector<Cluster> centres(k);
  for (int c = 0; c < k; ++c) centres[c] = {points(c, 0).item<double>(), points(c, 1).item<double>(), 0};
  std::vector<int> label(n, -1);
  double inertia = 0;
  int rounds = 0;
  bool changed = true;
  while (changed && rounds < 20) {
    changed = false;
    inertia = 0;
    std::vector<Cluster> sums(k);
    for (int i = 0; i < n; ++i) {
      const double px = points(i, 0).item<double>(), py = points(i, 1).item<double>();
      int nearest = 0;
      double best = 1e300;
      for (int c = 0; c < k; ++c) {
        const double d = squared_distance(px, py, centres[c].x, centres[c].y);
        if (d < best) {
          best = d;
          nearest = c;
        }
      }
      if (label[i] != nearest) changed = true;
      label[i] = nearest;
      inertia += best;
      sums[nearest].x += px;
      sums[nearest].y += py;
      ++sums[nearest].count;
    }
    for (int c = 0; c < k; ++c) {
      if (sums[c].count > 0) centres[c] = {sums[c].x / sums[c].count, sums[c].y / sums[c].count, sums[c].count};
    }
    ++rounds;
  }
  return {label, inertia, rounds};
}

void run() {
  const Tensor a = ag::tensor({{0.0, 0.0}, {5.0, 5.0}, {0.5, 0.2}, {5.5, 4.5}, {0.1, 0.9}, {4.8, 5.2}}, ag::float64);
  const Tensor b = ag::tensor({{1.0, 1.0}, {1.1, 1.0}, {9.0, 1.0}, {9.5, 1.5}, {1.0, 8.0}, {1.2, 8.8}}, ag::float64);
  for (const Tensor& points : {a, b}) {
    for (int k : {2, 3}) {
      auto [label, inertia, rounds] = cluster(points, k);
      for (int l : label) std::cout << l;
      std::printf(" %.9g %d\n", inertia, rounds);
    }
  }
}

}  // namespace lloyd

namespace decision_stump {

struct Stump {
  int feature = -1;
  double threshold = 0;
  int polarity = 1;
  int errors = std::numeric_limits<int>::max();
};

AG_FUNCTION Stump best_stump(const Tensor& x, const Tensor& y) {
  Stump best;
  for (int f = 0; f < x.shape(1); ++f) {
    for (int i = 0; i < x.shape(0); ++i) {
      const double threshold = x(i, f).item<double>();
      for (int polarity : {1, -1}) {
        int errors = 0;
        for (int j = 0; j < x.shape(0); ++j) {
          const int guess = polarity * x(j, f).item<double>() >= polarity * threshold ? 1 : 0;
          errors += guess != y[j].item<int>();
        }
        if (errors < best.errors) best = {f, threshold, polarity, errors};
      }
    }
  }
  return best;
}

void run() {
  const Tensor x = ag::tensor({{1.0, 7.0}, {2.0, 3.0}, {3.0, 8.0}, {4.0, 2.0}, {5.0, 9.0}}, ag::float64);
  for (const Tensor& y : {ag::tensor({0, 0, 1, 1, 1}), ag::tensor({1, 0, 1, 0, 1}), ag::tensor({0, 1, 0, 1, 0}),
                          ag::tensor({1, 0, 0, 0, 1})}) {
    const Stump s = best_stump(x, y);
    std::printf("feature %d %s %.3f, %d wrong\n", s.feature, s.polarity > 0 ? ">=" : "<=", s.threshold, s.errors);
  }
}

}  // namespace decision_stump

namespace logistic_tape {

struct Logistic : ag::Module {
  ag::Variable w = variable(ag::zeros({2}), {.name = "w"});
  ag::Variable b = variable(0.0f, {.name = "b"});
  Tensor logit(const Tensor& x) const { return ag::matmul(x, w) + b; }
};

AG_FUNCTION Tensor step(Logistic& model, Tensor x, Tensor y, double rate) {
  ag::GradientTape tape;
  Tensor z = model.logit(x);
  Tensor loss = ag::mean(ag::softplus(z) - y * z);
  auto [dw, db] = tape.gradient(loss, model.w, model.b);
  Tensor length = ag::sqrt(ag::sum(dw * dw) + db * db);
  if (length > 0.25) {  // clip
    dw = dw * (0.25 / length);
    db = db * (0.25 / length);
  }
  model.w.assign_sub(rate * dw);
  model.b.assign_sub(rate * db);
  return loss;
}

void run() {
  const Tensor x = ag::tensor({{0.0, 0.2}, {1.0, 2.0}, {2.0, 1.0}, {-1.0, 0.5}}), y = ag::tensor({0.0, 1.0, 1.0, 0.0});
  Logistic model;
  Tensor loss;
  for (int i = 0; i < 40; ++i) {
    loss = step(model, x, y, i < 10 ? 1.0 : 0.5);
    if (i % 10 == 9) std::printf("%d: %.6g\n", i, loss.item<double>());
  }
  std::printf("%.6g %.6g %.6g\n", model.w[0].item<double>(), model.w[1].item<double>(), model.b.item<double>());
}

}  // namespace logistic_tape

namespace learning_rates {

enum class Schedule { constant, stepped, cosine, plateau };

double rate_at(Schedule schedule, double base, int step, int total, double loss, double previous) {
  switch (schedule) {
    case Schedule::constant:
      return base;
    case Schedule::stepped:
      return base * std::pow(0.5, step / 10);
    case Schedule::cosine:
      return 0.5 * base * (1 + std::cos(3.14159265358979 * step / total));
    case Schedule::plateau:
      return loss > 0.95 * previous ? base * 0.25 : base;
  }
  return base;
}

AG_FUNCTION std::vector<double> losses(Tensor start, Schedule schedule, double base) {
  std::vector<double> history;
  Tensor x = start;
  double previous = 1e9;
  for (int step = 0; step < 30; ++step) {
    const double loss = ag::sum(ag::square(x) * ag::tensor({1.0, 4.0}, ag::float64)).item<double>();
    if (step % 6 == 0) history.push_back(loss);
    x = x - rate_at(schedule, base, step, 30, loss, previous) * 2 * x * ag::tensor({1.0, 4.0}, ag::float64);
    previous = loss;
  }
  return history;
}

void run() {
  for (Schedule s : {Schedule::constant, Schedule::stepped, Schedule::cosine, Schedule::plateau}) {
    for (double v : losses(ag::tensor({3.0, -2.0}, ag::float64), s, 0.11)) std::printf("%.9g ", v);
    std::printf("\n");
  }
}

}  // namespace learning_rates

namespace line_search {

template <class F, class G>
double backtrack(F f, G slope, double x, double step = 1.0) {
  const double fx = f(x), d = slope(x);
  while (step > 1e-8 && f(x - step * d) > fx - 0.3 * step * d * d) step *= 0.5;
  return step;
}

AG_FUNCTION std::tuple<double, int, double> descend(Tensor coefficients, Tensor start) {
  const double a = coefficients[0].item<double>(), b = coefficients[1].item<double>();
  auto f = [=](double x) { return a * x * x * x * x + b * x * x - x; };
  auto slope = [=](double x) { return 4 * a * x * x * x + 2 * b * x - 1; };
  double x = start.item<double>(), smallest = 1.0;
  int steps = 0;
  do {
    const double t = backtrack(f, slope, x);
    smallest = std::min(smallest, t);
    x -= t * slope(x);
    ++steps;
  } while (std::abs(slope(x)) > 1e-6 && steps < 100);
  return {x, steps, smallest};
}

void run() {
  for (double a : {0.25, 1.0, 10.0}) {
    for (double start : {-2.0, 0.1, 5.0}) {
      auto [x, steps, smallest] = descend(ag::tensor({a, 0.5}, ag::float64), ag::tensor(start, ag::float64));
      std::printf("%.7f %d %.9g\n", x, steps, smallest);
    }
  }
}

}  // namespace line_search

namespace two_layer_network {

struct Layer {
  Tensor w, b;
  Tensor operator()(Tensor x) const { return ag::matmul(x, w) + b; }
};

struct Network {
  Layer hidden, output;
  Tensor operator()(Tensor x) const { return output(ag::tanh(hidden(x))); }
};

Tensor cost(Network net, Tensor x, Tensor y) {
  Tensor z = net(x);
  return ag::mean(ag::softplus(z) - y * z);
}

AG_FUNCTION std::optional<Network> train(Network net, Tensor x, Tensor y, double rate, int steps) {
  for (int i = 0; i < steps; ++i) {
    auto [value, d] = ag::value_and_gradient(cost)(net, x, y);
    if (!ag::isfinite(value) || value > 50) return std::nullopt;  // diverged
    net.hidden.w -= rate * d.hidden.w;
    net.hidden.b -= rate * d.hidden.b;
    net.output.w -= rate * d.output.w;
    net.output.b -= rate * d.output.b;
  }
  return net;
}

void run() {
  const Tensor x = ag::tensor({{0.0, 0.0}, {0.0, 1.0}, {1.0, 0.0}, {1.0, 1.0}});
  const Tensor y = ag::tensor({{0.0}, {1.0}, {1.0}, {0.0}});
  const Network start{{ag::tensor({{0.5, -0.9, 0.3}, {-0.4, 0.8, 0.7}}), ag::zeros({3})},
                      {ag::tensor({{0.6}, {0.5}, {-0.7}}), ag::zeros({1})}};
  for (double rate : {0.5, 2.0, 1000.0}) {
    const std::optional<Network> net = train(start, x, y, rate, 50);
    if (!net) {
      std::cout << "diverged\n";
      continue;
    }
    Tensor z = (*net)(x);
    std::printf("%.3f %.3f %.3f %.3f\n", z(0, 0).item<double>(), z(1, 0).item<double>(), z(2, 0).item<double>(),
                z(3, 0).item<double>());
  }
}

}  // namespace two_layer_network

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"momentum_descent", momentum_descent::run},
                                {"adam_by_hand", adam_by_hand::run},
                                {"early_stopping", early_stopping::run},
                                {"perceptron", perceptron::run},
                                {"lloyd", lloyd::run},
                                {"decision_stump", decision_stump::run},
                                {"logistic_tape", logistic_tape::run},
                                {"learning_rates", learning_rates::run},
                                {"line_search", line_search::run},
                                {"two_layer_network", two_layer_network::run}});
}
