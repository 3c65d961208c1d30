#include <ag/ag.h>

#include <cmath>
using ag::Tensor;

namespace geometry {
template <class T>
struct Vec2 {
  T x{}, y{};
  Vec2 operator+(const Vec2& other) const { return {x + other.x, y + other.y}; }
  Vec2& operator*=(T by) {
    x *= by;
    y *= by;
    return *this;
  }
  T length() const { return std::sqrt(x * x + y * y); }
};
template <class T>
Vec2<T> operator-(const Vec2<T>& a, const Vec2<T>& b) {
  return {a.x - b.x, a.y - b.y};
}
}  // namespace geometry

template <class T>
class Dual {
 public:
  Dual(T value = 0, T slope = 0) : value_(value), slope_(slope) {}
  T slope() const { return slope_; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return Dual(a.value_ * b.value_, a.value_ * b.slope_ + a.slope_ * b.value_);
  }

 private:
  T value_, slope_;
};

template <class T, int N>
struct Polynomial {
  T factors[N] = {};
  T at(T x) const {
    T sum = 0;
    for (int k = N - 1; k >= 0; --k) sum = sum * x + factors[k];
    if constexpr (N > 5) return sum / N;
    return sum;
  }
};

AG_CONVERT double travelled(Tensor t) {
  geometry::Vec2<double> place{1, 2}, step{0.5, 0.25};
  Dual<double> power(1);
  Polynomial<double, 3> curve{{1, 2, 3}};
  Dual slope(2.0, double(t));
  while (t > 0) {
    place = place + step;
    step *= 0.5;
    power = power * Dual<double>(double(t), 1);
    slope = slope * power;
    curve.factors[1] += place.x;
    t = t - 1;
  }
  return (place - step).length() + power.slope() + slope.slope() + curve.at(place.y);
}
