// Algorithms on vectors of structures, complex numbers and tensors, and the least elements of a list in order.
#include <algorithm>
#include <array>
#include <complex>
#include <functional>
#include <iterator>
#include <numeric>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace list_algorithms_programs {
namespace {

struct Ball {
  Tensor place, speed;
  double radius;
};
struct Point {
  double x, y;
};
using Complex = std::complex<double>;

AG_FUNCTION std::vector<Tensor> stretched(Tensor x, Tensor n) {
  std::vector<Ball> balls;
  for (int i = 0; i < x.shape(0); ++i) balls.push_back({x[i], x[i] + 1, 0.5});
  for (Ball& b : balls)
    if (n > 2) b.radius += double(n);
  std::vector<Tensor> result;
  std::transform(balls.begin(), balls.end(), std::back_inserter(result),
                 [](const Ball& b) { return b.place + b.speed * b.radius; });
  return result;
}

AG_FUNCTION double areas(Tensor x) {
  std::vector<Point> points;
  for (int i = 0; i < x.shape(0); ++i) points.push_back({double(x[i]), 2});
  std::vector<double> xs;
  std::transform(points.begin(), points.end(), std::back_inserter(xs), [](const Point& p) { return p.x * p.y; });
  std::vector<double> ys(points.size());
  std::transform(points.begin(), points.end(), ys.begin(), [](const Point& p) { return p.x - p.y; });
  return std::accumulate(xs.begin(), xs.end(), 0.0) + std::accumulate(ys.begin(), ys.end(), 1.0) +
         std::accumulate(points.begin(), points.end(), 0.0, [](double s, const Point& p) { return s + p.x; });
}

AG_FUNCTION double polynomial(Tensor x) {
  std::vector<Complex> z;
  for (int i = 0; i < x.shape(0); ++i) z.push_back(Complex(double(x[i]), i));
  const Complex s = std::accumulate(z.begin(), z.end(), Complex(0));
  const std::array<double, 2> poly{double(x[0]), double(x[1])};
  const Complex h =
      std::accumulate(poly.begin(), poly.end(), Complex(0), [s](Complex sum, double next) { return sum * s + next; });
  return std::abs(s) + h.real();
}

AG_FUNCTION Tensor doubled(Tensor x) {
  std::vector<Tensor> rows;
  for (const Tensor& row : x) rows.push_back(row);
  std::vector<Tensor> twice;
  std::transform(rows.begin(), rows.end(), std::back_inserter(twice), [](const Tensor& row) { return row * 2; });
  return std::accumulate(twice.begin(), twice.end(), e2e::f64(0));
}

struct Ranked {
  double x;
  int id;
};

AG_FUNCTION std::vector<double> least(Tensor x, Tensor limit, int k) {
  std::vector<double> v;
  for (int i = 0; i < x.shape(0); ++i)
    if (x[i] < limit) v.push_back(double(x[i]));
  std::partial_sort(v.begin(), v.begin() + k, v.end());
  return v;
}

AG_FUNCTION std::vector<Ranked> highest(Tensor x, Tensor limit, int k) {
  std::vector<Ranked> v;
  for (int i = 0; i < x.shape(0); ++i)
    if (x[i] < limit) v.push_back({double(x[i]), i});
  std::partial_sort(v.begin() + 1, v.begin() + 1 + k, v.end(),
                    [](const Ranked& a, const Ranked& b) { return a.x > b.x; });
  return v;
}

AG_FUNCTION std::vector<double> pairs(Tensor x, int k) {
  std::vector<std::pair<double, int>> v;
  for (int i = 0; i < x.shape(0); ++i) v.emplace_back(double(x[i]), i);
  std::partial_sort(v.begin(), v.begin() + k, v.end(), std::greater<>());
  std::vector<double> r;
  for (const auto& [d, i] : v) r.push_back(d + 100 * i);
  return r;
}

AG_FUNCTION std::vector<double> lower_half(Tensor x, Tensor limit) {
  std::vector<double> v;
  for (int i = 0; i < x.shape(0); ++i)
    if (x[i] < limit) v.push_back(double(x[i]));
  std::partial_sort(v.begin(), v.begin() + v.size() / 2, v.end());
  return v;
}

}  // namespace
}  // namespace list_algorithms_programs

void e2e::list_algorithms() {
  using namespace list_algorithms_programs;
  const Tensor few = ag::tensor({3.0, 1.0, 2.0}, ag::float64);
  const Tensor many = ag::tensor({3.0, 1.0, 2.0, 7.5, 3.0, 0.5, -1.0, 8.0, 2.0, 4.0, 9.0, 1.0}, ag::float64);
  for (const int n : {1, 3}) e2e::run("stretched", stretched, few, ag::tensor(n));
  e2e::run("doubled", doubled, few);
  e2e::run("areas", areas, few);
  e2e::run("polynomial", polynomial, few);
  for (const int k : {0, 1, 5}) {
    e2e::run("pairs", pairs, many, k);
    for (const double limit : {9.5, 8.0}) {
      e2e::run("least", least, many, e2e::f64(limit), k);
      e2e::run("highest", highest, many, e2e::f64(limit), k);
      e2e::run("lower_half", lower_half, many, e2e::f64(limit));
    }
  }
}
