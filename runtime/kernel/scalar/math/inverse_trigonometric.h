#pragma once
/// atan, atan2, asin and acos.
///
/// atan(y / x) = c + atan(r) with c = 0, pi / 4 or pi / 2, and r = y / x, (y - x) / (y + x) or -x / y: whichever is at
/// most tan(pi / 8) in magnitude. asin(x) is a polynomial up to 1/2, and pi / 2 - 2 asin(sqrt((1 - x) / 2)) from there
/// on. Float32 functions are computed in float64. Float64 functions carry the rounding errors of the argument of the
/// polynomial and of pi in a second number, so that the result is one rounded sum. The polynomials are minimax in
/// relative error (Remez exchange).
#include <array>

#include "kernel/scalar/math/double_number.h"
#include "kernel/scalar/math/hyperbolic.h"
#include "kernel/scalar/math/polynomial.h"
#include "kernel/scalar/math/wide.h"

namespace ag::kernel::math {

namespace internal {

struct Pi {
  static constexpr double whole = 0x1.921fb54442d18p1, whole_low = 0x1.1a62633145c07p-53;
  static constexpr double half = 0x1.921fb54442d18p0, half_low = 0x1.1a62633145c07p-54;
  static constexpr double quarter = 0x1.921fb54442d18p-1, quarter_low = 0x1.1a62633145c07p-55;
};

/// `arctangent`: (atan(r) - r) / r^3, `arcsine`: (asin(s) - s) / s^3, of the square of the argument, for |r| up to
/// tan(pi / 8) and s up to 1/2, as precise as the result requires.
template <class P>
struct InverseTrigonometric;
template <>
struct InverseTrigonometric<float> {
  static constexpr std::array arctangent{-0x1.5555554c23becp-2, 0x1.99997b3e91a4ep-3,  -0x1.248a1ca6e4b5cp-3,
                                         0x1.c57c155dc2ed8p-4,  -0x1.61451d843a335p-4, 0x1.9d866292459cbp-5};
  static constexpr std::array arcsine{0x1.5555555c886e3p-3, 0x1.33331d9030d3cp-4, 0x1.6dc169b4ecfb6p-5,
                                      0x1.efdd1635d9a03p-6, 0x1.83623f870fd6fp-6, 0x1.569e58ee2b619p-7,
                                      0x1.fe293fdcdc46ap-6};
};
template <>
struct InverseTrigonometric<double> {
  static constexpr std::array arctangent{-0x1.5555555555555p-2, 0x1.999999999934fp-3,  -0x1.249249243622cp-3,
                                         0x1.c71c71852b9b1p-4,  -0x1.745d0b232b6f4p-4, 0x1.3b126251df96dp-4,
                                         -0x1.10fa6b3a2545ap-4, 0x1.dfe54a28682e2p-5,  -0x1.a093b0d266fc4p-5,
                                         0x1.414fd81270bd9p-5,  -0x1.39ff6d4ff6fe5p-6};
  static constexpr std::array arcsine{
      0x1.5555555555556p-3, 0x1.3333333332e63p-4,  0x1.6db6db6e3bdefp-5, 0x1.f1c71c17ba816p-6, 0x1.6e8bb2b4619e7p-6,
      0x1.1c4d2041ff5e5p-6, 0x1.c9d184d552e27p-7,  0x1.780e1b687958dp-7, 0x1.52def5252329dp-7, 0x1.606b8756595dfp-8,
      0x1.20a609852d56fp-6, -0x1.f1b8b42263ba3p-7, 0x1.daedcc34b5b35p-6};
};
template <class T>
using InverseTrigonometricOf = InverseTrigonometric<kernel::internal::Plain<T>>;

/// The type in which a function of T is computed.
template <class T>
using Precise = typename WideType<T>::number;
template <class T>
inline constexpr bool is_precise = bits_of<T> == 64;

/// a + b with its rounding error, for numbers of any order (D. E. Knuth, "The Art of Computer Programming", volume 2,
/// 4.2.2).
template <class N>
[[gnu::always_inline]] inline DoubleNumber<N> exact_sum(N a, N b) {
  const N sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

/// c - x for c >= |x|, with the parts of c and x that are below their last place.
template <class N>
[[gnu::always_inline]] inline N difference(double c, double c_low, N x, N x_low) {
  const DoubleNumber<N> first = ordered_sum(N(c), -x);
  return first.high + (first.low + (N(c_low) - x_low));
}

/// atan(y / x) for finite y and x that are not negative; 0 if both are 0. `T` says how precise it is.
template <class T, class N>
[[gnu::always_inline]] inline DoubleNumber<N> angle(N y, N x) {
  constexpr double tan_of_eighth = 0x1.a827999fcef32p-2;
  const auto flat = y <= x * N(tan_of_eighth), steep = y * N(tan_of_eighth) > x;
  const auto choose = [&](N if_flat, N if_steep, N otherwise) __attribute__((always_inline)) {
    return select(flat, if_flat, select(steep, if_steep, otherwise));
  };
  const DoubleNumber<N> difference = exact_sum(y, -x), sum = exact_sum(y, x);
  const N dividend = choose(y, -x, difference.high);
  N divisor = choose(x, y, sum.high);
  divisor = select(divisor == N(0), N(1), divisor);
  const N r = dividend / divisor, square = r * r;
  const N tail = r * square * polynomial(square, InverseTrigonometricOf<T>::arctangent);
  const N c = choose(N(0), N(Pi::half), N(Pi::quarter));
  if constexpr (!is_precise<T>) return {c + (r + tail), N(0)};
  const N dividend_low = choose(N(0), N(0), difference.low), divisor_low = choose(N(0), N(0), sum.low);
  const N r_low = (fma(-r, divisor, dividend) + fma(-r, divisor_low, dividend_low)) / divisor;
  const DoubleNumber<N> first = ordered_sum(c, r);
  return {first.high, first.low + (choose(N(0), N(Pi::half_low), N(Pi::quarter_low)) + (r_low + tail))};
}

/// asin of a magnitude up to 1/2, and asin(sqrt((1 - magnitude) / 2)) of a greater one, as the sum of two numbers. NaN
/// above 1.
template <class T, class N>
[[gnu::always_inline]] inline auto arcsine(N magnitude) {
  const auto small = magnitude <= N(0.5);
  const N square = select(small, magnitude * magnitude, fma(magnitude, N(-0.5), N(0.5)));
  const N s = select(small, magnitude, sqrt(square));
  N tail = s * square * polynomial(square, InverseTrigonometricOf<T>::arcsine);
  if constexpr (is_precise<T>) {
    const N divisor = select(s == N(0), N(1), s + s);
    tail = tail + select(small, N(0), fma(-s, s, square) / divisor);
  }
  struct Result {
    decltype(small) is_small;
    N high, low;
  };
  return Result{small, s, tail};
}

}  // namespace internal

template <class T>
[[gnu::always_inline]] inline T atan(T x) {
  using N = internal::Precise<T>;
  constexpr double large = 0x1p64;  // from there on the result is pi / 2
  const N magnitude = converted<N>(abs(x));
  const auto angle = internal::angle<T>(select(magnitude > N(large), N(large), magnitude), N(1));
  return internal::with_sign(converted<T>(angle.high + angle.low), x);
}

/// The angle of the point (x, y).
template <class T>
[[gnu::always_inline]] inline T atan2(T y, T x) {
  using N = internal::Precise<T>;
  N height = converted<N>(abs(y)), width = converted<N>(abs(x));
  const auto far_up = isinf(height), far_aside = isinf(width);
  if constexpr (internal::is_precise<T>) {
    // Sums must not overflow, nor products of subnormal numbers vanish.
    const auto is_large = (height > N(0x1p1000)) | (width > N(0x1p1000));
    const auto is_small = (height < N(0x1p-900)) & (width < N(0x1p-900));
    const N scale = select(is_large, N(0x1p-100), select(is_small, N(0x1p100), N(1)));
    height = height * scale;
    width = width * scale;
  }
  height = select(far_up, N(1), select(far_aside & (height == height), N(0), height));
  width = select(far_aside, N(1), select(far_up & (width == width), N(0), width));
  const auto angle = internal::angle<T>(height, width);
  const N forward = angle.high + angle.low;
  const N backward = internal::difference(internal::Pi::whole, internal::Pi::whole_low, angle.high, angle.low);
  const auto is_left = (to_bits(x) & to_bits(T(-0.0f))) != BitsOf<T>(0u);
  return internal::with_sign(converted<T>(select(is_left, backward, forward)), y);
}

template <class T>
[[gnu::always_inline]] inline T asin(T x) {
  using N = internal::Precise<T>;
  const auto of = internal::arcsine<T>(converted<N>(abs(x)));
  const N large = internal::difference(internal::Pi::half, internal::Pi::half_low, of.high + of.high, of.low + of.low);
  return internal::with_sign(converted<T>(select(of.is_small, of.high + of.low, large)), x);
}

template <class T>
[[gnu::always_inline]] inline T acos(T x) {
  using N = internal::Precise<T>;
  const N number = converted<N>(x);
  const auto of = internal::arcsine<T>(abs(number));
  const auto is_left = number < N(0);
  const N high = of.high + of.high, low = of.low + of.low;
  const N large =
      select(is_left, internal::difference(internal::Pi::whole, internal::Pi::whole_low, high, low), high + low);
  const N small = internal::difference(internal::Pi::half, internal::Pi::half_low, select(is_left, -of.high, of.high),
                                       select(is_left, -of.low, of.low));
  return converted<T>(select(of.is_small, small, large));
}

}  // namespace ag::kernel::math
