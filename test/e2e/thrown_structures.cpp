// Exceptions that are made of parts of structures which only the graph knows.
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace thrown_structures_programs {
namespace {

struct Best {
  int at = 0;
  double value = 0;
};

struct Progress {
  int steps = 0;
  Best best;
  Tensor last;
};

class Counter {
 public:
  void add(double value) {
    sum_ += value;
    ++count_;
  }
  double sum_ = 0;
  int count_ = 0;
};

AG_FUNCTION double halved(Tensor x) {
  Progress progress;
  std::pair<int, double> rounds{0, 1.5};
  std::array<double, 2> sums = {0, 1};
  double value = x.item<double>();
  while (value > 1) {
    value /= 2;
    ++progress.steps;
    progress.best.value += value;
    progress.last = x + value;
    ++rounds.first;
    sums[1] += value;
    if (progress.steps > 5)
      throw std::runtime_error("no end after " + std::to_string(progress.steps) + " steps, " +
                               std::to_string(progress.best.value) + ", " + std::to_string(rounds.first) + ", " +
                               std::to_string(sums[1]) + ", " + std::to_string(progress.last.item<double>()));
  }
  return progress.best.value;
}

AG_FUNCTION double element(Tensor x) {
  std::vector<double> v = {1, 2};
  if (x > 2) v[1] = x.item<double>();
  if (v[1] > 5) throw std::out_of_range("v[1] = " + std::to_string(v[1]) + " of " + std::to_string(v.size()));
  return v[1];
}

AG_FUNCTION double held(Tensor x) {
  std::optional<double> v;
  if (x > 2) v = x.item<double>();
  if (v && *v > 5) throw std::out_of_range("v = " + std::to_string(*v));
  return v.value_or(-1);
}

AG_FUNCTION double counted(Tensor x) {
  Counter counter;
  while (counter.sum_ < 10) {
    counter.add(x.item<double>());
    if (counter.count_ == 4) throw std::domain_error("too slow: " + std::to_string(counter.sum_));
  }
  return counter.sum_;
}

}  // namespace
}  // namespace thrown_structures_programs

void e2e::thrown_structures() {
  using namespace thrown_structures_programs;
  for (double x : {9.0, 1e5, 3.0, 1.0}) {
    run("halved", halved, f64(x));
    run("element", element, f64(x));
    run("held", held, f64(x));
    run("counted", counted, f64(x));
  }
}
