#pragma once
/// The functions of <bit> and std::midpoint on numbers that may be symbolic: sequences of integer operations with the
/// types and values of C++. Plain numbers use the standard library.
#include <bit>
#include <concepts>
#include <limits>
#include <numeric>
#include <type_traits>

#include "ag/staging/cxx.h"

namespace ag::cxx {

namespace internal {

template <class A>
concept Bits = std::unsigned_integral<host_t<A>> && !std::is_same_v<host_t<A>, bool>;

template <class T>
inline constexpr int kWidth = std::numeric_limits<T>::digits;

/// Population count by sums over adjacent groups of two, four, … bits.
template <class T>
Staged<int> set_bits(const Staged<T>& value) {
  Staged<uint64_t> x(value);
  x = x - ((x >> 1) & 0x5555555555555555U);
  x = (x & 0x3333333333333333U) + ((x >> 2) & 0x3333333333333333U);
  x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FU;
  return Staged<int>((x * 0x0101010101010101U) >> 56);
}

/// Sets every bit below the highest set bit.
template <class T>
Staged<T> filled(const Staged<T>& value) {
  Staged<uint64_t> x(value);
  for (int shift = 1; shift < kWidth<T>; shift *= 2) x = x | (x >> shift);
  return Staged<T>(x);
}

}  // namespace internal

#define AG_CXX_BITS(name, staged)          \
  template <class A>                       \
    requires internal::Bits<A>             \
  auto name(const A& a) {                  \
    using T = host_t<A>;                   \
    if constexpr (detail::any_staged<A>) { \
      const Staged<T> x(a);                \
      return staged;                       \
    } else {                               \
      return std::name(a);                 \
    }                                      \
  }
AG_CXX_BITS(popcount, internal::set_bits(x))
AG_CXX_BITS(has_single_bit, internal::set_bits(x) == 1)
AG_CXX_BITS(bit_width, Staged<decltype(std::bit_width(T()))>(internal::set_bits(internal::filled(x))))
AG_CXX_BITS(bit_floor, Staged<T>(internal::filled(x) ^ Staged<T>(internal::filled(x) >> 1)))
AG_CXX_BITS(bit_ceil, Staged<T>(internal::filled(Staged<T>(x - Staged<T>(x != 0U))) + 1U))
AG_CXX_BITS(countl_zero, internal::kWidth<T> - internal::set_bits(internal::filled(x)))
AG_CXX_BITS(countl_one, internal::kWidth<T> - internal::set_bits(internal::filled(Staged<T>(~x))))
AG_CXX_BITS(countr_zero, internal::set_bits(Staged<T>(~x&(x - 1U))))
AG_CXX_BITS(countr_one, internal::set_bits(Staged<T>(x & ~(x + 1U))))
#undef AG_CXX_BITS

/// Accepts any number of places, also a negative one.
template <class A, class N>
  requires(internal::Bits<A> && detail::Numbers<N>)
auto rotl(const A& a, const N& places) {
  using T = host_t<A>;
  if constexpr (detail::any_staged<A, N>) {
    constexpr int kWidth = internal::kWidth<T>;
    const Staged<T> x(a);
    const Staged<int> left = (Staged<int>(places) % kWidth + kWidth) % kWidth;
    return Staged<T>((x << left) | (x >> 1 >> (kWidth - 1 - left)));
  } else {
    return std::rotl(a, places);
  }
}
template <class A, class N>
  requires(internal::Bits<A> && detail::Numbers<N>)
auto rotr(const A& a, const N& places) {
  if constexpr (detail::any_staged<A, N>)
    return rotl(a, -(Staged<int>(places) % internal::kWidth<host_t<A>>));
  else
    return std::rotr(a, places);
}

/// Returns x * 2^n.
template <class A, class N>
auto scalbn(const A& x, const N& n, SourceLocation location = SourceLocation::current()) {
  return ldexp(x, n, location);
}

/// Returns the midpoint of two numbers of one type; an integer result is rounded towards `a`.
template <class A, class B>
  requires internal::OneNumber<host_t<A>, B>
auto midpoint(const A& a, const B& b, SourceLocation location = SourceLocation::current()) {
  using T = host_t<A>;
  if constexpr (!detail::any_staged<A, B>) {
    return std::midpoint(a, b);
  } else if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    const Staged<T> x(a), y(b);
    const Staged<U> first(x), second(y);
    const Staged<U> down((Staged<U>(first - second)) / 2), up((Staged<U>(second - first)) / 2);
    return detail::select<T, Staged<T>>(y < x, Staged<T>(Staged<U>(first - down)), Staged<T>(Staged<U>(first + up)),
                                        location);
  } else {
    const auto half = [](T x, T y) { return std::midpoint(x, y); };
    const Staged<T> x(a), y(b);
    if (x.is_host() && y.is_host()) return Staged<T>(half(x.value(), y.value()));
    const T low = std::numeric_limits<T>::min() * 2, high = std::numeric_limits<T>::max() / 2;
    const Staged<T> most = cxx::fmax(cxx::fabs(x), cxx::fabs(y)), sum = (x + y) / 2;
    const Staged<T> of_large = detail::select<T, Staged<T>>(
        cxx::fabs(x) < low, x + y / 2,
        detail::select<T, Staged<T>>(cxx::fabs(y) < low, x / 2 + y, x / 2 + y / 2, location), location);
    return detail::select<T, Staged<T>>(most <= high, sum, of_large, location);
  }
}

}  // namespace ag::cxx
