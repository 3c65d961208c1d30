// Instantiations of class templates whose numbers a tensor decides: aggregates and classes with constructors, operators
// inside and outside of the class, bases, nested ones, arguments that are not types or that are deduced.
#include <cmath>
#include <type_traits>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace class_templates_programs {

namespace geometry {
template <class T>
struct Vec2 {
  T x{}, y{};
  Vec2& operator+=(const Vec2& other) {
    x += other.x;
    y += other.y;
    return *this;
  }
  friend Vec2 operator-(Vec2 a, const Vec2& b) {
    Vec2 result;
    result.x = a.x - b.x;
    result.y = a.y - b.y;
    return result;
  }
  bool operator==(const Vec2& other) const { return x == other.x && y == other.y; }
  T length() const { return std::sqrt(x * x + y * y); }
  Vec2 rotated(T angle) const {
    const T c = std::cos(angle), s = std::sin(angle);
    Vec2 result = *this;
    result.x = c * x - s * y;
    result.y = s * x + c * y;
    if (result.x < 0) result.x = -result.x;
    return result;
  }
};
template <class T>
T dot(const Vec2<T>& a, const Vec2<T>& b) {
  return a.x * b.x + a.y * b.y;
}
namespace {
template <class T, int N>
struct Polynomial {
  T factors[N] = {};
  T at(T x) const {
    T sum = 0;
    for (int k = N - 1; k >= 0; --k) sum = sum * x + factors[k];
    return sum;
  }
};
}  // namespace
}  // namespace geometry

namespace {

template <class T>
class Dual {
 public:
  Dual(T value = 0, T slope = 0) : value_(value), slope_(slope) {}
  T value() const { return value_; }
  T slope() const { return slope_; }
  Dual& operator+=(const Dual& other) {
    value_ += other.value_;
    slope_ += other.slope_;
    return *this;
  }
  friend Dual operator+(Dual a, const Dual& b) { return a += b; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return Dual(a.value_ * b.value_, a.slope_ * b.value_ + a.value_ * b.slope_);
  }
  friend Dual sin(const Dual& a) { return Dual(std::sin(a.value_), std::cos(a.value_) * a.slope_); }

