// What holds numbers that may be symbolic: vectors made of a list, braced lists that a loop runs over, iterators that a
// template gets, and objects whose other numbers stay known.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace held_numbers_programs {
namespace {

double rest_of(Tensor x) {
  double rest = double(x);
  while (rest > 1) rest /= 2;
  return rest;
}

/// The callers give numbers that are known, and others.
double powers(double x, int n) {
  std::vector<double> list{1, x, x * x};
  for (int i = 3; i < n; ++i) list.push_back(list.back() * x);
  double sum = 0;
  for (double one : list) sum += one;
  return sum;
}

double median(double a, double b, double c) {
  std::vector<double> values{a, b, c};
  std::sort(values.begin(), values.end());
  return values[1];
}

double spread(double a, double b) {
  const std::vector<double> values = {a, b, 1.0};
  const auto say = [&] { return *std::max_element(values.begin(), values.end()); };
  return say() - *std::min_element(values.begin(), values.end());
}

AG_FUNCTION double lists_of_parameters(Tensor x) {
  const double rest = rest_of(x);
  auto other = std::vector{rest, 3.0, 4.0};
  if (x > 3) other[1] *= 5;
  return powers(rest, 5) + median(rest, 0.75, 0.25) * 100 + spread(rest, 0.5) * 1e4 + powers(2, 4) + other[1] +
         other[0];
}

/// It stays a vector of numbers that are known: `unique` is not followed.
int distinct(int a, int b) {
  std::vector<int> values{a, b, 3};
  return static_cast<int>(std::unique(values.begin(), values.end()) - values.begin());
}

AG_FUNCTION Tensor known_lists(Tensor x, int n) {
  const std::vector<int64_t> dims{n, 2};
  return ag::sum(ag::ones(dims) * x) + distinct(n, 3);
}

AG_FUNCTION double braced_lists(Tensor x) {
  const double rest = rest_of(x);
  int count = 1;
  if (x > 3) count = 4;
  double sum = 0;
  for (double one : {0.0, rest, 2.0}) sum += one;
  for (double one : {1.5, rest, 2.0}) {
    if (one > 1.75) break;
    sum += one;
  }
  for (auto one : {1.5, rest}) sum *= one;
  for (int one : {1, count, 3}) {
    if (one > sum) continue;
    sum -= one;
  }
  for (double one : {rest, rest + 1}) sum = one + sum / 2;
  return sum;
}

template <class It, class T>
T horner(It first, It last, T x) {
  T value = x * 0;
  for (; first != last; ++first) value = value * x + *first;
  return value;
}

AG_FUNCTION double iterators_for_templates(Tensor x) {
  const double rest = rest_of(x);
  const std::vector<double> symbolic{1, rest, 3}, known{2, 1};
  return horner(symbolic.begin(), symbolic.end(), 0.5) + horner(known.begin(), known.end(), rest) * 100 +
         horner(known.begin(), known.end(), 3.0);
}

/// Its size stays what it was, in a loop that gives the whole object other values.
class Matrix {
 public:
  explicit Matrix(int n) : n_(n), values_(n * n) {}
  double& operator()(int i, int j) { return values_[i * n_ + j]; }
  double operator()(int i, int j) const { return values_[i * n_ + j]; }
  Matrix operator*(const Matrix& other) const {
    Matrix result(n_);
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        for (int k = 0; k < n_; ++k) result(i, j) += (*this)(i, k) * other(k, j);
      }
    }
    return result;
  }
  double trace() const {
    double sum = 0;
    for (int i = 0; i < n_; ++i) sum += (*this)(i, i);
    return sum;
  }

 private:
  int n_;
  std::vector<double> values_;
};

AG_FUNCTION double squared_until(Tensor x) {
  Matrix m(2);
  m(0, 0) = double(x);
  m(0, 1) = 1;
  m(1, 0) = 0.25;
  m(1, 1) = 2;
  int squared = 0;
  while (m.trace() < 1000) {
    m = m * m;
    ++squared;
    for (int k = 0; k < x && m.trace() < 500; ++k) m = m * m;
  }
  return m.trace() + squared;
}

