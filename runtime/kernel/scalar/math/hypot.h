#pragma once
/// hypot.
///
/// The float32 function is computed in float64, where the squares are exact. For float64, the operands are scaled so
/// that no square overflows or underflows, and the error of the root is computed with fma (C. F. Borges, "Algorithm
/// 1014: An improved algorithm for hypot(x, y)", ACM Transactions on Mathematical Software 47, 2021).
#include <limits>

#include "kernel/scalar/math/wide.h"

namespace ag::kernel::math {

namespace internal {

/// The root of x^2 + y^2 for finite numbers that are not negative.
template <class N>
[[gnu::always_inline]] inline N precise_hypot(N x, N y) {
  const N greater = select(x < y, y, x), lesser = select(x < y, x, y);
  const auto is_large = greater > N(0x1p500), is_small = greater < N(0x1p-400);
  const auto choose = [&](double if_large, double if_small) __attribute__((always_inline)) {
    return select(is_large, N(if_large), select(is_small, N(if_small), N(1)));
  };
  const N scale = choose(0x1p-600, 0x1p600);
  const N p = greater * scale, q = lesser * scale;
  const N h = sqrt(fma(p, p, q * q)), h_square = h * h, p_square = p * p;
  const N excess = fma(-q, q, h_square - p_square) + fma(h, h, -h_square) - fma(p, p, -p_square);
  return (h - excess / select(h == N(0), N(1), h + h)) * choose(0x1p600, 0x1p-600);
}

}  // namespace internal

template <class T>
[[gnu::always_inline]] inline T hypot(T x, T y) {
  using N = typename internal::WideType<T>::number;
  const N a = converted<N>(abs(x)), b = converted<N>(abs(y));
  const auto is_infinite = isinf(a) | isinf(b);
  const N root = [&]() __attribute__((always_inline)) {
    if constexpr (bits_of<T> == 32)
      return sqrt(fma(a, a, b * b));
    else
      return internal::precise_hypot(a, b);
  }();
  return converted<T>(select(is_infinite, N(std::numeric_limits<double>::infinity()), root));
}

}  // namespace ag::kernel::math
