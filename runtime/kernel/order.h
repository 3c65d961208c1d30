#pragma once
/// The order that sorting uses: NaN stands behind every number, whichever the direction; elements that are equal keep
/// their order.
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "kernel/accumulate.h"

namespace ag::kernel {

template <class T>
inline bool is_nan(T x) {
  return x != x;
}

/// Whether `a` stands before `b`.
template <class T>
inline bool before(T a, T b, bool descending) {
  const ComputeOf<T> x = widen(a), y = widen(b);
  if (is_nan(y)) return !is_nan(x);
  return descending ? x > y : x < y;  // false where x is NaN
}

/// Fills `order` with the indices of x[0 … length - 1] in order.
template <class T>
void argsort_row(const T* x, int64_t* order, int64_t length, bool descending) {
  for (int64_t i = 0; i < length; ++i) order[i] = i;
  std::stable_sort(order, order + length, [&](int64_t a, int64_t b) { return before(x[a], x[b], descending); });
}

/// Puts x[0 … length - 1] in order.
template <class T>
void sort_row(T* x, int64_t length, bool descending) {
  if constexpr (std::is_integral_v<T>) {  // equal integers cannot be told apart
    if (descending)
      std::sort(x, x + length, [](T a, T b) { return a > b; });
    else
      std::sort(x, x + length);
  } else {
    T* numbers_end = std::stable_partition(x, x + length, [](T a) { return !is_nan(widen(a)); });
    if (descending)
      std::stable_sort(x, numbers_end, [](T a, T b) { return widen(a) > widen(b); });
    else
      std::stable_sort(x, numbers_end, [](T a, T b) { return widen(a) < widen(b); });
  }
}

/// Fills `order` with the indices of the first k elements in descending order.
template <class T>
void top_k_row(const T* x, int64_t* order, int64_t length, int64_t k) {
  for (int64_t i = 0; i < length; ++i) order[i] = i;
  std::partial_sort(order, order + k, order + length, [&](int64_t a, int64_t b) {
    if (before(x[a], x[b], true)) return true;
    if (before(x[b], x[a], true)) return false;
    return a < b;
  });
}

}  // namespace ag::kernel
