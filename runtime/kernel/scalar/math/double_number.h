#pragma once
/// Double-double arithmetic: a number is the unevaluated sum of two. The rounding errors of products come from fma, and
/// those of sums from exact differences (T. J. Dekker, "A floating-point technique for extending the available
/// precision", Numerische Mathematik 18, 1971).
#include "kernel/scalar/symbolic.h"

namespace ag::kernel::math::internal {

/// A rounded number and its rounding error.
template <class T>
struct DoubleNumber {
  T high, low;
};

/// a + b, for a that is 0 or not less than b in magnitude, or has no bits below those of b.
template <class T>
[[gnu::always_inline]] inline DoubleNumber<T> ordered_sum(T a, T b) {
  const T sum = a + b;
  return {sum, b - (sum - a)};
}

template <class T>
[[gnu::always_inline]] inline DoubleNumber<T> product(const DoubleNumber<T>& a, const DoubleNumber<T>& b) {
  const T high = a.high * b.high;
  return {high, fma(a.high, b.high, -high) + fma(a.high, b.low, a.low * b.high)};
}

}  // namespace ag::kernel::math::internal
