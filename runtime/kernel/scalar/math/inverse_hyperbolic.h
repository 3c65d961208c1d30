#pragma once
/// asinh, acosh and atanh, by log1p of a number whose rounding error is small where the result is:
///     asinh(x) = log1p(x + x^2 / (1 + sqrt(1 + x^2)))
///     acosh(x) = log1p(t + sqrt(2 t + t^2)), t = x - 1
///     atanh(x) = log1p(2 x / (1 - x)) / 2
/// Float32 functions are computed in float64.
#include <limits>

#include "kernel/scalar/math/hyperbolic.h"
#include "kernel/scalar/math/log.h"
#include "kernel/scalar/math/wide.h"

namespace ag::kernel::math {

namespace internal {

struct InverseHyperbolic {
  static constexpr double large = 0x1p60;  // from there on, the sum under the logarithm is 2 x
  static constexpr double ln2 = 0x1.62e42fefa39efp-1;
};

/// log1p(u + rest), or log(2 x) where `is_large`.
template <class N, class Flag>
[[gnu::always_inline]] inline N log1p_unless(Flag is_large, N x, N u, N rest) {
  const N value = log1p(select(is_large, x, u));
  return value + select(is_large, N(InverseHyperbolic::ln2), rest / (N(1) + u));
}

}  // namespace internal

template <class T>
[[gnu::always_inline]] inline T asinh(T x) {
  using N = typename internal::WideType<T>::number;
  const N magnitude = converted<N>(abs(x));
  const auto is_large = magnitude > N(internal::InverseHyperbolic::large);
  const N limited = select(is_large, N(1), magnitude), square = limited * limited;
  const N more = square / (N(1) + sqrt(N(1) + square));
  const N sum = limited + more, rest = select(limited > more, more - (sum - limited), limited - (sum - more));
  return internal::with_sign(converted<T>(internal::log1p_unless(is_large, magnitude, sum, rest)), x);
}

template <class T>
[[gnu::always_inline]] inline T acosh(T x) {
  using N = typename internal::WideType<T>::number;
  const N number = converted<N>(x);
  const auto is_large = number > N(internal::InverseHyperbolic::large);
  const N t = select(is_large, N(1), number) - N(1), root = sqrt(t * (t + N(2)));
  const N sum = root + t, rest = t - (sum - root);
  const N result = internal::log1p_unless(is_large, number, sum, rest);
  return converted<T>(select(number < N(1), N(std::numeric_limits<double>::quiet_NaN()), result));
}

template <class T>
[[gnu::always_inline]] inline T atanh(T x) {
  using N = typename internal::WideType<T>::number;
  const N magnitude = converted<N>(abs(x)), twice = magnitude + magnitude, divisor = N(1) - magnitude;
  const N ratio = twice / divisor;
  N result = log1p(ratio);
  if constexpr (bits_of<T> == 64) {
    // The error of the quotient and that of the divisor, which is not exact for magnitudes below 1/2.
    const N lost = (N(1) - divisor) - magnitude;
    const N rest = (fma(-ratio, divisor, twice) - ratio * lost) / (divisor * (N(1) + ratio));
    result = result + select(magnitude < N(1), rest, N(0));
  }
  return internal::with_sign(converted<T>(result * N(0.5)), x);
}

}  // namespace ag::kernel::math
