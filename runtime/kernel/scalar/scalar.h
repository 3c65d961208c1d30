#pragma once
/// Scalar functions of which the functors of the operations are composed. Kernels apply a functor to host numbers, and
/// code generation applies it to Symbolic<T> (kernel/scalar/symbolic.h), so each function is defined for both.
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "graph/op_def.h"

namespace ag::kernel {

template <class T>
class Symbolic;

namespace internal {
template <class T>
struct PlainType {
  using type = T;
};
template <class T>
struct PlainType<Symbolic<T>> {
  using type = T;
};
template <class T>
using Plain = typename PlainType<T>::type;
}  // namespace internal

/// Properties of the number type T, on the host or symbolic.
template <class T>
inline constexpr bool is_real = std::is_floating_point_v<internal::Plain<T>>;
template <class T>
inline constexpr bool is_signed = std::is_signed_v<internal::Plain<T>>;
template <class T>
inline constexpr bool is_boolean = std::is_same_v<internal::Plain<T>, bool>;
template <class T>
inline constexpr int bits_of = static_cast<int>(8 * sizeof(internal::Plain<T>));

/// The format of a floating-point number.
template <class T>
inline constexpr int mantissa_bits = bits_of<T> == 32 ? 23 : 52;
template <class T>
inline constexpr int exponent_bias = bits_of<T> == 32 ? 127 : 1023;

namespace internal {
template <class T>
struct BitsType {
  using type = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
};
template <class T>
struct BitsType<Symbolic<T>> {
  using type = Symbolic<typename BitsType<T>::type>;
};
}  // namespace internal

/// The integer type of the size of a floating-point number: the result type of to_bits.
template <class T>
using BitsOf = typename internal::BitsType<T>::type;

/// Wrapping integer arithmetic, also for signed types; floating-point arithmetic is unchanged.
template <class T, class F>
inline T wrap(T a, T b, F f) {
  if constexpr (std::is_integral_v<T>) {
    // In 64 bits, so that small types are not promoted to a signed int.
    return static_cast<T>(f(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
  } else {
    return f(a, b);
  }
}

/// a * b + c, rounded once.
[[gnu::always_inline]] inline float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
[[gnu::always_inline]] inline double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }

/// Reinterprets a floating-point number as bits, and bits as a number.
template <std::floating_point T>
[[gnu::always_inline]] inline BitsOf<T> to_bits(T x) {
  return __builtin_bit_cast(BitsOf<T>, x);
}
template <std::floating_point T>
[[gnu::always_inline]] inline T from_bits(BitsOf<T> bits) {
  return __builtin_bit_cast(T, bits);
}

/// Converts to another dtype that can hold the value: rounded, or wrapped around for integers.
template <class R, class T>
  requires(std::is_arithmetic_v<T>)
[[gnu::always_inline]] inline R converted(T x) {
  return static_cast<R>(x);
}

/// `a` if the condition holds, else `b`; both are computed.
template <class T>
[[gnu::always_inline]] inline T select(bool condition, T a, T b) {
  return condition ? a : b;
}

/// True if a function of this number may be less precise for speed. Host numbers, which kernels compute with, never
/// allow it.
template <class T>
  requires(std::is_arithmetic_v<T>)
constexpr bool is_fast(T) {
  return false;
}

/// Raises an error of the operation unless the condition holds.
inline void check(bool condition, ErrorKind kind, const char* message) {
  if (!condition) [[unlikely]]
    throw ir::KernelFault{kind, message};
}

namespace internal {
/// The standard library, with the reentrant form of lgamma: the other form writes the sign to a global variable.
namespace library {
using namespace std;
inline float lgamma(float x) {
  int sign = 0;
  return ::lgammaf_r(x, &sign);
}
inline double lgamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}
}  // namespace library
}  // namespace internal

/// The functions of the C library that kernels and generated code both call.
namespace c_library {

#define AG_MATH_PRIMITIVE(name, operands) AG_MATH_##operands(name)
#define AG_MATH_1(name)                \
  template <std::floating_point T>     \
  inline T name(T x) {                 \
    return internal::library::name(x); \
  }
#define AG_MATH_2(name)                   \
  template <std::floating_point T>        \
  inline T name(T a, T b) {               \
    return internal::library::name(a, b); \
  }
#include "kernel/scalar/primitives.def"
#undef AG_MATH_1
#undef AG_MATH_2

}  // namespace c_library

namespace math {

/// Functions that are one processor instruction, or few, and are therefore not math primitives.
#define AG_MATH_INSTRUCTION(result, name)          \
  template <std::floating_point T>                 \
  [[gnu::always_inline]] inline result name(T x) { \
    return std::name(x);                           \
  }
AG_MATH_INSTRUCTION(T, sqrt)
AG_MATH_INSTRUCTION(T, abs)
AG_MATH_INSTRUCTION(T, floor)
AG_MATH_INSTRUCTION(T, ceil)
AG_MATH_INSTRUCTION(T, nearbyint)
AG_MATH_INSTRUCTION(T, trunc)
AG_MATH_INSTRUCTION(bool, isnan)
AG_MATH_INSTRUCTION(bool, isinf)
AG_MATH_INSTRUCTION(bool, isfinite)
#undef AG_MATH_INSTRUCTION

}  // namespace math
}  // namespace ag::kernel
