#pragma once
/// Scalar functions that the functors of the operations are written with. A functor is applied to numbers of the host
/// by the kernels, and to Symbolic<T> (kernel/symbolic.h) by code generation: what it calls is defined for both.
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

/// What kind of number a T is, of the host or symbolic.
template <class T>
inline constexpr bool is_real = std::is_floating_point_v<internal::Plain<T>>;
template <class T>
inline constexpr bool is_signed = std::is_signed_v<internal::Plain<T>>;
template <class T>
inline constexpr bool is_boolean = std::is_same_v<internal::Plain<T>, bool>;
template <class T>
inline constexpr int bits_of = static_cast<int>(8 * sizeof(internal::Plain<T>));

/// The form of a floating-point number.
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

/// The integer of the size of a floating-point number: what to_bits gives.
template <class T>
using BitsOf = typename internal::BitsType<T>::type;

/// Integer arithmetic that wraps around, for signed types too; floating-point arithmetic as it is.
template <class T, class F>
inline T wrap(T a, T b, F f) {
  if constexpr (std::is_integral_v<T>) {
    // In 64 bits, so that small types do not meet promotion to a signed int.
    return static_cast<T>(f(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
  } else {
    return f(a, b);
  }
}

/// a * b + c, rounded once.
[[gnu::always_inline]] inline float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
[[gnu::always_inline]] inline double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }

/// The bits of a floating-point number, and the number with such bits.
template <std::floating_point T>
[[gnu::always_inline]] inline BitsOf<T> to_bits(T x) {
  return __builtin_bit_cast(BitsOf<T>, x);
}
template <std::floating_point T>
[[gnu::always_inline]] inline T from_bits(BitsOf<T> bits) {
  return __builtin_bit_cast(T, bits);
}

/// As a number of another dtype that holds its value, rounded; or wrapped around, of integers.
template <class R, class T>
  requires(std::is_arithmetic_v<T>)
[[gnu::always_inline]] inline R converted(T x) {
  return static_cast<R>(x);
}

/// `a` where the condition holds; both are computed.
template <class T>
[[gnu::always_inline]] inline T select(bool condition, T a, T b) {
  return condition ? a : b;
}

/// Whether the function of a number may be less exact than it can be. Those of the host's numbers, which kernels
/// compute with, may not.
template <class T>
  requires(std::is_arithmetic_v<T>)
constexpr bool is_fast(T) {
  return false;
}

/// An error of the operation where the condition does not hold.
inline void check(bool condition, ErrorKind kind, const char* message) {
  if (!condition) [[unlikely]]
    throw ir::KernelFault{kind, message};
}

namespace internal {
/// The standard library, with the reentrant form of lgamma: the other one writes the sign to a global variable.
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

/// The functions of the C library, as kernels and generated code both call them.
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
#include "kernel/primitives.def"
#undef AG_MATH_1
#undef AG_MATH_2

}  // namespace c_library

namespace math {

/// Those that are instructions of a processor, or few of them, and so are not among the primitives.
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
