#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Dual {
  double value, slope;
  Dual(double v, double s = 0) : value(v), slope(s) {}
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.value * b.slope + a.slope * b.value};
  }
  Dual& operator+=(const Dual& b) {
    value += b.value;
    slope += b.slope;
    return *this;
  }
 public: explicit Dual(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Dual& object) { return std::tie(object.value, object.slope); } }; struct Dual_staged; [[maybe_unused]] inline Dual_staged ag_staged_class(const Dual*); struct Dual_staged { ag::Staged<double> value; ag::Staged<double> slope; explicit Dual_staged(ag::Parts) {} Dual_staged(ag::Staged<double> v, ag::Staged<double> s = 0); friend ag::staged_t<Dual> operator*(const ag::staged_t<Dual>& a, const ag::staged_t<Dual>& b); ag::staged_t<Dual>& operator+=(const ag::staged_t<Dual>& b); [[maybe_unused]] friend auto ag_fields(Dual_staged& object) { return std::tie(object.value, object.slope); } }; inline Dual_staged ag_staged_class(const Dual*) { return Dual_staged(ag::Parts()); }

AG_CONVERT ag::Staged<double> derivative_staged(Tensor x) {
  ag::staged_t<Dual> power = ag::staged_t<Dual>(1.0);
  const ag::staged_t<Dual> at(ag::item<double>(x), 1);
  for (int i = 0; i < 3; ++i) {
    power = power * at;
    ag::if_stmt(power.value > 20, AG_STATE(power), [&] { power = ag::staged_t<Dual>(0.5) * power; });
    power += ag::staged_t<Dual>(2.0);
  }
  ag::staged_t<Dual> result = ag::staged(Dual(3));
  ag::if_stmt(x > 1, AG_STATE(result), [&] { result = power; });
  ag::staged_t<std::vector<Dual>> both = {ag::staged(Dual(1)), result};
  return both[0].slope + both[1].slope;
} double derivative(Tensor x) { return ag::plain<double>(derivative_staged(x)); }

AG_CONVERT ag::staged_t<Dual> squared_staged(ag::staged_t<Dual> d, Tensor x) {
  ag::if_stmt(x > 0, AG_STATE(d), [&] { d = d * d; });
  return d;
} Dual squared(Dual d, Tensor x) { return ag::plain<Dual>(squared_staged(ag::staged(d), x)); }
#line 8 "input.cpp"
inline Dual_staged::Dual_staged(ag::Staged<double> v, ag::Staged<double> s) : value(v), slope(s) {}
#line 9 "input.cpp"
inline ag::staged_t<Dual> operator*(const ag::staged_t<Dual>& a, const ag::staged_t<Dual>& b) {
  return {a.value * b.value, a.value * b.slope + a.slope * b.value};
}
#line 12 "input.cpp"
inline ag::staged_t<Dual>& Dual_staged::operator+=(const ag::staged_t<Dual>& b) {
  value += b.value;
  slope += b.slope;
  return *this;
}
