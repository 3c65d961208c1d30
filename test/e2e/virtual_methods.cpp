// Objects whose class has virtual methods, which are called with numbers that a tensor makes.
#include <memory>

#include "harness.h"

using ag::Tensor;

namespace virtual_methods_programs {
namespace {

class Schedule {
 public:
  virtual ~Schedule() {}
  virtual double rate(int step, double loss) const = 0;
  virtual double twice(double loss) const { return 2 * rate(3, loss) + base(); }
  double base() const { return base_; }
  virtual double operator()(double v) { return v * 10; }

 protected:
  double base_ = 0.5;
};
class Decay final : public Schedule {
 public:
  Decay(double k, Tensor w) : k_(k), w_(w) {}
  auto rate(int step, double loss) const -> double override {
    double r = loss;
    for (int i = 0; i < step; ++i) r *= k_;
    return r + base_;
  }
  double operator()(double v) final {
    while (v > 1) v /= k_ * 4;
    return v;
  }

 private:
  double k_;
  Tensor w_;
};
class Step : public Schedule {
 public:
  double rate(int step, double loss) const override;
  double twice(double loss) const override {
    if (loss > 2) return 7;
    return Schedule::twice(loss);
  }
  int limits[2] = {1, 2};
};
double Step::rate(int step, double loss) const { return loss > limits[0] ? loss * step : limits[1]; }
class Small : public Step {};

double used(const Schedule& s, double v) {
  if (v > 1.2) return s.twice(v);
  return s.rate(4, v);
}
AG_FUNCTION Tensor through_pointers(Tensor x, int which) {
  std::vector<std::unique_ptr<Schedule>> all;
  all.push_back(std::make_unique<Decay>(0.5, x));
  all.push_back(std::make_unique<Step>());
  all.push_back(std::make_unique<Small>());
  const double n = double(x);
  const Schedule& one = *all[which];
  return x * (one.rate(3, n) + all[which]->rate(2, n) + (*all[which]).twice(n) + used(*all[which], n)) +
         one.rate(2, 3.0);
}
AG_FUNCTION Tensor on_its_own(Tensor x) {
  Decay decay(0.5, x);
  double n = 1;
  if (x > 1) n = decay.rate(1, n) + decay(n);
  while (x > 1) {
    n = decay(n) + 1;
    x = x / 2;
  }
  return x * n;
}

struct Layer {
  virtual ~Layer() = default;
  virtual Tensor forward(const Tensor& x, double scale) const = 0;
  virtual double norm(const std::vector<double>& v) const { return v[0]; }
};
struct Leaky : Layer {
  double slope = 0.1;
  Tensor forward(const Tensor& x, double scale) const override {
    if (scale > 1 && x < 0) return x * slope;
    return x * scale;
  }
};
struct Linear : Layer {
  Tensor weight = 3.0;
  Tensor forward(const Tensor& x, double scale) const override { return x * weight * scale; }
  double norm(const std::vector<double>& v) const override {
    double total = 0;
    for (const double one : v) total += one;
    return total;
  }
};
struct Net {
  std::vector<std::shared_ptr<Layer>> layers;
  AG_CONVERT Tensor run(Tensor x) const {
    const double scale = double(x);
    for (const auto& layer : layers) x = layer->forward(x, scale);
    return x;
  }
  AG_CONVERT Tensor norms(Tensor x) const {
    const std::vector<double> v{double(x), 2.0};
    double total = 0;
    for (const auto& layer : layers) total += layer->norm(v);
    return x * total;
  }
};
AG_FUNCTION Tensor layers(Tensor x) {
  Net net;
  net.layers.push_back(std::make_shared<Leaky>());
  net.layers.push_back(std::make_shared<Linear>());
  return net.run(x) + net.norms(x);
}
AG_FUNCTION Tensor with_known_numbers(Tensor x) {
  Linear linear;
  const Layer& layer = linear;
  return layer.forward(x, 2.0);
}

// Known numbers are given, and a tensor decides the one that comes back.
struct Rule {
  int bias = 1;
  virtual ~Rule() = default;
  virtual int step(int n, Tensor x) const {
    if (x > n) return n + bias;
    return n;
  }
};
struct Twice : Rule {
  int step(int n, Tensor x) const override {
    if (x > n) return n + 2 * bias;
    return n - 1;
  }
};
int known_step(const Rule& rule, Tensor x) { return rule.step(2, x) + 1; }
int asked_step(const Rule& rule, Tensor x) { return rule.step(int(x), x + 0.5) + 1; }
AG_FUNCTION Tensor tensors_decide(Tensor x) {
  const Rule rule;
  const Twice twice;
  return x * known_step(rule, x) + known_step(twice, x) + 100 * asked_step(twice, x);
}

// Only tensors are given.
struct Loss {
  virtual ~Loss() = default;
  virtual double of(Tensor x, Tensor y) const = 0;
};
struct SquaredError : Loss {
  double of(Tensor x, Tensor y) const override { return ag::mean((x - y) * (x - y)).item<double>(); }
};
struct AbsoluteError : Loss {
  double scale = 2;
  double of(Tensor x, Tensor y) const override {
    double s = scale;
    if (ag::sum(x) > 2) s += 1;
    return s * double(ag::mean(ag::abs(x - y)));
  }
};
AG_CONVERT Tensor step_down(const Loss& loss, Tensor x, Tensor y) {
  const double l = loss.of(x, y);
  if (l > 2) x = x * 0.5;
  return x + l;
}
AG_FUNCTION Tensor losses(Tensor x) {
  const SquaredError squared;
  const AbsoluteError absolute;
  return step_down(squared, x, x * x) + 100 * step_down(absolute, x, x * x);
}

}  // namespace
}  // namespace virtual_methods_programs

void e2e::virtual_methods() {
  using namespace virtual_methods_programs;
  for (const double x : {0.5, 1.5, 3.0, -2.0}) {
    for (const int which : {0, 1, 2}) run("through_pointers", through_pointers, f64(x), which);
    run("on_its_own", on_its_own, f64(x));
    run("layers", layers, f64(x));
    run("with_known_numbers", with_known_numbers, f64(x));
    run("tensors_decide", tensors_decide, f64(x));
    run("losses", losses, f64(x));
  }
}
