#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <ag/ag.h>
using ag::Tensor;

// Each function of the standard library on numbers that a graph can call.
AG_CONVERT double every(Tensor t) {
  double x = t.item<double>(), y = x + 2.5, s = 0;
  int n = t.item<int>(), k = n + 6;
  s += std::abs(x);
  s += std::acos(x);
  s += std::acosh(x);
  s += std::asin(x);
  s += std::asinh(x);
  s += std::atan(x);
  s += std::atan2(x, y);
  s += std::atanh(x);
  s += std::cbrt(x);
  s += std::ceil(x);
  s += std::clamp(x, 0.0, y);
  s += std::copysign(x, y);
  s += std::cos(x);
  s += std::cosh(x);
  s += std::erf(x);
  s += std::erfc(x);
  s += std::exp(x);
  s += std::exp2(x);
  s += std::expm1(x);
  s += std::fabs(x);
  s += std::fdim(x, y);
  s += std::floor(x);
  s += std::fma(x, y, 0.5);
  s += std::fmax(x, y);
  s += std::fmin(x, y);
  s += std::fmod(x, y);
  s += std::gcd(n, k);
  s += std::hypot(x, y);
  s += std::isfinite(x);
  s += std::isinf(x);
  s += std::isnan(x);
  s += std::lcm(n, k);
  s += std::lerp(x, y, 0.5);
  s += std::lgamma(x);
  s += std::llrint(x);
  s += std::llround(x);
  s += std::log(x);
  s += std::log10(x);
  s += std::log1p(x);
  s += std::log2(x);
  s += std::lrint(x);
  s += std::lround(x);
  s += std::max(x, y);
  s += std::min(n, k);
  s += std::nearbyint(x);
  s += std::pow(x, y);
  s += std::remainder(x, y);
  s += std::rint(x);
  s += std::round(x);
  s += std::signbit(x);
  s += std::sin(x);
  s += std::sinh(x);
  s += std::sqrt(x);
  s += std::tan(x);
  s += std::tanh(x);
  s += std::tgamma(x);
  s += std::trunc(x);
  auto [low, high] = std::minmax(x, y);
  return s + low + high;
}