 private:
  T value_, slope_;
};
template <class T>
struct Point {
  Dual<T> x, y;
  std::vector<T> weights;
};
template <class U>
struct Box {
  U inner;
  int n = 0;
  void grow() {
    ++n;
    inner = inner + inner;
  }
};
template <class T>
struct Sum {
  T total = 0;
  void add(T value) { total += value; }
};
template <class T>
struct Mean : Sum<T> {
  T n = 0;
  void see(T value) {
    this->add(value);
    this->n += 1;
  }
  T mean() const { return this->total / n; }
};
struct Counted : Sum<double> {
  int rounds = 0;
};
template <class T>
struct Pair {
  T a, b;
  Pair(T a, T b) : a(a), b(b) {}
  T sum() const {
    if constexpr (std::is_integral_v<T>)
      return a + b + 1;
    else
      return a + b;
  }
};
template <class T>
Pair<T> operator*(T by, const Pair<T>& pair) {
  return {by * pair.a, by * pair.b};
}
using Whole = Pair<int>;

AG_FUNCTION double moved(Tensor t) {
  geometry::Vec2<double> place{1, 2};
  geometry::Vec2<float> step{1, 2};
  geometry::Polynomial<double, 3> curve{{1, 2, 3}};
  while (t > 0) {
    place += geometry::Vec2<double>{0.5, double(t)};
    step += step;
    place = place.rotated(0.5) - geometry::Vec2<double>{1, 1};
    curve.factors[1] += 1;
    t = t - 1;
  }
  if (place == geometry::Vec2<double>{1, 2}) place.x += 100;
  return place.length() + step.length() + geometry::dot(place, place) + curve.at(place.x);
}
AG_FUNCTION double derived(Tensor t) {
  Dual<double> x(double(t), 1), y(1);
  for (int i = 0; i < 3; ++i) y = y * x + Dual<double>(1.0);
  if (t > 1) y += sin(x);
  return y.value() + y.slope();
}
AG_FUNCTION double nested(Tensor t) {
  Point<double> point{{1, 1}, {2, 0}, {1, 2}};
  Box<Dual<double>> box{Dual<double>(1, 2)};
  while (t > 0) {
    point.x = point.x * point.y + Dual<double>(double(t));
    point.weights[0] += 1;
    box.grow();
    t = t - 1;
  }
  return point.x.value() + point.x.slope() + point.weights[0] + box.inner.slope() + box.n;
}
AG_FUNCTION double with_bases(Tensor t) {
  Mean<double> mean;
  Counted counted;
  while (t > 0) {
    mean.see(double(t));
    counted.add(1);
    ++counted.rounds;
    t = t - 1;
  }
  mean.see(1);
  return mean.mean() + counted.total + counted.rounds;
}
AG_FUNCTION double deduced(Tensor t) {
  Pair q(1.0, double(t));
  auto r = Pair{2, 3};
  Whole s(1, 2);
  while (t > 0) {
    q.a += 1;
    r = Pair(r.a + 1, r.b);
    s = 2 * Whole(s.a, s.b + 1);
    t = t - 1;
  }
  return q.sum() + r.sum() + s.sum();
}
AG_FUNCTION geometry::Vec2<double> given(geometry::Vec2<double> place, Tensor t) {
  while (t > 0) {
    place.x += place.y;
    t = t - 1;
  }
  return place;
}

/// Its methods are defined outside of the template.
template <class T>
struct Ray {
  using value = T;
  T start, step;
  Ray(T start, T step);
  T sum() const;
  void add(T, T scale = 2);
  Ray scaled(T) const;
  value first() const;
  auto last() const -> T;
  static Ray unit(T k);
  Ray& operator+=(const Ray& other);
  T& at(int k);
  operator double() const;
};
template <class T>
Ray<T>::Ray(T start, T step) : start(start), step(step) {
  if (start > 3) this->step = 0;
}
template <class T>
T Ray<T>::sum() const {
  if (start > step) return start + step;
  return step - start;
}
template <class T>
void Ray<T>::add(T v, T scale) {
  start += v;
  step -= v * scale;
}
template <class T>
Ray<T> Ray<T>::scaled(T k) const {
  return {start * k, step * k};
}
template <class U>
typename Ray<U>::value Ray<U>::first() const {
  const U both = start + step;
  return both;
}
template <class T>
inline auto Ray<T>::last() const -> T {
  return step;
}
template <class T>
Ray<T> Ray<T>::unit(T k) {
  return Ray(k, 1);
}
template <class T>
Ray<T>& Ray<T>::operator+=(const Ray<T>& other) {
  start += other.start;
  if (other.step > 1) step += other.step;
  return *this;
}
template <class T>
T& Ray<T>::at(int k) {
  return k == 0 ? start : step;
}
template <class T>
Ray<T>::operator double() const {
  return start;
}
AG_FUNCTION double methods_outside(Tensor t) {
  Ray<double> ray(double(t), 2);
  ray.add(1);
  ray += ray.scaled(0.5);
  ray += Ray<double>::unit(double(t));
  ray.at(1) += 3;
  const double start = ray;
  return ray.sum() + ray.scaled(2).start + ray.first() + ray.last() + ray.at(0) + start;
}

/// Specialisations are classes with a text of their own.
template <class T, int N>
struct Curve {
  T c[N] = {};
  T at(T x) const {
    T sum = 0;
    for (int k = N - 1; k >= 0; --k) sum = sum * x + c[k];
    return sum;
  }
};
template <class T>
struct Curve<T, 1> {
  T c;
  T at(T) const { return c; }
};
template <int N>
struct Curve<int, N> {
  int c[N];
  int at(int x) const { return c[0] * x + N; }
};
template <>
struct Curve<float, 2> {
  float low, high = 2;
  Curve turned() const { return {high, low}; }
  float at(float x) const;
};
float Curve<float, 2>::at(float x) const { return x > 1 ? high * x : low; }

AG_FUNCTION double specialised(Tensor t) {
  Curve<double, 3> curve;
  curve.c[1] = double(t);
  const Curve<double, 1> constant{double(t)};
  Curve<int, 2> whole{{int(t), 1}};
  if (t > 1) whole.c[0] = 7;
  const Curve<float, 2> own{float(t)};
  return curve.at(double(t)) + constant.at(2) + whole.at(3) + own.turned().at(float(t));
}

}  // namespace
}  // namespace class_templates_programs

void e2e::class_templates() {
  using namespace class_templates_programs;
  for (const double t : {0.0, 1.0, 3.0}) {
    run("moved", moved, f64(t));
    run("derived", derived, f64(t));
    run("nested", nested, f64(t));
    run("with_bases", with_bases, f64(t));
    run("deduced", deduced, f64(t));
    run("methods_outside", methods_outside, f64(t));
    run("specialised", specialised, f64(t));
    const geometry::Vec2<double> end = given({1, 2.5}, f64(t));
    std::cout << "given " << end.x << " " << end.y << "\n";
  }
}
