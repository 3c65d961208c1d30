// Members that are constants, in objects that change under a condition.
#include <optional>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace constant_members_programs {
namespace {

class Valve {
 public:
  Valve(double low, double high) : low_(low), high_(high) {}
  bool open(double level) {
    if (level > high_) open_ = true;
    if (level < low_) open_ = false;
    steps_[open_ ? 1 : 0] += kSizes[open_ ? 1 : 0];
    return open_;
  }
  int closed_steps() const { return steps_[0]; }
  std::optional<int> open_steps() const {
    if (steps_[1] == 0) return std::nullopt;
    return steps_[1];
  }

 private:
  double const low_;
  const double high_;
  const int kSizes[2] = {1, 10};
  bool open_ = false;
  int steps_[2] = {0, 0};
};
AG_FUNCTION std::pair<int, int> drained(Tensor levels, double low) {
  Valve valve(low, 0.75);
  int changes = 0;
  bool before = false;
  for (Tensor level : levels) {
    const bool open = valve.open(level.item<double>());
    if (open != before) ++changes;
    before = open;
  }
  return {changes, valve.closed_steps() + valve.open_steps().value_or(-1)};
}

struct Gain {
  const double factor;
  Tensor bias;
  double applied(double x) const { return factor * x; }
};
struct Counter {
  const int step = 2;
  int count = 0;
  void tick() { count += step; }
};
AG_CONVERT Gain gain_of(Tensor x) { return {double(x) + 1, x}; }
AG_FUNCTION double aggregates(Tensor x, double factor) {
  Gain gain{factor, x};
  Counter counter;
  double sum = 0;
  for (Tensor v : x) {
    if (v > 0) {
      sum += gain.applied(double(v));
      counter.tick();
    }
  }
  return sum + 100 * counter.count + gain_of(x[0]).applied(2);
}
AG_FUNCTION Counter given(Tensor x) {
  Counter counter;
  if (x > 0) counter.tick();
  return counter;
}

class Weighted {
 public:
  Weighted(double limit, std::vector<double> weights) : limit_(limit), weights_(std::move(weights)) {}
  void add(Tensor x) {
    if (x > limit_) total_ += double(x) * weights_[count_++ % 2];
  }
  double total() const { return total_ + 100 * count_; }

 private:
  const double limit_;
  const std::vector<double> weights_;
  double total_ = 0;
  int count_ = 0;
};
AG_FUNCTION double copied(Tensor x, double limit) {
  Weighted first(limit, {1, 2});
  for (Tensor v : x) first.add(v);
  Weighted second = first;
  second.add(x[0]);
  return first.total() + 1000 * second.total();
}

}  // namespace
}  // namespace constant_members_programs

void e2e::constant_members() {
  using namespace constant_members_programs;
  const Tensor line = ag::tensor({1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0}, ag::float64);
  for (const double low : {0.0, 0.5}) run("drained", drained, line, low);
  run("aggregates", aggregates, line, 2.5);
  for (const double x : {1.0, -1.0}) run("given", given, f64(x));
  run("copied", copied, line, 0.5);
  std::cout << gain_of(f64(3)).factor << "\n";
}
