#pragma once
/// tanh, sinh and cosh.
#include "kernel/math/exp.h"

namespace ag::kernel::math {

namespace internal {

/// What a loop over few numbers waits for is the time from x to tanh(x), so that few operations follow one another
/// here. `series`: (tanh(x) - x) / x^3 of x^2 up to `small`. From there on 1 - tanh(x) is `dividend` / `divisor` of
/// |x|, to 2^-28: what its roundings add to the result is the less the nearer that is to 1. Minimax (Lawson iteration).
struct StrictTanh {
  static constexpr float small = 1, highest = 9.02f;  // beyond: tanh is 1
  static constexpr std::array series{-0x1.55553cp-2f, 0x1.110be2p-3f, -0x1.b96222p-5f, 0x1.600992p-6f,
                                     -0x1.0460c4p-7f, 0x1.2da4f6p-9f, -0x1.77dd2ep-12f};
  static constexpr std::array dividend{0x1.bf054ap+0f, -0x1.2db2f6p+0f,  0x1.5c6830p-2f, -0x1.b77e44p-5f,
                                       0x1.3e7a8ap-8f, -0x1.f564b2p-13f, 0x1.4e007ep-18f};
  static constexpr std::array divisor{0x1.c00000p+0f, 0x1.191f66p-1f, 0x1.e48b66p-1f, 0x1.d33a84p-3f,
                                      0x1.e3e1f4p-4f, 0x1.544526p-8f, 0x1.74ac38p-8f};
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
    using C = internal::StrictTanh;
    const T magnitude = abs(x), square = x * x;
    const T upper = T(1) - internal::polynomial(magnitude, C::dividend) / internal::polynomial(magnitude, C::divisor);
    const T small = fma(magnitude * square, internal::polynomial(square, C::series), magnitude);
    // What is known early is chosen early; NaN takes the quotient.
    const T outside = select(magnitude < T(C::small), small, T(1));
    const auto is_outside = (magnitude < T(C::small)) | (magnitude > T(C::highest));
    return internal::with_sign(select(is_outside, outside, upper), x);
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
