#pragma once
/// The logarithm of a float64 number in double-double arithmetic, and e to the power of such a number.
///
/// log(x) = e ln 2 + 2 atanh(s) with s = (m - 1) / (m + 1), as in log.h. The leading terms are carried as unevaluated
/// sums of two numbers (double_number.h). In 2 atanh(s) = 2 s + s^3 (2 / 3 + s^2 …), s^2 is at most 0.03, so one number
/// suffices for the polynomial. It is minimax in relative error (Remez exchange).
#include <array>

#include "kernel/scalar/math/double_number.h"
#include "kernel/scalar/math/log.h"

namespace ag::kernel::math::internal {

struct DoubleLogarithm {
  static constexpr double two_thirds = 0x1.5555555555555p-1, two_thirds_low = 0x1.5555555555555p-55;
  // (2 atanh(s) - 2 s - 2/3 s^3) / s^5, of s^2
  static constexpr std::array series{0x1.999999999999ap-2, 0x1.2492492492522p-2, 0x1.c71c71c6ea8a8p-3,
                                     0x1.745d177aa7facp-3, 0x1.3b1395cb48949p-3, 0x1.1118c9387319ep-3,
                                     0x1.df7c87475d489p-4, 0x1.e030ed3b6678bp-4};
};

/// log(x) for x >= 0. Where the result is infinite, `high` is, and `low` is arbitrary.
template <class T>
[[gnu::always_inline]] inline DoubleNumber<T> double_log(T x) {
  using C = DoubleLogarithm;
  using L = LogarithmOf<T>;
  const ScaledSplit<T> parts = scaled_split(x);
  const T f = parts.m - T(1);
  const DoubleNumber<T> divisor = ordered_sum(T(1), parts.m);
  const T inverse = T(1) / divisor.high, quotient = f * inverse;
  const DoubleNumber<T> s{quotient, inverse * fma(-quotient, divisor.low, fma(-quotient, divisor.high, f))};
  const DoubleNumber<T> square = product(s, s);

  const T higher = polynomial(square.high, C::series);
  const T factor = fma(square.high, higher, T(C::two_thirds));
  const T factor_low =
      fma(square.high, higher, T(C::two_thirds) - factor) + fma(square.low, higher, T(C::two_thirds_low));
  const DoubleNumber<T> cube = product(s, product(square, DoubleNumber<T>{factor, factor_low}));

  const DoubleNumber<T> first = ordered_sum(parts.e * T(L::ln2_high), s.high + s.high);
  const DoubleNumber<T> second = ordered_sum(first.high, cube.high);
  const T rest = fma(parts.e, T(L::ln2_low), fma(T(2), s.low, cube.low)) + (first.low + second.low);
  const DoubleNumber<T> sum = ordered_sum(second.high, rest);
  return {checked_log(x, T(0), sum.high), sum.low};
}

}  // namespace ag::kernel::math::internal
