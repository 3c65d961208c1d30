#pragma once
/// 64-bit numbers, in which functions of float32 compute where they have to be exact.
#include "kernel/scalar/symbolic.h"

namespace ag::kernel::math::internal {

/// The types for a host number T, or a symbolic one.
template <class T>
struct WideType {
  using bits = uint64_t;
  using number = double;
  using integer = int64_t;
};
template <class T>
struct WideType<Symbolic<T>> {
  using bits = Symbolic<uint64_t>;
  using number = Symbolic<double>;
  using integer = Symbolic<int64_t>;
};

}  // namespace ag::kernel::math::internal
