#pragma once
/// log, log1p, log2 and log10.
///
/// x = 2^e m with m in [sqrt(1/2), sqrt(2)), and log(m) = f + t with f = m - 1. For float, t is a polynomial of f; for
/// double it is one of s = f / (2 + f), with log(1 + f) = 2 atanh(s). The polynomials are minimax in relative error
/// (Remez exchange).
#include <limits>

#include "kernel/scalar/math/polynomial.h"

namespace ag::kernel::math {

namespace internal {

template <class P>
struct Logarithm;

template <>
struct Logarithm<float> {
  static constexpr uint32_t root_half = 0x3f3504f3;  // the bits of sqrt(1/2)
  static constexpr float shift = 0x1p23f;
  static constexpr int subnormal_bits = 24;
  static constexpr float ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f;
  static constexpr float log2e_high = 0x1.715476p0f, log2e_low = 0x1.4ae0cp-26f;
  static constexpr float log10e_high = 0x1.bcb7b2p-2f, log10e_low = -0x1.5b235ep-27f;
  static constexpr float log10_2_high = 0x1.344p-2f, log10_2_low = 0x1.3509f8p-18f;
  static constexpr float linear = 0x1p-25f;  // below: log1p(x) is x
  // (log(1 + f) - f + f^2 / 2) / f^3
  static constexpr std::array series{0.333333105f,  -0.249999866f, 0.200022295f, -0.1666926f,  0.142185941f,
                                     -0.123841584f, 0.118733771f,  -0.11791084f, 0.0691577271f};
};

template <>
struct Logarithm<double> {
  static constexpr uint64_t root_half = 0x3fe6a09e667f3bcd;
  static constexpr double shift = 0x1p52;
  static constexpr int subnormal_bits = 53;
  static constexpr double ln2_high = 0x1.62e42fefap-1, ln2_low = 0x1.cf79abc9e3b3ap-40;
  static constexpr double log2e_high = 0x1.71547652b82fep0, log2e_low = 0x1.777d0ffda0d24p-56;
  static constexpr double log10e_high = 0x1.bcb7b1526e50ep-2, log10e_low = 0x1.95355baaafad3p-57;
  static constexpr double log10_2_high = 0x1.34413509fp-2, log10_2_low = 0x1.e7fbcc47c4acdp-40;
  static constexpr double linear = 0x1p-54;
  // (2 atanh(s) - 2 s) / s^3, of s^2
  static constexpr std::array series{0x1.5555555555555p-1, 0x1.9999999999dc7p-2, 0x1.249249242e9d5p-2,
                                     0x1.c71c7255c577fp-3, 0x1.745cdf0e61209p-3, 0x1.3b208baf0d52ep-3,
                                     0x1.0f5f3ea6616b7p-3, 0x1.0f4f37535af73p-3};
};

template <class T>
using LogarithmOf = Logarithm<kernel::internal::Plain<T>>;

/// x = 2^e m. `biased` is e plus the bias of the exponent.
template <class T>
struct Split {
  BitsOf<T> biased;
  T m;
};

/// Splits positive normal numbers; the result is arbitrary for others.
template <class T>
[[gnu::always_inline]] inline Split<T> split(T x) {
  using C = LogarithmOf<T>;
  using Bits = BitsOf<T>;
  using Host = kernel::internal::Plain<Bits>;
  constexpr Host one = static_cast<Host>(exponent_bias<T>) << mantissa_bits<T>;
  constexpr Host mantissa = (Host{1} << mantissa_bits<T>)-1;
  const Bits moved = to_bits(x) + Bits(one - C::root_half);
  return {moved >> Bits(mantissa_bits<T>), from_bits<T>((moved & Bits(mantissa)) + Bits(C::root_half))};
}

/// Converts the biased exponent to a number. `bias` is the excess of `biased` plus `shift`.
template <class T>
[[gnu::always_inline]] inline T exponent(BitsOf<T> biased, T bias) {
  return from_bits<T>(biased | to_bits(T(LogarithmOf<T>::shift))) - bias;
}

/// log(x) = e ln 2 + f + t, with t less than a quarter of f.
template <class T>
struct LogParts {
  T e, f, t;
};

/// log(1 + f) - f for f in [sqrt(1/2) - 1, sqrt(2) - 1].
template <class T>
[[gnu::always_inline]] inline T log1p_rest(T f) {
  using C = LogarithmOf<T>;
  const T square = f * f;
  if constexpr (bits_of<T> == 32) {
    return fma(square * f, polynomial(f, C::series), square * T(-0.5f));
  } else {
    const T s = f / (T(2) + f), z = s * s;
    return fma(s, fma(z, polynomial(z, C::series), square * T(0.5f)), square * T(-0.5f));
  }
}

/// x = 2^e m, with e as a number.
template <class T>
struct ScaledSplit {
  T e, m;
};

/// Splits positive numbers, including subnormal ones.
template <class T>
[[gnu::always_inline]] inline ScaledSplit<T> scaled_split(T x) {
  using C = LogarithmOf<T>;
  using Plain = kernel::internal::Plain<T>;
  constexpr Plain scale = Plain(uint64_t{1} << C::subnormal_bits);
  const auto subnormal = x < T(std::numeric_limits<Plain>::min());
  const Split<T> parts = split(select(subnormal, x * T(scale), x));
  const T bias = select(subnormal, T(C::shift + exponent_bias<T> + C::subnormal_bits), T(C::shift + exponent_bias<T>));
  return {exponent(parts.biased, bias), parts.m};
}

template <class T>
[[gnu::always_inline]] inline LogParts<T> log_parts(T x) {
  const ScaledSplit<T> parts = scaled_split(x);
  const T f = parts.m - T(1);
  return {parts.e, f, log1p_rest(f)};
}

/// Returns `result` where x is positive and finite, NaN for negative numbers, and -infinity for zero.
template <class T>
[[gnu::always_inline]] inline T checked_log(T x, T zero, T result) {
  using Limits = std::numeric_limits<kernel::internal::Plain<T>>;
  result = select(x < T(Limits::infinity()), result, x);
  return select(x <= zero, select(x < zero, T(Limits::quiet_NaN()), T(-Limits::infinity())), result);
}

/// log(x) times a factor: e * unit + (f + t) * factor.
template <class T>
[[gnu::always_inline]] inline T scaled_log(const LogParts<T>& parts, T high, T low, T unit, T unit_low) {
  const T rest = fma(parts.t, high, fma(parts.f, low, parts.e * unit_low));
  return fma(parts.e, unit, fma(parts.f, high, rest));
}

template <class T>
[[gnu::always_inline]] inline T natural_log(const LogParts<T>& parts) {
  using C = LogarithmOf<T>;
  return fma(parts.e, T(C::ln2_high), parts.f + fma(parts.e, T(C::ln2_low), parts.t));
}

}  // namespace internal

template <class T>
[[gnu::always_inline]] inline T log(T x) {
  return internal::checked_log(x, T(0), internal::natural_log(internal::log_parts(x)));
}

template <class T>
[[gnu::always_inline]] inline T log2(T x) {
  using C = internal::LogarithmOf<T>;
  const auto parts = internal::log_parts(x);
  return internal::checked_log(x, T(0), internal::scaled_log(parts, T(C::log2e_high), T(C::log2e_low), T(1), T(0)));
}

template <class T>
[[gnu::always_inline]] inline T log10(T x) {
  using C = internal::LogarithmOf<T>;
  const auto parts = internal::log_parts(x);
  return internal::checked_log(
      x, T(0), internal::scaled_log(parts, T(C::log10e_high), T(C::log10e_low), T(C::log10_2_high), T(C::log10_2_low)));
}

/// The sum 1 + x is split, and x itself is scaled by the power of two: f = x / 2^e + (1 / 2^e - 1), rounded once.
template <class T>
[[gnu::always_inline]] inline T log1p(T x) {
  using C = internal::LogarithmOf<T>;
  using Bits = BitsOf<T>;
  const internal::Split<T> parts = internal::split(T(1) + x);
  const T scale = from_bits<T>((Bits(2 * exponent_bias<T> + 2) - parts.biased) << Bits(mantissa_bits<T>));  // 4 / 2^e
  const T f = fma(x * T(0.25f), scale, scale * T(0.25f) - T(1));
  const T e = internal::exponent(parts.biased, T(C::shift + exponent_bias<T>));
  const T sum = internal::natural_log(internal::LogParts<T>{e, f, internal::log1p_rest(f)});
  return select(abs(x) < T(C::linear), x, internal::checked_log(x, T(-1), sum));
}

}  // namespace ag::kernel::math
