// Lists that methods give, and constants that hold one.
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace method_lists_programs {
namespace {

struct Segment {
  int start = 0, length = 0;
  double energy = 0;
};

class Detector {
 public:
  Detector(Tensor on, Tensor off) : on_(on), off_(off) {}
  std::vector<Segment> segments(const Tensor& x) const {
    std::vector<Segment> found;
    bool active = false;
    Segment current;
    for (int i = 0; i < x.shape(0); ++i) {
      if (!active) {
        if (x[i] < on_) continue;
        active = true;
        current = {i, 0, 0.0};
      }
      if (x[i] < off_) {
        active = false;
        found.push_back(current);
      } else {
        current.length += 1;
        current.energy += double(x[i]);
      }
    }
    if (active) found.push_back(current);
    return found;
  }
  std::vector<Tensor> above(const Tensor& x) const {
    std::vector<Tensor> found;
    for (Tensor v : x)
      if (v > on_) found.push_back(v * 2);
    return found;
  }

 private:
  Tensor on_, off_;
};
AG_FUNCTION Tensor loudest(Tensor x, Tensor on, Tensor off) {
  const auto segments = Detector(on, off).segments(x);
  Tensor best = 0.0, where = -1;
  for (const auto& segment : segments) {
    if (segment.energy / segment.length > best) {
      best = segment.energy / segment.length;
      where = segment.start;
    }
  }
  return ag::stack({best, where, Tensor(int(segments.size()))});
}
AG_FUNCTION Tensor sum_above(Tensor x, Tensor on) {
  const std::vector<Tensor> found = Detector(on, on).above(x);
  Tensor sum = 0 * on;
  for (const Tensor& one : found) sum += one;
  return sum;
}
std::vector<Segment> found_plainly(Tensor x, Tensor on, Tensor off) { return Detector(on, off).segments(x); }

class Sieve {
 public:
  explicit Sieve(double limit) : limit_(limit) {}
  std::vector<double> kept(const Tensor& x) {
    std::vector<double> result;
    for (int i = 0; i < x.shape(0); ++i) {
      if (x[i] <= limit_) continue;
      result.push_back(double(x[i]));
      ++count_;
    }
    return result;
  }
  int count() const { return count_; }

 private:
  double limit_;
  int count_ = 0;
};
AG_FUNCTION double sieved(Tensor x, double limit) {
  Sieve sieve(limit);
  const auto first = sieve.kept(x);
  std::vector<double> second = sieve.kept(x / 2);
  second.push_back(1);
  double sum = 0;
  for (const double v : first) sum += v;
  for (const double v : second) sum += 10 * v;
  return sum + 100 * sieve.count() + 1000 * double(first.size());
}

class Bag {
 public:
  explicit Bag(double limit) : limit_(limit) {}
  void add(Tensor x) {
    if (x <= limit_) return;
    rows_.push_back(ag::stack({x, x * 2}));
    values_.push_back(double(x));
  }
  std::vector<Tensor> rows() const { return rows_; }
  std::vector<double> values() const { return values_; }
  int size() const { return int(rows_.size()); }
  double last() const { return values_.empty() ? 0.0 : values_.back(); }

 private:
  double limit_;
  std::vector<Tensor> rows_;
  std::vector<double> values_;
};
AG_FUNCTION Tensor bagged(Tensor x, double limit) {
  Bag bag(limit);
  for (Tensor v : x) bag.add(v);
  Tensor sum = 0 * x[ag::slice(0, 2)];
  const auto rows = bag.rows();
  for (const Tensor& row : rows) sum += row;
  double values = 0;
  for (double v : bag.values()) values += v;
  return sum * values + bag.size() + bag.last();
}
AG_FUNCTION std::vector<double> bagged_values(Tensor x, double limit) {
  Bag bag(limit);
  for (Tensor v : x) bag.add(v);
  return bag.values();
}

struct Fit {
  std::vector<double> losses;
  int steps = 0;
};
AG_CONVERT std::vector<double> losses_of(Tensor x) {
  Fit fit;
  while (x > 1) {
    x = x / 2;
    fit.losses.push_back(double(x));
    ++fit.steps;
  }
  return fit.losses;
}
AG_FUNCTION double first_loss(Tensor x) {
  const auto losses = losses_of(x);
  return losses.size() > 0 ? losses[0] + 10 * double(losses.size()) : -1.0;
}

}  // namespace
}  // namespace method_lists_programs

void e2e::method_lists() {
  using namespace method_lists_programs;
  const Tensor x = ag::tensor({0.0, 3.0, 4.0, 0.5, 5.0, 0.0, 2.0}, ag::float64);
  for (const double on : {1.0, 3.5, 9.0}) {
    run("loudest", loudest, x, f64(on), f64(0.75));
    run("sum_above", sum_above, x, f64(on));
    run("found_plainly", found_plainly, x, f64(on), f64(0.75));
    run("sieved", sieved, x, on);
    run("bagged", bagged, x, on);
    run("bagged_values", bagged_values, x, on);
    run("first_loss", first_loss, f64(on));
  }
}
