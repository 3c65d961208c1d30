#pragma once
/// tanh, sinh and cosh.
#include "kernel/math/exp.h"

namespace ag::kernel::math {

namespace internal {

/// What a loop over few numbers waits for is the time from x to tanh(x), so that few operations follow one another
/// here. `series`: (tanh(x) - x) / x^3 of x^2 up to `small`. `power`: e^2r for |r| <= ln 2 / 4; n ln 2 / 2 need not be
/// exact to subtract, since e^2x is the less important the greater n is. Minimax in relative error (Remez exchange).
struct FastTanh {
  static constexpr float small = 0.8f, highest = 9.5f;  // beyond: tanh is 1
  static constexpr float half_ln2 = 0x1.62e43p-2f;
  static constexpr std::array series{-0x1.55553ep-2f, 0x1.110b58p-3f, -0x1.b92b2ep-5f,
                                     0x1.5d160cp-6f,  -0x1.e5e52p-8f, 0x1.a00852p-10f};
  static constexpr std::array power{1.0f,           2.0f,           0x1.fffffcp+0f, 0x1.55548ap+0f,
                                    0x1.55584ep-1f, 0x1.123f30p-2f, 0x1.6ad158p-4f};
};

/// tanh(x) / x as a quotient of polynomials of x^2, fitted, for x up to where the result is 1.
struct RationalTanh {
  static constexpr float highest = 9.02f;
  static constexpr std::array dividend{1.0f, 1.33826861e-01f, 3.49745635e-03f, 2.06358020e-05f, 1.33842654e-08f};
  static constexpr std::array divisor{1.0f, 4.67160074e-01f, 2.58843558e-02f, 3.28851524e-04f, 7.79023813e-07f};
};

template <class P>
struct Hyperbolic;
template <>
struct Hyperbolic<float> {
  static constexpr float highest = 89.5f, linear = 0x1p-13f;
};
template <>
struct Hyperbolic<double> {
  static constexpr double highest = 710.6, linear = 0x1p-28;  // beyond: sinh(x) is infinite; below: it is x
  static constexpr double saturated = 20;                     // beyond: tanh is 1
};
template <class T>
using HyperbolicOf = Hyperbolic<kernel::internal::Plain<T>>;

/// `magnitude`, which is not negative, with the sign of x.
template <class T>
[[gnu::always_inline]] inline T with_sign(T magnitude, T x) {
  return from_bits<T>(to_bits(magnitude) | (to_bits(x) & to_bits(T(-0.0f))));
}

template <class T>
[[gnu::always_inline]] inline T rational_tanh(T x) {
  using C = RationalTanh;
  x = limited(x, T(-C::highest), T(C::highest));
  const T square = x * x, fourth = square * square;
  // x times the dividend, so that the product keeps nothing waiting.
  const T lower = x * fma(square, T(C::dividend[1]), T(C::dividend[0]));
  const T upper = fma(fourth, T(C::dividend[4]), fma(square, T(C::dividend[3]), T(C::dividend[2])));
  return fma(upper, x * fourth, lower) / polynomial(square, C::divisor);
}

}  // namespace internal

template <class T>
[[gnu::always_inline]] inline T tanh(T x) {
  if constexpr (bits_of<T> == 32) {
    if (is_fast(x)) return internal::rational_tanh(x);
    using C = internal::FastTanh;
    const T magnitude = abs(x), square = x * x;
    const auto twofold = internal::nearest_product(magnitude, T(2 * internal::ExponentialOf<T>::log2e));
    const T rest = fma(twofold.n, T(-C::half_ln2), magnitude);
    const T power = internal::power_of_two<T>(twofold.biased, 0);
    const T gap = T(2) / fma(power, internal::polynomial(rest, C::power), T(1));
    const T upper = T(1) - select(magnitude > T(C::highest), T(0), gap);
    const T small = fma(magnitude * square, internal::polynomial(square, C::series), magnitude);
    return internal::with_sign(select(magnitude < T(C::small), small, upper), x);
  } else {
    const T magnitude = abs(x), limit = T(internal::HyperbolicOf<T>::saturated);
    const T limited = select(magnitude > limit, limit, magnitude);
    const auto half = internal::lowered_expm1(limited + limited, 1);  // (e^2x - 1) / 2
    const T ratio = half.high / (half.high + T(1));
    const T slope = T(1) - ratio;  // of h / (h + 1) this is the root of the derivative
    return internal::with_sign(fma(half.low * slope, slope, ratio), x);
  }
}

template <class T>
[[gnu::always_inline]] inline T sinh(T x) {
  const T magnitude = abs(x), limit = T(internal::HyperbolicOf<T>::highest);
  const auto quarter = internal::lowered_expm1(select(magnitude > limit, limit, magnitude), 2);  // (e^x - 1) / 4
  const T half = quarter.high + (quarter.high / fma(T(4), quarter.high, T(1)) + quarter.low);
  return select(magnitude < T(internal::HyperbolicOf<T>::linear), x, internal::with_sign(half + half, x));
}

template <class T>
[[gnu::always_inline]] inline T cosh(T x) {
  const T magnitude = abs(x), limit = T(internal::HyperbolicOf<T>::highest);
  const auto reduced = internal::reduce_exponent(select(magnitude > limit, limit, magnitude));
  const T quarter = internal::power_of_two<T>(reduced.biased, 2) * (T(1) + reduced.expm1);  // e^x / 4
  return fma(T(2), quarter, T(0.125f) / quarter);
}

}  // namespace ag::kernel::math
