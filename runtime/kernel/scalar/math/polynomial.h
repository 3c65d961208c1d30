#pragma once
/// Polynomials of host numbers or symbolic ones.
#include <array>
#include <utility>

#include "kernel/scalar/symbolic.h"

namespace ag::kernel::math::internal {

template <class T, class C, size_t N, size_t... Pair>
[[gnu::always_inline]] inline T polynomial_step(T x, const std::array<C, N>& c, std::index_sequence<Pair...>);

/// c[0] + c[1] x + … by Estrin's scheme: pairs of terms first, for short dependence chains.
template <class T, class C, size_t N>
[[gnu::always_inline]] inline T polynomial(T x, const std::array<C, N>& c) {
  if constexpr (N == 1) {
    return T(c[0]);
  } else {
    return polynomial_step(x, c, std::make_index_sequence<(N + 1) / 2>());
  }
}

template <class T, class C, size_t N, size_t... Pair>
[[gnu::always_inline]] inline T polynomial_step(T x, const std::array<C, N>& c, std::index_sequence<Pair...>) {
  const auto term = [&]<size_t k>(std::integral_constant<size_t, k>) __attribute__((always_inline)) {
    if constexpr (k + 1 < N) {
      return fma(T(c[k + 1]), x, T(c[k]));
    } else {
      return T(c[k]);
    }
  };
  const std::array<T, sizeof...(Pair)> pairs{term(std::integral_constant<size_t, 2 * Pair>())...};
  if constexpr (N <= 2) {
    return pairs[0];
  } else {
    return polynomial(x * x, pairs);
  }
}

/// The same polynomial by Horner's scheme over pairs of terms: fewer products, but a longer dependence chain. For
/// values that are not on the critical path.
template <class T, class C, size_t N>
[[gnu::always_inline]] inline T paired_polynomial(T x, const std::array<C, N>& c) {
  constexpr size_t last = (N - 1) / 2 * 2;
  const T square = x * x;
  T sum = T(c[last]);
  if constexpr (last + 1 < N) sum = fma(T(c[last + 1]), x, sum);
  for (size_t k = last; k > 0; k -= 2) sum = fma(sum, square, fma(T(c[k - 1]), x, T(c[k - 2])));
  return sum;
}

/// c[1] + c[2] x + …: the polynomial without its first term, divided by x.
template <class T, class C, size_t N>
[[gnu::always_inline]] inline T higher_terms(T x, const std::array<C, N>& c) {
  return [&]<size_t... k>(std::index_sequence<k...>) __attribute__((always_inline)) {
    return polynomial(x, std::array<C, N - 1>{c[k + 1]...});
  }(std::make_index_sequence<N - 1>());
}

/// The polynomial with its first term added last, for polynomials that this term dominates.
template <class T, class C, size_t N>
[[gnu::always_inline]] inline T dominated_polynomial(T x, const std::array<C, N>& c) {
  return fma(x, higher_terms(x, c), T(c[0]));
}

}  // namespace ag::kernel::math::internal
