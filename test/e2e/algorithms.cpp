// Algorithms of the standard library on numbers that a tensor decides.
#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <numeric>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace algorithms_programs {
namespace {

std::vector<double> values_of(Tensor x) {
  std::vector<double> values(5);
  for (int i = 0; i < 5; ++i) values[i] = double(x[i]);
  return values;
}

AG_FUNCTION double sums(Tensor x) {
  std::vector<double> v = values_of(x), w{1, 2, 3, 4, 5};
  int whole = std::accumulate(v.begin(), v.end(), 0);  // of ints, as C++ says
  double product = std::accumulate(v.begin() + 1, v.end(), 2.0, std::multiplies<>());
  double norm =
      std::accumulate(v.cbegin(), v.cend(), 0.0, [](double sum, double value) { return sum + value * value; });
  return whole + product * 10 + norm * 100 + std::inner_product(v.begin(), v.end(), w.begin(), 0.0);
}

AG_FUNCTION double counted(Tensor x, Tensor limit) {
  const std::vector<double> v = values_of(x);
  const std::array<int, 3> known{1, 2, 3};
  const double least = double(limit);
  long n = std::count_if(v.begin(), v.end(), [&](double value) { return value > least; });
  n = n * 10 + std::count(v.begin(), v.end(), least);
  n = n * 10 + std::count_if(known.begin(), known.end(), [&](int value) { return value > least; });
  n = n * 10 + (std::all_of(v.begin(), v.end(), [](double value) { return value > 0; }) ? 1 : 0);
  n = n * 10 + (std::any_of(v.begin(), v.end(), [](double value) { return value < 0; }) ? 1 : 0);
  return n * 10 + (std::none_of(v.begin(), v.end(), [&](double value) { return value == least; }) ? 1 : 0);
}

AG_FUNCTION double extremes(Tensor x) {
  std::vector<double> v = values_of(x);
  double a = double(x[0]), b = double(x[1]);
  auto [low, high] = std::minmax(a, b);
  return *std::max_element(v.begin(), v.end()) * 10 + *std::min_element(v.begin(), v.begin() + 3) + low * 100 - high;
}

AG_FUNCTION std::vector<double> median(Tensor x) {
  std::vector<double> v = values_of(x);
  std::sort(v.begin(), v.end());
  std::vector<double> copy(v.begin(), v.end());
  std::reverse(copy.begin(), copy.end());
  copy[0] = v[v.size() / 2];
  return copy;
}

AG_FUNCTION double made(Tensor x) {
  double values[5];
  std::fill(values, values + 5, double(x[0]));
  int order[4];
  std::iota(std::begin(order), std::end(order), int(x[2]));
  std::vector<double> v = values_of(x), w(5), sums(5);
  std::transform(v.begin(), v.end(), w.begin(), [&](double value) { return value * values[1] + order[3]; });
  std::transform(v.begin(), v.end(), w.begin(), v.begin(), [](double a, double b) { return a - b; });
  std::partial_sum(v.begin(), v.end(), sums.begin());
  std::swap_ranges(v.begin(), v.begin() + 2, w.begin());
  std::copy(sums.begin(), sums.end(), w.begin());
  double total = 0;
  std::for_each(w.begin(), w.end(), [&](double value) { total += value; });
  std::for_each(w.begin(), w.end(), [](double& value) { value *= 2; });
  return total * 1000 + w[0] + v[1] + std::accumulate(w.begin(), w.end(), 0.0);
}

std::vector<double> seven_of(Tensor x) {
  std::vector<double> values(7);
  for (int i = 0; i < 7; ++i) values[i] = double(x[i]);
  return values;
}

AG_FUNCTION std::vector<double> ordered(Tensor x) {
  std::vector<double> v = seven_of(x), w = v, u = v, z = v, y = v, all(35);
  const double middle = double(x[3]);
  std::sort(v.begin(), v.end(), std::greater<>());
  std::sort(w.begin(), w.end(), [](double a, double b) { return a * a < b * b; });
  std::stable_sort(u.begin(), u.end(), std::greater<double>());
  std::stable_sort(z.begin() + 1, z.end());
  std::sort(y.begin(), y.end(),
            [&](double a, double b) { return (a - middle) * (a - middle) < (b - middle) * (b - middle); });
  std::copy(v.begin(), v.end(), all.begin());
  std::copy(w.begin(), w.end(), all.begin() + 7);
  std::copy(u.begin(), u.end(), all.begin() + 14);
  std::copy(z.begin(), z.end(), all.begin() + 21);
  std::copy(y.begin(), y.end(), all.begin() + 28);
  return all;
}

AG_FUNCTION std::vector<double> found(Tensor x, Tensor t) {
  std::vector<double> v = seven_of(x), w = v, out(12);
  const double wanted = double(t);
  out[0] = std::find(v.begin(), v.end(), wanted) != v.end() ? 1 : 0;
  out[1] = std::find(v.begin(), v.end(), wanted) == v.end();
  out[2] = std::find_if(v.begin(), v.end(), [&](double e) { return e > wanted; }) - v.begin();
  out[3] = std::distance(v.begin(), std::max_element(v.begin(), v.end()));
  out[4] = std::min_element(v.begin(), v.end(), [](double a, double b) { return a * a < b * b; }) - v.begin();
  out[5] = *std::max_element(v.begin(), v.end(), [](double a, double b) { return a * a < b * b; });
  out[6] = *std::min_element(v.begin() + 1, v.end(), std::greater<double>());
  out[7] = std::is_sorted(v.begin(), v.end()) ? 1 : 0;
  std::sort(w.begin(), w.end());
  out[8] = std::is_sorted(w.begin(), w.end()) + 2 * std::equal(v.begin(), v.end(), w.begin());
  if (v.end() == std::find(v.begin(), v.end(), 4.0)) out[9] = 7;
  const int k = static_cast<int>(std::max_element(v.begin(), v.end()) - v.begin());
  out[10] = v[k];
  while (std::find(v.begin(), v.end(), wanted) != v.end()) {
    v[std::find(v.begin(), v.end(), wanted) - v.begin()] = 100;
    out[11] += 1;
  }
  return out;
}

AG_FUNCTION std::vector<double> folded(Tensor x) {
  std::vector<double> v = seven_of(x), g(4), s(7), q(7), r(7), all(32);
  double a[7];
  std::copy(v.begin(), v.end(), a);
  std::replace(v.begin(), v.end(), 2.5, 10.0);
  std::replace_if(v.begin(), v.end(), [](double e) { return e < 0; }, 0.5);
  double next = double(x[0]);
  std::generate(g.begin(), g.end(), [&] { return next *= 1.5; });
  std::inclusive_scan(v.begin(), v.end(), s.begin());
  std::inclusive_scan(v.begin(), v.end(), q.begin(), std::multiplies<>());
  std::exclusive_scan(v.begin(), v.end(), r.begin(), 0.25);
  std::partial_sum(v.begin(), v.end(), v.begin(), [](double p, double e) { return p * 0.5 + e; });
  all[0] = std::reduce(v.begin(), v.end()) + std::reduce(v.begin(), v.end(), 1);
  all[1] = std::reduce(g.begin(), g.end(), 1.0, std::multiplies<>());
  all[2] = std::transform_reduce(v.begin(), v.end(), s.begin(), 0.125);
  all[3] = std::reduce(std::begin(a), std::end(a), 0.0, [](double p, double e) { return p + e; });
  all[4] = static_cast<double>(std::min_element(a, a + 7) - a);
  std::copy(v.begin(), v.end(), all.begin() + 5);
  std::copy(s.begin(), s.end(), all.begin() + 12);
  std::copy(q.begin(), q.end(), all.begin() + 18);
  std::copy(r.begin(), r.end(), all.begin() + 25);
  return all;
}

// No tensor decides anything about them.
AG_FUNCTION double of_host(Tensor x) {
  std::vector<double> v{3, 1, 2};
  std::sort(v.begin(), v.end(), [](double a, double b) { return a > b; });
  auto it = std::find(v.begin(), v.end(), 1.0);
  const int n = static_cast<int>(it - v.begin());
  const bool has = std::find(v.begin(), v.end(), 2.0) != v.end();
  return double(x[0]) + n + *std::max_element(v.begin(), v.end()) + v[0] + has;
}

struct Line {
  double slope = 1, start = 2;
  double operator()(double x) const {
    if (x > 1) return slope * x + start;
    return start;
  }
};
struct Weighted {
  double weight = 2;
  int extra = 0;
  double operator()(double a, double b) const { return a + weight * b + extra; }
};
struct Below {
  double limit = 3;
  bool operator()(double x) const { return x < limit; }
};
struct Order {
  int sign = 1;
  bool operator()(double a, double b) const { return sign * a < sign * b; }
};
AG_FUNCTION Tensor with_objects(Tensor t) {
  const double x = double(t[0]);
  std::vector<double> known{1, 5, 2}, asked{3, 1, 2}, made(3);
  Line line;
  Weighted weighted;
  Below below;
  Order order;
  std::transform(known.begin(), known.end(), known.begin(), Line{1, 3});
  std::sort(known.begin(), known.end(), order);
  const double sum = std::accumulate(known.begin(), known.end(), 0.0, weighted);
  if (x > 1) {
    line.slope = x;
    weighted.extra = 3;
    asked[1] = x;
    order.sign = -1;
  }
  for (Tensor i : ag::range(ag::astype(ag::abs(t[0]), ag::int32))) {
    std::transform(asked.begin(), asked.end(), known.begin(), asked.begin(), weighted);
    if (i > 1) below.limit += 10;
  }
  std::stable_sort(asked.begin(), asked.end(), order);
  const int n = std::count_if(asked.begin(), asked.end(), below) + std::any_of(asked.begin(), asked.end(), Below{2});
  std::transform(asked.begin(), asked.end(), made.begin(), line);
  const bool has = std::find_if(made.begin(), made.end(), below) != made.end();
  return t + sum + n * 10 + made[0] * 100 + made[1] + made[2] + has + asked[0] * 3;
}

// Comparisons that read elements of variables outside of them.
AG_FUNCTION Tensor by_outside(Tensor x, int n) {
  std::vector<int> order(n), other{3, 1, 2, 0};
  std::vector<double> weights = x.to_vector<double>();
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return (x[a] < x[b]).item<bool>(); });
  std::stable_sort(other.begin(), other.end(), [&](int a, int b) {
    const double& left = weights[a];
    return left * left < weights.at(b) + weights.front();
  });
  int64_t result = 0;
  for (int one : order) result = 10 * result + one;
  for (int one : other) result = 10 * result + one;
  const std::vector<int> fixed{2, 3, 1};
  const auto by = [&](int a, int b) { return double(x[a]) < double(x[b]); };
  result = 10 * result + *std::min_element(fixed.begin(), fixed.end(), by);
  result = 10 * result + std::is_sorted(fixed.begin(), fixed.end(), by);
  return ag::tensor(result, ag::int64);
}

}  // namespace
}  // namespace algorithms_programs

void e2e::algorithms() {
  using namespace algorithms_programs;
  const Tensor first = ag::tensor({3.0, 1.0, 4.0, -1.0, 5.0}), second = ag::tensor({-1.5, 2.5, 2.5, 0.25, 2.0});
  for (const Tensor& x : {first, second}) {
    run("sums", sums, x);
    run("counted", counted, x, ag::tensor(1.0));
    run("counted", counted, x, ag::tensor(2.5));
    run("extremes", extremes, x);
    run("median", median, x);
    run("made", made, x);
    run("of_host", of_host, x);
    run("with_objects", with_objects, x);
    run("by_outside", by_outside, x, 4);
  }
  for (const Tensor& x :
       {ag::tensor({3.0, 1.0, 4.0, -1.0, 5.0, -3.0, 1.0}), ag::tensor({-1.5, 2.5, 2.5, 0.25, 2.0, 4.0, 8.0}),
        ag::tensor({-1.5, -1.0, 0.0, 0.25, 2.0, 4.0, 8.0})}) {
    run("ordered", ordered, x);
    run("folded", folded, x);
    for (double t : {1.0, 2.5, 9.0}) run("found", found, x, f64(t));
  }
}
