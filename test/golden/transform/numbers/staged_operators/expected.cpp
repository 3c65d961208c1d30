#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Vec {
  double x = 0, y = 0;

  Vec operator+(const Vec& other) const { return {x + other.x, y + other.y}; }
  Vec& operator+=(const Vec& other) {
    x += other.x;
    y += other.y;
    return *this;
  }
  double operator()(double at) const { return x * at + y; }
  friend Vec operator*(double by, const Vec& v) { return {by * v.x, by * v.y}; }
}; struct Vec_staged; [[maybe_unused]] inline Vec_staged ag_staged_class(const Vec*); struct Vec_staged { ag::Staged<double> x = 0; ag::Staged<double> y = 0; ag::staged_t<Vec> operator+(const ag::staged_t<Vec>& other) const; ag::staged_t<Vec>& operator+=(const ag::staged_t<Vec>& other); ag::Staged<double> operator()(ag::Staged<double> at) const; friend ag::staged_t<Vec> operator*(ag::Staged<double> by, const ag::staged_t<Vec>& v); }; inline Vec_staged ag_staged_class(const Vec*) { return {}; }
ag::staged_t<Vec> operator-(const ag::staged_t<Vec>& a, const ag::staged_t<Vec>& b) { return a + -1.0 * b; } Vec operator-(const Vec& a, const Vec& b) { return ag::plain<Vec>(operator-(ag::staged(a), ag::staged(b))); }

AG_CONVERT Tensor f(Tensor x) {
  const Vec step{1, 0.5};
  ag::staged_t<Vec> place;
  ag::while_stmt([&] { return place(1) < ag::item<double>(x); }, AG_STATE(place), [&] { place += ag::staged(step); });
  return x * (place - 2 * ag::staged(step))(0.5) + ag::staged(step)(3);
}
#line 7 "input.cpp"
inline ag::staged_t<Vec> Vec_staged::operator+(const ag::staged_t<Vec>& other) const { return {x + other.x, y + other.y}; }
#line 8 "input.cpp"
inline ag::staged_t<Vec>& Vec_staged::operator+=(const ag::staged_t<Vec>& other) {
  x += other.x;
  y += other.y;
  return *this;
}
#line 13 "input.cpp"
inline ag::Staged<double> Vec_staged::operator()(ag::Staged<double> at) const { return x * at + y; }
#line 14 "input.cpp"
inline ag::staged_t<Vec> operator*(ag::Staged<double> by, const ag::staged_t<Vec>& v) { return {by * v.x, by * v.y}; }
