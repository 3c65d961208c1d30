#pragma once
/// exp, expm1 and their parts that the hyperbolic functions use.
///
/// x = n ln 2 + r with |r| <= ln 2 / 2; e^r is a polynomial, and 2^n is made of bits. The result is multiplied by the
/// two halves of 2^n in sequence, so that it is rounded once, also if it is subnormal. The polynomials are minimax in
/// relative error (Remez exchange).
#include <array>

#include "kernel/scalar/math/double_number.h"
#include "kernel/scalar/math/polynomial.h"

namespace ag::kernel::math {

namespace internal {

/// `series`: (e^r - 1 - r) / r^2. `shift` is 1.5 times the power of two whose unit in the last place is 1, plus a
/// number that makes each sum with `shift` positive and even. The low bits of the sum then hold an integer.
template <class P>
struct Exponential;

template <>
struct Exponential<float> {
  static constexpr float shift = 0x1.8p23f + 254;
  static constexpr float log2e = 0x1.715476p0f, ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f;
  static constexpr float lowest = -104, highest = 89;  // beyond: 0 and infinity
  static constexpr int raise = 64;                     // the factor 2^raise makes 2^n normal for all n, and
  static constexpr float lowered = 0x1p-64f;           // this factor undoes it
  static constexpr float saturated = -18;              // below: expm1 is -1
  static constexpr float linear = 0x1p-25f;            // below: expm1(x) is x
  static constexpr std::array series{0.5f, 0.166666672f, 0.041666355f, 0.00833327323f, 0.00139410538f, 0.000199142945f};
};

template <>
struct Exponential<double> {
  static constexpr double shift = 0x1.8p52 + 2046;
  static constexpr double log2e = 0x1.71547652b82fep0, ln2_high = 0x1.62e42fefap-1, ln2_low = 0x1.cf79abc9e3b3ap-40;
  static constexpr double lowest = -746, highest = 710;
  static constexpr int raise = 512;
  static constexpr double lowered = 0x1p-512;
  static constexpr double saturated = -38;
  static constexpr double linear = 0x1p-54;
  static constexpr std::array series{0x1.0000000000000p-1,  0x1.5555555555559p-3,  0x1.555555555555ap-5,
                                     0x1.111111110f699p-7,  0x1.6c16c16c14441p-10, 0x1.a01a01afeef00p-13,
                                     0x1.a01a01b0bc019p-16, 0x1.71ddf8385eb65p-19, 0x1.27e4c595ac7a0p-22,
                                     0x1.af5ef2b0cc00cp-26, 0x1.1f9575657d98cp-29};
};

template <class T>
using ExponentialOf = Exponential<kernel::internal::Plain<T>>;

/// Clamps x to [low, high]; NaN stays.
template <class T>
[[gnu::always_inline]] inline T limited(T x, T low, T high) {
  x = select(x > high, high, x);
  return select(x < low, low, x);
}

/// An integer n as a number, and as bits taken from its sum with `shift`.
template <class T>
struct Power {
  T n;
  BitsOf<T> biased;  // n + 2 (bias of the exponent), positive
};

/// Returns the integer nearest to a * b.
template <class T>
[[gnu::always_inline]] inline Power<T> nearest_product(T a, T b) {
  using C = ExponentialOf<T>;
  const T sum = fma(a, b, T(C::shift));
  return {sum - T(C::shift), to_bits(sum) - to_bits(T(C::shift - 2 * exponent_bias<T>))};
}

/// 2^(n - lower).
template <class T>
[[gnu::always_inline]] inline T power_of_two(BitsOf<T> biased, int lower) {
  using Bits = BitsOf<T>;
  return from_bits<T>((biased - Bits(static_cast<uint32_t>(exponent_bias<T> + lower))) << Bits(mantissa_bits<T>));
}

/// y * 2^n, rounded once.
template <class T>
[[gnu::always_inline]] inline T scaled(T y, BitsOf<T> biased) {
  using Bits = BitsOf<T>;
  const Bits half = biased >> Bits(1), rest = biased - half;
  return y * from_bits<T>(half << Bits(mantissa_bits<T>)) * from_bits<T>(rest << Bits(mantissa_bits<T>));
}

/// x = n ln 2 + r.
template <class T>
struct Reduced {
  BitsOf<T> biased;  // n, as in Power
  T expm1;           // e^r - 1
};

/// e^r - 1 for |r| <= ln 2 / 2.
template <class T>
[[gnu::always_inline]] inline T small_expm1(T r) {
  return fma(r * r, polynomial(r, ExponentialOf<T>::series), r);
}

/// Reduces x, which must be in a range where n fits.
template <class T>
[[gnu::always_inline]] inline Reduced<T> reduce_exponent(T x) {
  using C = ExponentialOf<T>;
  const Power<T> power = nearest_product(x, T(C::log2e));
  return {power.biased, small_expm1(fma(power.n, T(-C::ln2_low), fma(power.n, T(-C::ln2_high), x)))};
}

/// x + rest = n ln 2 + r, with e^r - 1 as the sum of two numbers; `rest` is the rounding error of x.
template <class T>
struct ExactlyReduced {
  BitsOf<T> biased;  // n, as in Power
  DoubleNumber<T> expm1;
};

template <class T>
[[gnu::always_inline]] inline ExactlyReduced<T> reduce_exactly(T x, T rest) {
  using C = ExponentialOf<T>;
  const Power<T> power = nearest_product(x, T(C::log2e));
  const DoubleNumber<T> r = ordered_sum(fma(power.n, T(-C::ln2_high), x), fma(power.n, T(-C::ln2_low), rest));
  const T tail = fma(r.high * r.high, polynomial(r.high, C::series), fma(r.high, r.low, r.low));
  return {power.biased, {r.high, tail}};
}

/// e^(x + rest), where `rest` is the rounding error of x, or 0; NaN where x is.
template <class T>
[[gnu::always_inline]] inline T double_exp(T x, T rest) {
  const auto reduced = reduce_exactly(x, rest);
  const DoubleNumber<T> sum = ordered_sum(T(1), reduced.expm1.high);
  return scaled(sum.high + (sum.low + reduced.expm1.low), reduced.biased);
}

/// (e^x - 1) / 2^lower as the sum of two numbers. x may exceed the logarithm of the greatest number by about lower ln
/// 2.
template <class T>
[[gnu::always_inline]] inline DoubleNumber<T> lowered_expm1(T x, int lower) {
  const auto reduced = reduce_exactly(x, T(0));
  const T power = power_of_two<T>(reduced.biased, lower);
  const auto sum = ordered_sum(power - T(lower == 1 ? 0.5f : 0.25f), power * reduced.expm1.high);
  return ordered_sum(sum.high, fma(power, reduced.expm1.low, sum.low));
}

}  // namespace internal

template <class T>
[[gnu::always_inline]] inline T exp(T x) {
  using C = internal::ExponentialOf<T>;
  const auto reduced = internal::reduce_exponent(internal::limited(x, T(C::lowest), T(C::highest)));
  return internal::scaled(T(1) + reduced.expm1, reduced.biased);
}

/// exp(x) for x <= 0 and NaN, with the bits of exp, in fewer operations.
template <class T>
[[gnu::always_inline]] inline T exp_of_negative(T x) {
  using C = internal::ExponentialOf<T>;
  const auto reduced = internal::reduce_exponent(select(x < T(C::lowest), T(C::lowest), x));
  const T raised = internal::power_of_two<T>(reduced.biased, -C::raise);
  return (T(1) + reduced.expm1) * raised * T(C::lowered);
}

template <class T>
[[gnu::always_inline]] inline T expm1(T x) {
  using C = internal::ExponentialOf<T>;
  const T half = internal::lowered_expm1(internal::limited(x, T(C::saturated), T(C::highest)), 1).high;
  return select(abs(x) < T(C::linear), x, half + half);
}

}  // namespace ag::kernel::math
