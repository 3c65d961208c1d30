// Methods of objects that have no staged class (a traced method leads to them, they lie outside of the functions, or
// they have a member that no staged class can have), with arguments and results that a tensor decides.
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "harness.h"

using ag::Tensor;

namespace method_variants_programs {
namespace {

class Filter {
 public:
  Filter(double noise, double spread) : noise_(noise), spread_(spread) {}
  double update(double z) {
    variance_ += noise_;
    const double gain = variance_ / (variance_ + spread_);
    mean_ += gain * (z - mean_);
    variance_ *= 1 - gain;
    if (std::fabs(z - mean_) > 1) ++outliers_;
    return mean_;
  }
  int outliers() const { return outliers_; }

 private:
  double noise_, spread_, mean_ = 0, variance_ = 1;
  int outliers_ = 0;
};

struct Reading {
  int level = 0;
  double value = 0;
};

class Gauge {
 public:
  double scaled(double x, double by = 2) const { return x > limit ? limit * by : x * by; }
  double limit = 4;

 protected:
  int seen_ = 0;
};

class Tracker : public Gauge {
 public:
  explicit Tracker(std::string name) : name_(std::move(name)) {}

  AG_FUNCTION Tensor track(Tensor z) {
    double last = 0;
    for (Tensor v : z) {
      last = filter_.update(double(v));
      if (is_far(last)) last = clip(last, most(v));
      note(int(v), last);
    }
    return last + Tensor(filter_.outliers()) * 10 + seen_;
  }
  AG_FUNCTION double mixed(Tensor x) {
    double a = double(x), b = 1;
    exchange(a, b);
    const auto [level, value] = read(b);
    if (const std::optional<int> found = find(level)) a += *found;
    return a * 100 + scaled(value) + scaled(b, 3) + pick(level) + pick(value) + sum_to(3);
  }
  static double clip(double x, double most);
  double most(Tensor v) const { return v > 3 ? 3.0 : 1.5 + bias_; }
  const std::string& name() const { return name_; }
  Tensor raised(Tensor x, int n = 1) const {  // its body makes the known number a symbolic one
    if (x > 2) n = int(x);
    return x * n;
  }
  int sum_to(int n) const {  // of known numbers, which stay known
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += i;
    return sum;
  }

 private:
  bool is_far(double x) const { return std::fabs(x) > 0.5; }
  void note(int n, double& x) {
    if (n % 2 == 0) return;
    ++seen_;
    x += n;
  }
  static void exchange(double& a, double& b) {
    if (a > b) std::swap(a, b);
  }
  Reading read(double x) const {
    if (x > 3) return {2, x - 3};
    return {int(x), x};
  }
  std::optional<int> find(int level) const {
    if (level == 0) return std::nullopt;
    return level * 7;
  }
  double pick(int level) const { return level > 1 ? 0.5 : 0.25; }
  double pick(double value) const { return value > 1 ? 5 : 6; }

  std::string name_;
  Filter filter_{1e-2, 0.1};
  double bias_ = 0.25;
};

double Tracker::clip(double x, double most) {
  if (x > most) return most;
  if (x < -most) return -most;
  return x;
}

Tracker shared("shared");

AG_FUNCTION double outside(Tensor v) {
  double l = shared.most(v);
  if (l > 2) l = Tracker::clip(10 * l, 4);
  return l + shared.most(v + 1) + shared.scaled(double(v)) + double(shared.raised(v, 7));
}

/// Its function keeps it from having a staged class.
class Rule {
 public:
  explicit Rule(std::function<double(double)> f, int order) : f_(std::move(f)), order_(order) {}
  double area(double low, double high) const {
    double sum = 0;
    const double h = (high - low) / order_;
    for (int i = 0; i < order_; ++i) sum += weight(i) * f_(0.5 * i);
    return sum * h;
  }

 private:
  double weight(int i) const { return i % 2 == 0 ? 2 : 4; }
  std::function<double(double)> f_;
  int order_;
};

AG_FUNCTION double integrated(Tensor low, Tensor high) {
  const Rule rule([](double x) { return x * x; }, 4);
  const auto finer = std::make_unique<Rule>([](double x) { return x + 1; }, 6);
  double area = rule.area(double(low), double(high));
  if (area > 20) area = finer->area(double(low), area);
  return area;
}

long outer = 3;

struct Amount {
  long n = 0;
  Tensor t;
  Amount() = default;
  Amount(long n, Tensor t) : n(n), t(t) {}
};

/// Its text keeps it from having a staged class.
struct Keeper {
  Amount keep(Amount amount) const { return amount; }
  Amount of_pair(std::pair<long, Tensor> pair) const { return Amount(pair.first, pair.second); }
  std::string text = "kept";
} keeper;

/// What is made of a variable outside is written as what a tensor may have decided.
AG_FUNCTION Tensor kept_amounts(Tensor x) {
  Amount a(keeper.keep(Amount(outer, x)));
  const Amount b(keeper.of_pair(std::pair<long, Tensor>(outer, x)));
  return a.t * a.n + b.t * b.n * 10;
}

}  // namespace
}  // namespace method_variants_programs

void e2e::method_variants() {
  using namespace method_variants_programs;
  for (int k = 0; k < 3; ++k, outer *= 2) e2e::run("kept_amounts", kept_amounts, e2e::f32(k));
  Tracker one("one"), two("two");
  two.limit = 1;
  for (Tracker* each : {&one, &two, &one}) {
    e2e::run("track", [&](Tensor z) { return each->track(z); }, ag::tensor({1.0, 1.1, 0.9, 8.0, 1.0}));
    for (int k = 0; k < 6; ++k) e2e::run("mixed", [&](Tensor x) { return each->mixed(x); }, e2e::f32(k * 0.75));
    std::cout << each->name() << " " << each->most(2.0) << " " << each->scaled(5) << " " << Tracker::clip(4, 2) << "\n";
  }
  for (double v : {1.0, 2.5, 5.0}) e2e::run("outside", outside, e2e::f32(v));
  for (double v : {1.0, 2.5, 5.0}) e2e::run("integrated", integrated, e2e::f32(0.5), e2e::f32(v));
}
