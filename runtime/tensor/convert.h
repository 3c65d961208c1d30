#pragma once
/// Conversion of elements between dtypes, as static_cast converts, except that floating values outside the range of an
/// integer type saturate and NaN becomes 0 (C++ leaves both undefined).
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "tensor/impl.h"

namespace ag::detail {

template <class T>
inline constexpr bool is_half = std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>;

template <class To, class From>
inline To convert(From value) {
  if constexpr (std::is_same_v<To, From>)
    return value;
  else if constexpr (is_half<From>)
    return convert<To>(static_cast<float>(value));
  else if constexpr (is_half<To>)
    return To(static_cast<float>(value));
  else if constexpr (std::is_same_v<To, bool>)
    return value != From(0);
  else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    constexpr To low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
    if (std::isnan(value)) return 0;
    if (value <= static_cast<From>(low)) return low;
    if (value >= static_cast<From>(high)) return high;
    return static_cast<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

/// Calls `f` with a value of the storage type of `dtype`.
template <class F>
inline decltype(auto) visit_dtype(DType dtype, F&& f) {
  switch (dtype) {
#define AG_DTYPE(name, storage, category, bits) \
  case DType::name:                             \
    return f(storage());
#include "ag/detail/dtypes.def"
#undef AG_DTYPE
  }
  __builtin_unreachable();
}

/// Writes a host number as one element.
inline void store_scalar(std::byte* out, DType dtype, Scalar value) {
  visit_dtype(dtype, [&]<class T>(T) {
    T& target = *reinterpret_cast<T*>(out);
    if (value.dtype == DType::float64)
      target = convert<T>(value.floating);
    else if (value.dtype == DType::uint64)
      target = convert<T>(static_cast<uint64_t>(value.integer));
    else
      target = convert<T>(value.integer);
  });
}

/// Copies and converts all elements of `from` into the row-major array `to` of the same shape.
void convert_elements(TensorImpl& to, const TensorImpl& from);

}  // namespace ag::detail
