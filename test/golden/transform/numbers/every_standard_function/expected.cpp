#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <ag/ag.h>
using ag::Tensor;

// Each function of the standard library on numbers that a graph can call.
AG_CONVERT ag::Staged<double> every_staged(Tensor t) {
  ag::Staged<double> x = ag::item<double>(t), y = x + 2.5, s = 0;
  ag::Staged<int> n = ag::item<int>(t), k = n + 6;
  s += ag::cxx::abs(x);
  s += ag::cxx::acos(x);
  s += ag::cxx::acosh(x);
  s += ag::cxx::asin(x);
  s += ag::cxx::asinh(x);
  s += ag::cxx::atan(x);
  s += ag::cxx::atan2(x, y);
  s += ag::cxx::atanh(x);
  s += ag::cxx::cbrt(x);
  s += ag::cxx::ceil(x);
  s += ag::cxx::clamp(x, 0.0, y);
  s += ag::cxx::copysign(x, y);
  s += ag::cxx::cos(x);
  s += ag::cxx::cosh(x);
  s += ag::cxx::erf(x);
  s += ag::cxx::erfc(x);
  s += ag::cxx::exp(x);
  s += ag::cxx::exp2(x);
  s += ag::cxx::expm1(x);
  s += ag::cxx::fabs(x);
  s += ag::cxx::fdim(x, y);
  s += ag::cxx::floor(x);
  s += ag::cxx::fma(x, y, 0.5);
  s += ag::cxx::fmax(x, y);
  s += ag::cxx::fmin(x, y);
  s += ag::cxx::fmod(x, y);
  s += ag::cxx::gcd(n, k);
  s += ag::cxx::hypot(x, y);
  s += ag::cxx::isfinite(x);
  s += ag::cxx::isinf(x);
  s += ag::cxx::isnan(x);
  s += ag::cxx::lcm(n, k);
  s += ag::cxx::lerp(x, y, 0.5);
  s += ag::cxx::lgamma(x);
  s += ag::cxx::llrint(x);
  s += ag::cxx::llround(x);
  s += ag::cxx::log(x);
  s += ag::cxx::log10(x);
  s += ag::cxx::log1p(x);
  s += ag::cxx::log2(x);
  s += ag::cxx::lrint(x);
  s += ag::cxx::lround(x);
  s += ag::cxx::max(x, y);
  s += ag::cxx::min(n, k);
  s += ag::cxx::nearbyint(x);
  s += ag::cxx::pow(x, y);
  s += ag::cxx::remainder(x, y);
  s += ag::cxx::rint(x);
  s += ag::cxx::round(x);
  s += ag::cxx::signbit(x);
  s += ag::cxx::sin(x);
  s += ag::cxx::sinh(x);
  s += ag::cxx::sqrt(x);
  s += ag::cxx::tan(x);
  s += ag::cxx::tanh(x);
  s += ag::cxx::tgamma(x);
  s += ag::cxx::trunc(x);
  auto [low, high] = ag::cxx::minmax(x, y);
  return s + low + high;
} double every(Tensor t) { return ag::plain<double>(every_staged(t)); }