/// What changes is symbolic all the same, and what it decides.
struct Steps {
  int width;
  int taken = 0;
  std::vector<double> row() const { return std::vector<double>(width, 0.5 * taken); }
};

AG_FUNCTION double known_beside_changed(Tensor x) {
  Steps steps{3};
  double sum = 0;
  while (sum < x) {
    ++steps.taken;
    for (double one : steps.row()) sum += one;
    if (steps.taken > 4) sum += 100;
  }
  return sum + steps.taken * 1000 + steps.width;
}

/// What its methods add is as symbolic as what they are given.
struct Samples {
  std::vector<double> values;
  void add(double value) { values.push_back(value); }
  double mean() const {
    double sum = 0;
    for (double one : values) sum += one;
    return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
  }
};

AG_FUNCTION double members_that_grow(Tensor x) {
  Samples samples, known;
  samples.add(rest_of(x));
  for (int k = 0; k < 3; ++k) samples.add(k * double(x));
  known.add(2);
  return samples.mean() + known.mean() * 100;
}

auto of_its_own_type(Tensor x) {
  struct Both {
    int count;
    double rest;
  };
  int count = 0;
  if (x > 3) count = 3;
  return Both{count, rest_of(x)};
}

AG_FUNCTION double local_results(Tensor x) {
  auto both = of_its_own_type(x);
  if (x > 3) both.rest += both.count;
  return both.rest + both.count * 10;
}

std::vector<double> doubled(double a) { return {a, 2 * a}; }

/// Lists that loops run over, of a number that callers know and that others do not.
AG_CONVERT double over_lists(double a, int n) {
  double sum = 0;
  for (double one : std::vector<double>{a, 4, 5}) sum += one;
  for (double one : std::array<double, 2>{a, 4}) sum += one;
  for (const auto& one : std::vector<std::pair<int, double>>{{n, a}, {2, 3.0}}) sum += one.first * one.second;
  for (auto [count, value] : std::vector<std::pair<int, double>>{{n, a}, {2, 3.0}}) sum += count * value;
  for (auto one : std::vector{a, 1.0}) {
    if (one > 3) break;
    sum += one;
  }
  for (double one : doubled(a)) sum += one;
  return sum;
}

AG_FUNCTION double lists_of_loops(Tensor x) { return over_lists(3.5, 2) + over_lists(double(x), int(x)); }

/// Of a list, where the smallest and the greatest are found together.
struct Interval {
  double low, high;
  friend Interval operator*(Interval a, Interval b) {
    const auto [least, most] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    return {least, most};
  }
};

/// What is not converted takes the objects as the user's.
struct Particle {
  double place, speed;
};
std::vector<Particle> started(int n) {
  std::vector<Particle> all;
  for (int i = 0; i < n; ++i) all.push_back({double(i), 0.5 * i});
  return all;
}

AG_FUNCTION double lists_of_objects(Tensor x) {
  auto all = started(3);
  for (Particle& one : all) {
    if (x > 1) one.speed *= double(x);
  }
  const Interval square = Interval{-double(x), 2} * Interval{all[1].speed, 3};
  const auto ends = std::minmax({double(x), 2.0, all[2].speed});
  double sum = square.low * 10 + square.high + ends.first * 100 + ends.second;
  for (const Particle& one : all) sum += one.place * one.speed;
  return sum;
}

}  // namespace
}  // namespace held_numbers_programs

void e2e::held_numbers() {
  using namespace held_numbers_programs;
  e2e::show(double(started(2).size()));
  for (double x : {0.5, 1.75, 4.0, 9.75}) {
    run("lists_of_parameters", lists_of_parameters, f64(x));
    for (int n : {2, 3}) run("known_lists", known_lists, f64(x), n);
    run("braced_lists", braced_lists, f64(x));
    run("iterators_for_templates", iterators_for_templates, f64(x));
    run("squared_until", squared_until, f64(x));
    run("known_beside_changed", known_beside_changed, f64(x));
    run("members_that_grow", members_that_grow, f64(x));
    run("local_results", local_results, f64(x));
    run("lists_of_loops", lists_of_loops, f64(x));
    run("lists_of_objects", lists_of_objects, f64(x));
  }
}
