#pragma once
/// sin, cos and tan.
///
/// x is k quarter turns plus r, |r| <= pi / 4. For float64, r has a low part (quarter_turns.h), which is added to the
/// terms after the first, so that the result is one rounded sum. For float32, the fraction of a turn is the product of
/// the 24 bits of x with those bits of 1 / (2 pi) that matter for its exponent. It is computed in integers, where
/// wrap-around drops whole turns, so it is exact enough for every x, at the same cost. The remainder of the float32
/// number nearest to a multiple of pi / 2 is above 2^-30, and the fraction has 62 bits after the binary point. The
/// polynomials are minimax in relative error (Remez exchange).
#include <array>

#include "kernel/scalar/math/polynomial.h"
#include "kernel/scalar/math/quarter_turns.h"
#include "kernel/scalar/math/wide.h"

namespace ag::kernel::math {

namespace internal {

struct Trigonometric {
  static constexpr float least = 0.75f;                          // below: x is r
  static constexpr double quarter_turn = 0x1.921fb54442d18p-64;  // pi / 2, in units of 2^-64
  /// (sin(r) - r) / r^3 and cos(r), of r^2.
  static constexpr std::array sine{-0.16666654573f, 0.00833215841f, -0.000195149576f};
  static constexpr std::array cosine{1.0f, -0.5f, 0.0416666456f, -0.00138873131f, 0.0000244327851f};
  /// The least x for which the next 32 bits of 1 / (2 pi) are needed, and the 128 bits from there on.
  static constexpr std::array starts{0x1p23f, 0x1p55f, 0x1p87f, 0x1p119f};
  static constexpr std::array<uint64_t, 5> high{0x28be60db, 0x28be60db9391054a, 0x9391054a7f09d5f4, 0x7f09d5f47d4d3770,
                                                0x7d4d377036d8a566};
  static constexpr std::array<uint64_t, 5> low{0x9391054a7f09d5f4, 0x7f09d5f47d4d3770, 0x7d4d377036d8a566,
                                               0x36d8a5664f10e410, 0x4f10e4107f9458ea};
};

struct Trigonometric64 {
  /// (sin(r) - r) / r^3 and (cos(r) - 1 + r^2 / 2) / r^4, of r^2.
  static constexpr std::array sine{-0x1.5555555555548p-3, 0x1.111111110f731p-7,   -0x1.a01a019be9693p-13,
                                   0x1.71de355587cc5p-19, -0x1.ae5e4be2dd3b8p-26, 0x1.5d8b778d52d28p-33};
  static constexpr std::array cosine{0x1.555555555554bp-5,   -0x1.6c16c16c15014p-10, 0x1.a01a019c8cdfcp-16,
                                     -0x1.27e4f7edfaa76p-22, 0x1.1ee9d80a36288p-29,  -0x1.8fa3eaefd9bc2p-37};
};

template <class T>
struct QuarterTurns {
  BitsOf<T> k;  // modulo 4
  T r;
};

/// Reduces a float32 number that is finite and not negative.
template <class T>
[[gnu::always_inline]] inline QuarterTurns<T> reduce_turns(T x) {
  using C = Trigonometric;
  using Bits = BitsOf<T>;
  using Wide = typename WideType<T>::bits;
  const Bits bits = to_bits(x);
  const Wide mantissa = converted<Wide>((bits & Bits(0x7fffffu)) | Bits(0x800000u));
  // x = mantissa 2^(shift - 32), up to a multiple of 32 in the exponent.
  const Wide shift = converted<Wide>(((bits >> Bits(23u)) - Bits(118u)) & Bits(31u));
  Wide high(C::high[0]), low(C::low[0]);
  for (size_t k = 0; k < C::starts.size(); ++k) {
    high = select(x >= T(C::starts[k]), Wide(C::high[k + 1]), high);
    low = select(x >= T(C::starts[k]), Wide(C::low[k + 1]), low);
  }
  const Wide first = (high << shift) | ((low >> Wide(uint64_t{1})) >> (Wide(uint64_t{63}) - shift));
  const Wide second = (low << shift) >> Wide(uint64_t{32});
  const Wide turn = mantissa * first + ((mantissa * second) >> Wide(uint64_t{32}));  // the fraction, in units of 2^-64
  const Wide k = (turn + Wide(uint64_t{1} << 61)) >> Wide(uint64_t{62});
  using Number = typename WideType<T>::number;
  const Number rest = converted<Number>(converted<typename WideType<T>::integer>(turn << Wide(uint64_t{2})));
  const auto small = x < T(C::least);
  return {select(small, Bits(0u), converted<Bits>(k)), select(small, x, converted<T>(rest * Number(C::quarter_turn)))};
}

template <class T>
[[gnu::always_inline]] inline T small_sine(T r, T square) {
  return fma(r * square, polynomial(square, Trigonometric::sine), r);
}
template <class T>
[[gnu::always_inline]] inline T small_cosine(T square) {
  return dominated_polynomial(square, Trigonometric::cosine);
}

template <class T>
[[gnu::always_inline]] inline T small_sine(const ExactQuarterTurns<T>& turns, T square) {
  const T tail =
      fma(turns.r * square, polynomial(square, Trigonometric64::sine), fma(square * T(-0.5), turns.rest, turns.rest));
  return turns.r + tail;
}
template <class T>
[[gnu::always_inline]] inline T small_cosine(const ExactQuarterTurns<T>& turns, T square) {
  const T half = square * T(0.5), most = T(1) - half;
  const T tail = fma(square * square, polynomial(square, Trigonometric64::cosine), -(turns.r * turns.rest));
  return most + ((T(1) - most - half) + tail);
}

/// Returns the sign bit of a number.
template <class T>
[[gnu::always_inline]] inline BitsOf<T> sign_bit(T x) {
  return to_bits(x) & to_bits(T(-0.0f));
}

/// The function whose values at r and at r + k quarter turns follow from `sine` and `cosine` of r. Its sign is flipped
/// if `sign` has the sign bit. NaN unless x is finite.
template <class T>
[[gnu::always_inline]] inline T of_turns(T x, BitsOf<T> k, T sine, T cosine, BitsOf<T> sign) {
  using Bits = BitsOf<T>;
  const T magnitude = select((k & Bits(1u)) == Bits(0u), sine, cosine);
  const Bits turned = to_bits(magnitude) ^ ((k & Bits(2u)) << Bits(static_cast<uint32_t>(bits_of<T> - 2))) ^ sign;
  return select(isfinite(x), from_bits<T>(turned), x - x);
}

/// The sine of x plus `more` quarter turns, for x that is not negative.
template <class T>
[[gnu::always_inline]] inline T turned_sine(T x, uint32_t more, BitsOf<T> sign) {
  using Bits = BitsOf<T>;
  if constexpr (bits_of<T> == 32) {
    const auto turns = reduce_turns(x);
    const T square = turns.r * turns.r;
    return of_turns(x, turns.k + Bits(more), small_sine(turns.r, square), small_cosine(square), sign);
  } else {
    const auto turns = reduce_quarter_turns(x);
    const T square = turns.r * turns.r;
    return of_turns(x, turns.k + Bits(more), small_sine(turns, square), small_cosine(turns, square), sign);
  }
}

/// The tangent after k quarter turns, from the sine and cosine of r, with the sign of x.
template <class T>
[[gnu::always_inline]] inline T tangent_of_turns(T x, BitsOf<T> k, T sine, T cosine) {
  using Bits = BitsOf<T>;
  const auto odd = (k & Bits(1u)) != Bits(0u);
  const T ratio = select(odd, -cosine, sine) / select(odd, sine, cosine);
  return select(isfinite(x), from_bits<T>(to_bits(ratio) ^ sign_bit(x)), x - x);
}

}  // namespace internal

template <class T>
[[gnu::always_inline]] inline T sin(T x) {
  return internal::turned_sine(abs(x), 0, internal::sign_bit(x));
}

template <class T>
[[gnu::always_inline]] inline T cos(T x) {
  return internal::turned_sine(abs(x), 1, BitsOf<T>(0u));
}

template <class T>
[[gnu::always_inline]] inline T tan(T x) {
  if constexpr (bits_of<T> == 32) {
    const auto turns = internal::reduce_turns(abs(x));
    const T square = turns.r * turns.r;
    return internal::tangent_of_turns(x, turns.k, internal::small_sine(turns.r, square),
                                      internal::small_cosine(square));
  } else {
    const auto turns = internal::reduce_quarter_turns(abs(x));
    const T square = turns.r * turns.r;
    return internal::tangent_of_turns(x, turns.k, internal::small_sine(turns, square),
                                      internal::small_cosine(turns, square));
  }
}

}  // namespace ag::kernel::math
