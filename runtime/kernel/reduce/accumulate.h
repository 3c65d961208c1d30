#pragma once
/// Types in which sums and products are computed and stored: one rule for reductions, scans and traces.
#include <cstdint>
#include <type_traits>

#include "tensor/convert.h"

namespace ag::kernel {

/// The element type of a sum or product over elements of type T. Booleans and integers below 32 bits become 32-bit
/// integers; every other type stays.
template <class T>
using SumResult =
    std::conditional_t<std::is_integral_v<T> && (sizeof(T) < 4),
                       std::conditional_t<std::is_same_v<T, bool> || std::is_signed_v<T>, int32_t, uint32_t>, T>;

/// The type of computations on elements of type T: float for half types, T for all others.
template <class T>
using ComputeOf = std::conditional_t<detail::is_half<T>, float, T>;

namespace internal {

template <class T, bool integral>
struct Wrapping {
  using type = ComputeOf<T>;
};
template <class T>
struct Wrapping<T, true> {
  using type = std::make_unsigned_t<T>;
};

}  // namespace internal

/// The type of the accumulator of a sum: unsigned for integers, which wrap around.
template <class T>
using SumAccumulator = typename internal::Wrapping<SumResult<T>, std::is_integral_v<SumResult<T>>>::type;

/// SumResult as a dtype.
constexpr DType sum_dtype(DType dtype) {
  switch (dtype) {
    case DType::boolean:
    case DType::int8:
    case DType::int16:
      return DType::int32;
    case DType::uint8:
    case DType::uint16:
      return DType::uint32;
    default:
      return dtype;
  }
}

/// Returns an element as a number to compute with.
template <class T>
inline ComputeOf<T> widen(T value) {
  return static_cast<ComputeOf<T>>(value);
}

/// Calls `f` with a value of the storage type of a floating dtype.
template <class F>
inline decltype(auto) visit_floating(DType dtype, F&& f) {
  switch (dtype) {
    case DType::float16:
      return f(Float16());
    case DType::bfloat16:
      return f(BFloat16());
    case DType::float64:
      return f(double());
    default:
      return f(float());
  }
}

}  // namespace ag::kernel
