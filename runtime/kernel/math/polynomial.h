#pragma once
/// Polynomials on a number of the host or a symbolic one.
#include <array>
#include <utility>

#include "kernel/symbolic.h"

namespace ag::kernel::math::internal {

template <class T, class C, size_t N, size_t... Pair>
[[gnu::always_inline]] inline T polynomial_step(T x, const std::array<C, N>& c, std::index_sequence<Pair...>);

/// c[0] + c[1] x + … by Estrin's scheme: pairs of terms first, so that few operations wait for another.
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

/// The same with fewer products: pairs of terms, one after the other from the last. For what nothing waits for.
template <class T, class C, size_t N>
[[gnu::always_inline]] inline T paired_polynomial(T x, const std::array<C, N>& c) {
  constexpr size_t last = (N - 1) / 2 * 2;
  const T square = x * x;
  T sum = T(c[last]);
  if constexpr (last + 1 < N) sum = fma(T(c[last + 1]), x, sum);
  for (size_t k = last; k > 0; k -= 2) sum = fma(sum, square, fma(T(c[k - 1]), x, T(c[k - 2])));
  return sum;
}

/// c[1] + c[2] x + …, what the polynomial is beyond its first term, over x.
template <class T, class C, size_t N>
[[gnu::always_inline]] inline T higher_terms(T x, const std::array<C, N>& c) {
  return [&]<size_t... k>(std::index_sequence<k...>) __attribute__((always_inline)) {
    return polynomial(x, std::array<C, N - 1>{c[k + 1]...});
  }(std::make_index_sequence<N - 1>());
}

/// The polynomial with the first term added last: for those that it dominates.
template <class T, class C, size_t N>
[[gnu::always_inline]] inline T dominated_polynomial(T x, const std::array<C, N>& c) {
  return fma(x, higher_terms(x, c), T(c[0]));
}

}  // namespace ag::kernel::math::internal
