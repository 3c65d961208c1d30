#pragma once
/// Maximum and minimum as operations of kernel/reduce/reduce.h. NaN propagates.
#include <limits>

#include "kernel/reduce/accumulate.h"

namespace ag::kernel {

template <class T>
struct Max {
  using Result = T;
  using Accumulator = ComputeOf<T>;
  using Limits = std::numeric_limits<Accumulator>;
  static constexpr bool kVectors = std::is_same_v<T, Accumulator> && !std::is_same_v<T, bool>;
  static Accumulator identity() { return Limits::has_infinity ? -Limits::infinity() : Limits::lowest(); }
  static Accumulator load(T x) { return widen(x); }
  /// `b != b` tests the new element for NaN, not the accumulator: so each step depends on the one before it by a single
  /// comparison. The `|` does not short-circuit, so that vectors use a select, too.
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
