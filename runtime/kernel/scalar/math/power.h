#pragma once
/// pow.
///
/// |x|^y = exp(y log |x|), with a logarithm precise enough for the largest exponents. For float32 it is computed in
/// float64, whose 29 additional bits suffice; for float64 it is the sum of two numbers (double_log.h). Signs, zeros,
/// infinities and NaN are handled as in the C library. Exponents -2, -3/2, -1, -1/2, 1/2, 3/2, 2, 3 and 4 are computed
/// by products, roots and quotients. With a known exponent nothing else remains in the code.
#include <limits>

#include "kernel/scalar/math/double_log.h"
#include "kernel/scalar/math/exp.h"
#include "kernel/scalar/math/wide.h"

namespace ag::kernel::math {

namespace internal {

/// x^y for x that is not negative; NaN where y is 0 and x is not both positive and finite. 1 to any power is 1.
template <class T>
[[gnu::always_inline]] inline T positive_pow(T x, T y) {
  const auto one = x == T(1);
  if constexpr (bits_of<T> == 32) {
    using Number = typename WideType<T>::number;
    const Number exponent = converted<Number>(y) * log(converted<Number>(x));
    return converted<T>(exp(select(one, Number(0), exponent)));
  } else {
    using C = ExponentialOf<T>;
    const DoubleNumber<T> logarithm = double_log(x);
    const T exponent = select(one, T(0), y * logarithm.high);
    const T rest = fma(y, logarithm.high, -exponent) + y * logarithm.low;
    const auto within = (abs(exponent) < T(-C::lowest)) & (x != T(1));
    return double_exp(limited(exponent, T(C::lowest), T(C::highest)), select(within, rest, T(0)));
  }
}

/// `a` if the exponent is the given one, else `b`.
template <class T>
[[gnu::always_inline]] inline T if_exponent(T y, float exponent, T a, T b) {
  const BitsOf<T> mask = BitsOf<T>(0u) - converted<BitsOf<T>>(y == T(exponent));
  return from_bits<T>((to_bits(a) & mask) | (to_bits(b) & ~mask));
}

/// x^y for the exponents that take a few operations, and `otherwise` for all others.
template <class T>
[[gnu::always_inline]] inline T simple_pow(T x, T y, T otherwise) {
  using Limits = std::numeric_limits<kernel::internal::Plain<T>>;
  const T square = x * x;
  // The roots of -0 and -infinity are those of 0 and infinity, as in the C library.
  const T base = select(x < T(-Limits::max()), -x, x + T(0));
  const T root = sqrt(base), inverse = T(1) / if_exponent(y, -0.5f, root, x);
  // The product would be a NaN for 0 and infinity, which are their own roots.
  const T first = select(root == base, inverse, inverse * root);
  T result = if_exponent(y, 2, square, otherwise);
  result = if_exponent(y, 3, square * x, result);
  result = if_exponent(y, 4, square * square, result);
  result = if_exponent(y, 0.5f, root, result);
  result = if_exponent(y, 1.5f, base * root, result);
  result = if_exponent(y, -0.5f, inverse, result);
  result = if_exponent(y, -1, inverse, result);
  result = if_exponent(y, -1.5f, first * inverse, result);
  return if_exponent(y, -2, inverse * inverse, result);
}

}  // namespace internal

/// Cases that depend on the exponent alone are selected by arithmetic: GCC does not vectorize a loop with a
/// loop-invariant condition.
template <class T>
[[gnu::always_inline]] inline T pow(T x, T y) {
  using Bits = BitsOf<T>;
  using Limits = std::numeric_limits<kernel::internal::Plain<T>>;
  const T half = y * T(0.5f), magnitude = internal::positive_pow(abs(x), y);
  const auto whole = trunc(y) == y;
  const Bits sign_kept = select(whole & (trunc(half) != half), to_bits(T(-0.0f)), Bits(0u));
  const T of_negative = select(whole, T(-0.0f), T(Limits::quiet_NaN()));  // added; -0 leaves any number unchanged
  const T result = from_bits<T>(to_bits(magnitude) | (to_bits(x) & sign_kept));
  const T defined = result + select((x < T(0)) & isfinite(x), of_negative, T(-0.0f));
  const T power = select(select(x == T(1), T(0), y) == T(0), T(1), defined);
  return internal::simple_pow(x, y, power);
}

}  // namespace ag::kernel::math
