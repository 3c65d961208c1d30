#pragma once
/// The order of sorting: NaN follows every number, in both directions, and equal elements keep their order.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "kernel/reduce/accumulate.h"
#include "kernel/reduce/radix_sort.h"

namespace ag::kernel {

template <class T>
inline bool is_nan(T x) {
  return x != x;
}

/// True if `a` precedes `b`.
template <class T>
inline bool before(T a, T b, bool descending) {
  const ComputeOf<T> x = widen(a), y = widen(b);
  if (is_nan(y)) return !is_nan(x);
  return descending ? x > y : x < y;  // false where x is NaN
}

/// Stable merge sort. `spare` has room for `length` elements.
template <class T, class Less>
void merge_sort(T* x, T* spare, int64_t length, Less less) {
  constexpr int64_t kRun = 16;
  for (int64_t first = 0; first < length; first += kRun) {
    const int64_t end = std::min(first + kRun, length);
    for (int64_t i = first + 1; i < end; ++i) {
      const T value = x[i];
      int64_t at = i;
      for (; at > first && less(value, x[at - 1]); --at) x[at] = x[at - 1];
      x[at] = value;
    }
  }
  T *from = x, *to = spare;
  for (int64_t width = kRun; width < length; width *= 2) {
    for (int64_t first = 0; first < length; first += 2 * width) {
      T* middle = from + std::min(first + width, length);
      T* end = from + std::min(first + 2 * width, length);
      std::merge(from + first, middle, middle, end, to + first, less);
    }
    std::swap(from, to);
  }
  if (from != x) std::copy(from, from + length, x);
}

/// Fills `order` with the indices that sort x[0 … length - 1]. `spare` has room for `length` elements.
template <class T>
void argsort_row(const T* x, int64_t* order, int64_t* spare, int64_t length, bool descending) {
  if constexpr (has_sort_key<T>) {
    if (length >= kMinRadixLength<T> && length <= std::numeric_limits<uint32_t>::max())
      return radix_argsort(x, order, length, descending);
  }
  for (int64_t i = 0; i < length; ++i) order[i] = i;
  merge_sort(order, spare, length, [&](int64_t a, int64_t b) { return before(x[a], x[b], descending); });
}

/// Moves NaNs after all numbers, keeps the order within both, and returns the number of numbers. `spare` has room for
/// `length` elements.
template <class T>
int64_t put_numbers_first(T* x, T* spare, int64_t length) {
  int found = 0;
  for (int64_t i = 0; i < length; ++i) found |= is_nan(widen(x[i])) ? 1 : 0;
  if (found == 0) return length;
  int64_t numbers = 0, nans = 0;
  for (int64_t i = 0; i < length; ++i) {
    const T value = x[i];
    (is_nan(widen(value)) ? spare[nans++] : x[numbers++]) = value;
  }
  std::copy(spare, spare + nans, x + numbers);
  return numbers;
}

/// Sorts x[0 … length - 1]. `spare` has room for `length` elements.
template <class T>
void sort_row(T* x, T* spare, int64_t length, bool descending) {
  if constexpr (has_sort_key<T>) {
    if (length >= kMinRadixLength<T>)
      return radix_sort<SortKey<T>>(x, spare, length, [=](T element) { return sort_key(element, descending); });
  }
  if constexpr (std::is_integral_v<T>) {  // equal integers are indistinguishable
    if (descending)
      std::sort(x, x + length, [](T a, T b) { return a > b; });
    else
      std::sort(x, x + length);
  } else {
    const int64_t numbers = put_numbers_first(x, spare, length);
    if (descending)
      merge_sort(x, spare, numbers, [](T a, T b) { return widen(a) > widen(b); });
    else
      merge_sort(x, spare, numbers, [](T a, T b) { return widen(a) < widen(b); });
  }
}

}  // namespace ag::kernel
