/// The logarithm of the gamma function beside that of wider types of the C library.
#include "kernel/scalar/math/gamma.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "support/catch.h"

namespace ag {

namespace gamma_test {
namespace {

long double exact(long double x) {
  int sign = 0;
  return ::lgammal_r(x, &sign);
}
long double exact(float x) {
  int sign = 0;
  return ::lgamma_r(static_cast<double>(x), &sign);
}

/// The error in units in the last place of the exact result.
template <class T>
double error_of(T x, long double wanted) {
  const T actual = kernel::math::lgamma(x), rounded = static_cast<T>(wanted);
  if (actual == rounded || (std::isnan(actual) && std::isnan(rounded))) return 0;
  if (!std::isfinite(actual) || !std::isfinite(rounded)) return INFINITY;
  int exponent = 0;
  std::frexp(rounded, &exponent);
  const int least = std::numeric_limits<T>::min_exponent, digits = std::numeric_limits<T>::digits;
  const long double unit = std::ldexp(1.0L, std::max(exponent, least) - digits);
  return static_cast<double>(std::abs(static_cast<long double>(actual) - wanted) / unit);
}

}  // namespace

TEST_CASE("lgamma of positive numbers is as exact as documented") {
  std::mt19937_64 random(4);
  const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  double greatest = 0, greatest_single = 0;
  for (int k = 0; k < 100000; ++k) {
    const double of_all = std::ldexp(1 + unit(), static_cast<int>(random() % 2098) - 1074);
    for (const double x : {3 * unit(), 12 * unit(), 1 + std::ldexp(unit() - 0.5, -static_cast<int>(random() % 40)),
                           2 + std::ldexp(unit() - 0.5, -static_cast<int>(random() % 40)), of_all}) {
      greatest = std::max(greatest, error_of(x, exact(static_cast<long double>(x))));
      const auto single = static_cast<float>(x);
      greatest_single = std::max(greatest_single, error_of(single, exact(single)));
    }
  }
  CHECK(greatest > 0.5);
  CHECK(greatest <= 4.8);
  CHECK(greatest_single <= 0.6);
}

TEST_CASE("the error of lgamma of negative numbers is relative to the terms of the reflection") {
  std::mt19937_64 random(5);
  double greatest = 0;
  for (int k = 0; k < 200000; ++k) {
    const double x =
        -std::ldexp(1 + static_cast<double>(random() >> 11) * 0x1p-53, static_cast<int>(random() % 12) - 4);
    const long double wanted = exact(static_cast<long double>(x));
    if (std::isinf(wanted)) continue;
    const long double scale = std::max({1.0L, std::abs(wanted), exact(1 - static_cast<long double>(x))});
    const long double error = std::abs(static_cast<long double>(kernel::math::lgamma(x)) - wanted);
    greatest = std::max(greatest, static_cast<double>(error / scale * 0x1p53L));
  }
  CHECK(greatest > 0);
  CHECK(greatest <= 8);
}

TEST_CASE("lgamma of special numbers is that of the C library") {
  using Limits = std::numeric_limits<double>;
  for (const double x :
       {0.0, -0.0, Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), -1.0, -2.0, -170.0, 1.0, 2.0,
        Limits::denorm_min(), -Limits::denorm_min(), Limits::max(), Limits::lowest(), 2.56e305, -4503599627370497.0}) {
    INFO(x);
    CHECK(error_of(x, exact(static_cast<long double>(x))) <= 1);
    const auto single = static_cast<float>(x);
    CHECK(error_of(single, exact(single)) <= 1);
  }
}

}  // namespace gamma_test

}  // namespace ag
