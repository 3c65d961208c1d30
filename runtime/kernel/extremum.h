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
  /// `b != b`: NaN, which is asked of what is new, so that the next element waits for a comparison with the last one
  /// alone. Without short-circuit, so that it is a select of vectors too.
  template <class V>
  static V combine(V a, V b) {
    return ((b > a) | (b != b)) ? b : a;
  }
};

template <class T>
struct Min : Max<T> {
  using typename Max<T>::Accumulator;
  using typename Max<T>::Limits;
  static Accumulator identity() { return Limits::has_infinity ? Limits::infinity() : Limits::max(); }
  template <class V>
  static V combine(V a, V b) {
    return ((b < a) | (b != b)) ? b : a;
  }
};

}  // namespace ag::kernel
