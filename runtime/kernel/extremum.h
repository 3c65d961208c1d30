#pragma once
/// The greatest and the least element as operations of kernel/reduce.h. A NaN goes through.
#include <limits>

#include "kernel/accumulate.h"

namespace ag::kernel {

template <class T>
struct Max {
  using Result = T;
  using Accumulator = ComputeOf<T>;
  using Limits = std::numeric_limits<Accumulator>;
  static constexpr bool kVectors = std::is_same_v<T, Accumulator> && !std::is_same_v<T, bool>;
  static Accumulator identity() { return Limits::has_infinity ? -Limits::infinity() : Limits::lowest(); }
  static Accumulator load(T x) { return widen(x); }
  /// `a != a`: NaN. Without short-circuit, so that it is a select of vectors too.
  template <class V>
  static V combine(V a, V b) {
    return ((a > b) | (a != a)) ? a : b;
  }
};

template <class T>
struct Min : Max<T> {
  using typename Max<T>::Accumulator;
  using typename Max<T>::Limits;
  static Accumulator identity() { return Limits::has_infinity ? Limits::infinity() : Limits::max(); }
  template <class V>
  static V combine(V a, V b) {
    return ((a < b) | (a != a)) ? a : b;
  }
};

}  // namespace ag::kernel
