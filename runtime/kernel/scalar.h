#pragma once
/// Scalar functions that the functors of the operations are written with.
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace ag::kernel {

/// Integer arithmetic that wraps around, for signed types too; floating-point arithmetic as it is.
template <class T, class F>
inline T wrap(T a, T b, F f) {
  if constexpr (std::is_floating_point_v<T>) {
    return f(a, b);
  } else {
    // In 64 bits, so that small types do not meet promotion to a signed int.
    return static_cast<T>(f(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
  }
}

}  // namespace ag::kernel
