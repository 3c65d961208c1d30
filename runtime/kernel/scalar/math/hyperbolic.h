#pragma once
/// tanh, sinh and cosh.
#include "kernel/scalar/math/exp.h"

namespace ag::kernel::math {

namespace internal {

/// tanh of float32. A loop over few numbers is bound by the latency from x to tanh(x), one over many by the
/// multiplications. So the polynomials have few multiplications and short dependence chains. `series`: (tanh(x) - x) /
/// x^3 as a polynomial of x^2, up to `small`. From there on tanh(x) is 1 - (`dividend` / `divisor`)^2 of |x|, to
/// 2^-24.6. The quotient is minimax: a sequence of linear programs, each of which improves the quotient of the one
/// before. The coefficients are rounded one at a time, and the remaining ones are fitted again.
struct StrictTanh {
  static constexpr float small = 1, highest = 9.02f;  // beyond: tanh is 1
  static constexpr std::array series{-0x1.555556p-2f, 0x1.110f1cp-3f, -0x1.b9aae0p-5f, 0x1.619102p-6f,
                                     -0x1.08a334p-7f, 0x1.3981f4p-9f, -0x1.91ff0ap-12f};
  static constexpr std::array dividend{0x1.fdabeep-1f, -0x1.0e6cccp-3f, -0x1.0b239ep-8f, 0x1.bb5b76p-11f};
  static constexpr std::array divisor{0x1.000000p+0f, 0x1.6369a0p-2f, 0x1.5456d8p-2f,
                                      0x1.34c180p-4f, 0x1.4c8f0ep-9f, 0x1.1bc810p-8f};
};

/// tanh(x) / x as a fitted quotient of polynomials of x^2, for x up to the place where the result is 1.
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

/// Returns `magnitude`, which is not negative, with the sign of x.
template <class T>
[[gnu::always_inline]] inline T with_sign(T magnitude, T x) {
  return from_bits<T>(to_bits(magnitude) | (to_bits(x) & to_bits(T(-0.0f))));
}

/// Returns `lower` for magnitudes below `limit` and 1 - root^2 from there on, with the sign of x. The nearer the
/// function is to 1, the less an error of the root matters. The root decreases half as steeply as its square, so a
/// polynomial of lower degree suffices.
template <class T>
[[gnu::always_inline]] inline T up_to_one(T x, T magnitude, float limit, T lower, T root) {
  return with_sign(select(magnitude < T(limit), lower, fma(-root, root, T(1))), x);
}

template <class T>
[[gnu::always_inline]] inline T rational_tanh(T x) {
  using C = RationalTanh;
  x = limited(x, T(-C::highest), T(C::highest));
  const T square = x * x, fourth = square * square;
  // x is multiplied into the dividend, so that this product is not on the critical path.
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
    // The critical path comes first, so that the processor issues it first, and the select is done on a value that is
    // ready early. The divisor has no negative term, so it is a number or infinite.
    const T divisor = internal::polynomial(magnitude, C::divisor);
    const T dividend = internal::dominated_polynomial(magnitude, C::dividend);
    const T root = select(magnitude > T(C::highest), T(0), dividend) / divisor;
    const T lower = fma(magnitude * square, internal::paired_polynomial(square, C::series), magnitude);
    return internal::up_to_one(x, magnitude, C::small, lower, root);
  } else {
    const T magnitude = abs(x), limit = T(internal::HyperbolicOf<T>::saturated);
    const T limited = select(magnitude > limit, limit, magnitude);
    const auto half = internal::lowered_expm1(limited + limited, 1);  // (e^2x - 1) / 2
    const T ratio = half.high / (half.high + T(1));
    const T slope = T(1) - ratio;  // the square root of the derivative of h / (h + 1)
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
