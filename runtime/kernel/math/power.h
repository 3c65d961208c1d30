#pragma once
/// pow. That of float64 is a function of the C library.
///
/// |x|^y = exp(y log |x|) in float64, whose 29 bits more than those of float32 are enough for the largest exponents;
/// what is special about signs, zeros, infinities and NaN is as the C library has it.
#include <limits>

#include "kernel/math/exp.h"
#include "kernel/math/log.h"
#include "kernel/math/wide.h"

namespace ag::kernel::math {

template <class T>
[[gnu::always_inline]] inline T pow(T x, T y) {
  if constexpr (bits_of<T> == 32) {
    using Bits = BitsOf<T>;
    using Number = typename internal::WideType<T>::number;
    const T base = abs(x), half = y * T(0.5f);
    const Number exponent = converted<Number>(y) * log(converted<Number>(base));
    // 1 to an infinite power is 1, also where x is -1.
    const T magnitude = converted<T>(exp(select((base == T(1)) & (y == y), Number(0), exponent)));
    const auto whole = trunc(y) == y;
    const auto odd = whole & (trunc(half) != half);
    const T result = from_bits<T>(to_bits(magnitude) | select(odd, to_bits(x) & Bits(0x80000000u), Bits(0u)));
    const auto undefined = (x < T(0)) & isfinite(x) & !whole;
    const T defined = select(undefined, T(std::numeric_limits<float>::quiet_NaN()), result);
    return select((x == T(1)) | (y == T(0)), T(1), defined);
  } else {
    return c_library::pow(x, y);
  }
}

}  // namespace ag::kernel::math
