#pragma once
/// Sums, as an operation of kernel/reduce/reduce.h.
#include <type_traits>

#include "kernel/reduce/accumulate.h"

namespace ag::kernel {

template <class T>
struct Sum {
  using Result = SumResult<T>;
  using Accumulator = SumAccumulator<T>;
  static constexpr bool kVectors = std::is_same_v<T, Accumulator>;
  static Accumulator identity() { return 0; }
  static Accumulator load(T x) { return static_cast<Accumulator>(x); }
  template <class V>
  static V combine(V a, V b) {
    return a + b;
  }
};

}  // namespace ag::kernel
