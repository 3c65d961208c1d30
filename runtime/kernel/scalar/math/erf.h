#pragma once
/// erf and erfc. Unless stated otherwise, polynomials are minimax in relative error (Remez exchange).
#include "kernel/scalar/math/exp.h"
#include "kernel/scalar/math/hyperbolic.h"

namespace ag::kernel::math {

namespace internal {

/// `series`: erf(x) / x - 1 as a polynomial of x^2, for x up to `small`. `complement`: (1 + 2 x) e^(x^2) erfc(x) as a
/// polynomial of (x - centre) / (x + centre), for x up to `highest`, where erfc is 0.
template <class P>
struct ErrorFunction;

template <>
struct ErrorFunction<float> {
  static constexpr float small = 1, centre = 2, highest = 10.1f;
  static constexpr std::array series{0.128379166f,   -0.37612626f,    0.112835854f,   -0.0268538147f,
                                     0.00518832868f, -0.00080101873f, 7.85379743e-05f};
  static constexpr std::array complement{1.27697837f,     -0.0927638188f,   -0.166030526f,  0.164051056f,
                                         -0.0542178117f,  -0.00803095754f,  0.00870893896f, 0.00125295436f,
                                         -0.00142026518f, -0.000400862569f, 0.00016879935f, 7.91605198e-05f};
};

/// erf of float32. `series`: as above, with one term less; erfc needs the longer one, since its unit in the last place
/// is smaller. From `small` on erf(x) is 1 - (`dividend` / `divisor`)^2 of |x|, to 2^-27. Fitted like StrictTanh, with
/// an exact first term.
struct StrictErf {
  static constexpr float small = 1, highest = 3.93f;  // beyond: erf is 1
  static constexpr std::array series{0x1.06eba8p-3f,  -0x1.8126b2p-2f, 0x1.ce0ea8p-4f,
                                     -0x1.b5d4aap-6f, 0x1.430b80p-8f,  -0x1.2979eep-11f};
  static constexpr std::array dividend{0x1.ffcbcap-1f, -0x1.ef2f22p-1f, 0x1.6df7a8p-2f, -0x1.e9651cp-5f,
                                       0x1.f32868p-9f};
  static constexpr std::array divisor{0x1.000000p+0f, -0x1.9e87bap-2f, 0x1.2b1ab6p-2f, -0x1.02f67cp-4f, 0x1.243dd2p-6f};
};

/// erf(x) / (x 2 / sqrt(pi)) as a fitted quotient of polynomials of x^2, for x up to the place where the result is 1.
struct RationalErf {
  static constexpr float highest = 3.92f, slope = 1.1283791671f;
  static constexpr std::array dividend{
      1.0f, 1.68275820e-01f, 4.66857572e-02f, 3.31698367e-03f, 2.51988855e-04f, 1.82021548e-06f};
  static constexpr std::array divisor{
      1.0f, 5.01608763e-01f, 1.13891141e-01f, 1.49239577e-02f, 1.15692660e-03f, 3.81023631e-05f};
};

template <>
struct ErrorFunction<double> {
  static constexpr double small = 1, centre = 4, highest = 27.5;
  static constexpr std::array series{0x1.06eba8214db69p-3,   -0x1.812746b0379e6p-2,  0x1.ce2f21a042b21p-4,
                                     -0x1.b82ce312849b0p-6,  0x1.565bcd0db0558p-8,   -0x1.c02db3d8f2ed3p-11,
                                     0x1.f9a321a1a6c54p-14,  -0x1.f4d1df41829a6p-17, 0x1.b9def1f042d67p-20,
                                     -0x1.5f1d38d097688p-23, 0x1.f7a421f48c322p-27,  -0x1.386ae03735f4fp-30,
                                     0x1.0579d64f6e59ap-34};
  static constexpr std::array complement{
      0x1.3ba5916e9fd7fp+0,   -0x1.1df1ad154a28fp-3,  0x1.f7f5df66fd6dcp-7,   0x1.16ecefcfa54abp-4,
      -0x1.9ddb23c3e89c9p-4,  0x1.7fee004e0fcc9p-4,   -0x1.0fb06dfe54957p-4,  0x1.3079edf6d7e85p-5,
      -0x1.09623882b68f8p-6,  0x1.49c6726dea158p-8,   -0x1.8d4a9c3983be8p-11, -0x1.a1df152b3e12bp-13,
      0x1.3be06b06ca834p-13,  -0x1.995aec6791371p-16, -0x1.788dbbb8749e6p-17, 0x1.7f359bc80d1e5p-18,
      0x1.3bdd3dbc33a6cp-22,  -0x1.bb7dd65fba079p-21, 0x1.3e0d8444ab934p-24,  0x1.da3391d7fc363p-24,
      -0x1.2aef8646c8b95p-26, -0x1.e3f0d3d383684p-27, 0x1.c4426e97c4f27p-30,  0x1.46d1f715b0c70p-30};
};

template <class T>
using ErrorFunctionOf = ErrorFunction<kernel::internal::Plain<T>>;

template <class T>
[[gnu::always_inline]] inline T small_erf(T x) {
  return fma(x, paired_polynomial(x * x, ErrorFunctionOf<T>::series), x);
}

/// erfc(x) for x >= 0.
template <class T>
[[gnu::always_inline]] inline T upper_erfc(T x) {
  using C = ErrorFunctionOf<T>;
  x = select(x > T(C::highest), T(C::highest), x);
  const T square = x * -x, rest = fma(x, -x, -square);
  const auto reduced = reduce_exactly(square, rest);
  const T t = (x - T(C::centre)) / (x + T(C::centre));
  const auto dividend = ordered_sum(T(C::complement[0]), t * higher_terms(t, C::complement));
  const auto divisor = ordered_sum(x + x, T(1));  // for x >= 1 / 2; below, the result is not used
  const T inverse = T(1) / divisor.high, quotient = dividend.high * inverse;
  const T low = fma(-quotient, divisor.high, dividend.high) + (dividend.low - quotient * divisor.low);
  const T tail = fma(quotient, reduced.expm1.low, low * inverse);
  return scaled(quotient + fma(quotient, reduced.expm1.high, tail), reduced.biased);
}

template <class T>
[[gnu::always_inline]] inline T rational_erf(T x) {
  using C = RationalErf;
  x = limited(x, T(-C::highest), T(C::highest));
  const T square = x * x;
  return T(C::slope) * x * polynomial(square, C::dividend) / polynomial(square, C::divisor);
}

}  // namespace internal

template <class T>
[[gnu::always_inline]] inline T erf(T x) {
  const T magnitude = abs(x);
  if constexpr (bits_of<T> == 32) {
    if (is_fast(x)) return internal::rational_erf(x);
    using C = internal::StrictErf;
    const T quotient = internal::polynomial(magnitude, C::dividend) / internal::polynomial(magnitude, C::divisor);
    const T root = select(magnitude > T(C::highest), T(0), quotient);
    const T lower = fma(magnitude, internal::paired_polynomial(x * x, C::series), magnitude);
    return internal::up_to_one(x, magnitude, C::small, lower, root);
  } else {
    using C = internal::ErrorFunctionOf<T>;
    const T upper = T(1) - internal::upper_erfc(magnitude);
    return select(magnitude < T(C::small), internal::small_erf(x), internal::with_sign(upper, x));
  }
}

template <class T>
[[gnu::always_inline]] inline T erfc(T x) {
  const T magnitude = abs(x), upper = internal::upper_erfc(magnitude);
  const T sum = select(x < T(0), T(2) - upper, upper);
  return select(magnitude < T(0.5f), T(1) - internal::small_erf(x), sum);
}

}  // namespace ag::kernel::math
