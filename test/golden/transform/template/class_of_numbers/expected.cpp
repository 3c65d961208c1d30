#include <ag/staging/generated.h>
#line 1 "input.cpp"
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
}; using Vec2_double = geometry::Vec2<double>; struct Vec2_double_staged; [[maybe_unused]] inline Vec2_double_staged ag_staged_class(const Vec2_double*); struct Vec2_double_staged { using T = double; using Vec2 = Vec2_double; ag::Staged<T> x {}; ag::Staged<T> y {}; ag::staged_t<Vec2_double> operator+(const ag::staged_t<Vec2>& other) const; ag::staged_t<Vec2_double>& operator*=(ag::Staged<T> by); ag::Staged<double> length() const; }; inline Vec2_double_staged ag_staged_class(const Vec2_double*) { return {}; }
template <class T>
Vec2<T> operator-(const Vec2<T>& a, const Vec2<T>& b) {
  return {a.x - b.x, a.y - b.y};
} static ag::staged_t<Vec2<double>> operator-(const ag::staged_t<Vec2<double>>& a, const ag::staged_t<Vec2<double>>& b);
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
 [[maybe_unused]] friend auto ag_fields(Dual& object) { return std::tie(object.value_, object.slope_); } }; using Dual_double = Dual<double>; struct Dual_double_staged; [[maybe_unused]] inline Dual_double_staged ag_staged_class(const Dual_double*); struct Dual_double_staged { using T = double; using Dual = Dual_double; ag::Staged<T> value_; ag::Staged<T> slope_; explicit Dual_double_staged(ag::Parts) {} Dual_double_staged(ag::Staged<T> value = 0, ag::Staged<T> slope = 0); ag::Staged<double> slope() const; friend ag::staged_t<Dual_double> operator*(const ag::staged_t<Dual>& a, const ag::staged_t<Dual>& b); [[maybe_unused]] friend auto ag_fields(Dual_double_staged& object) { return std::tie(object.value_, object.slope_); } }; inline Dual_double_staged ag_staged_class(const Dual_double*) { return Dual_double_staged(ag::Parts()); }

template <class T, int N>
struct Polynomial {
  T factors[N] = {};
  T at(T x) const {
    T sum = 0;
    for (int k = N - 1; k >= 0; --k) sum = sum * x + factors[k];
    if constexpr (N > 5) return sum / N;
    return sum;
  }
}; using Polynomial_double_3 = Polynomial<double, 3>; struct Polynomial_double_3_staged; [[maybe_unused]] inline Polynomial_double_3_staged ag_staged_class(const Polynomial_double_3*); struct Polynomial_double_3_staged { using T = double; static constexpr int N = 3; ag::Staged<T> factors[N] = {}; ag::Staged<double> at(ag::Staged<T> x) const; }; inline Polynomial_double_3_staged ag_staged_class(const Polynomial_double_3*) { return {}; }

AG_CONVERT ag::Staged<double> travelled_staged(Tensor t) {
  ag::staged_t<geometry::Vec2<double>> place{1, 2}, step{0.5, 0.25};
  ag::staged_t<Dual<double>> power(1);
  ag::staged_t<Polynomial<double, 3>> curve{{1, 2, 3}};
  ag::staged_t<Dual<double>> slope(2.0, ag::item<double>(t));
  ag::while_stmt([&] { return t > 0; }, AG_STATE(t, place, step, power, curve, slope), [&] {
    place = place + step;
    step *= 0.5;
    power = power * ag::staged_t<Dual<double>>(ag::item<double>(t), 1);
    slope = slope * power;
    curve.factors[1] += place.x;
    t = t - 1;
  });
  return (place - step).length() + power.slope() + slope.slope() + curve.at(place.y);
} double travelled(Tensor t) { return ag::plain<double>(travelled_staged(t)); }
#line 10 "input.cpp"
namespace geometry { inline ag::staged_t<Vec2_double> Vec2_double_staged::operator+(const ag::staged_t<Vec2>& other) const { return {x + other.x, y + other.y}; } }
#line 11 "input.cpp"
namespace geometry { inline ag::staged_t<Vec2_double>& Vec2_double_staged::operator*=(ag::Staged<T> by) {
  x *= by;
  y *= by;
  return *this;
} }
#line 16 "input.cpp"
namespace geometry { inline ag::Staged<double> Vec2_double_staged::length() const { return ag::cxx::sqrt(x * x + y * y); } }
#line 27 "input.cpp"
inline Dual_double_staged::Dual_double_staged(ag::Staged<T> value, ag::Staged<T> slope) : value_(value), slope_(slope) {}
#line 28 "input.cpp"
inline ag::Staged<double> Dual_double_staged::slope() const { return slope_; }
#line 29 "input.cpp"
inline ag::staged_t<Dual_double> operator*(const ag::staged_t<Dual<double>>& a, const ag::staged_t<Dual<double>>& b) { using Dual = Dual_double;
  return ag::staged_t<Dual>(a.value_ * b.value_, a.value_ * b.slope_ + a.slope_ * b.value_);
}
#line 40 "input.cpp"
inline ag::Staged<double> Polynomial_double_3_staged::at(ag::Staged<T> x) const {
  ag::Staged<T> sum = 0;
  for (int k = N - 1; k >= 0; --k) sum = sum * x + factors[k];
  {}
  return sum;
}
#line 19 "input.cpp"
namespace geometry { static ag::staged_t<Vec2<double>> operator-(const ag::staged_t<Vec2<double>>& a, const ag::staged_t<Vec2<double>>& b) {
  return {a.x - b.x, a.y - b.y};
} }
