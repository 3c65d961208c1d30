#pragma once
/// Range reduction of float64 by pi / 2 (Payne and Hanek): a number of quarter turns and a remainder. It is exact
/// enough for every x, with the same cost for every x.
///
/// The fraction of a turn is the product of x with 1 / (2 pi). Only some bits of 1 / (2 pi) matter: those above them
/// yield whole turns, and those below them do not affect the last place of the fraction (M. Payne and R. Hanek, "Radian
/// reduction for trigonometric functions", SIGNUM Newsletter 18, 1983). The product is computed in integers, where
/// wrap-around drops whole turns: 53 bits times 192 bits of 1 / (2 pi), of which the upper 128 are kept. The float64
/// number nearest to a multiple of pi / 2 is 2^-60.9 away from it (J.-M. Muller et al., "Handbook of Floating-Point
/// Arithmetic", 2nd edition, 11.2). So at least 62 bits of the remainder are known.
#include <array>

#include "kernel/scalar/math/wide.h"

namespace ag::kernel::math::internal {

struct TurnBits {
  /// 53 zeros, then the bits of 1 / (2 pi) after the binary point, from the highest.
  static constexpr std::array<uint64_t, 19> inverse{
      0x0000000000000145, 0xf306dc9c882a53f8, 0x4eafa3ea69bb81b6, 0xc52b3278872083fc, 0xa2c757bd778ac36e,
      0x48dc74849ba5c00c, 0x925dd413a32439fc, 0x3bd63962534e7dd1, 0x046bea5d768909d3, 0x38e04d68befc8273,
      0x23ac7306a673e939, 0x08bf177bf250763f, 0xf12fffbc0b301fde, 0x5e2316b414da3eda, 0x6cfd9e4f96136e9e,
      0x8c7ecd3cbfd45aea, 0x4f758fd7cbe2f67a, 0x0e73ef14a525d4d7, 0xf6bf623f1aba10ac};
  static constexpr double least = 0x1.921fb54442d18p-1;  // pi / 4; below: x is the remainder
  static constexpr double quarter_turn = 0x1.921fb54442d18p0, quarter_turn_low = 0x1.1a62633145c07p-54;  // pi / 2
};

/// x = k quarter turns + r + rest, |r| <= pi / 4.
template <class T>
struct ExactQuarterTurns {
  BitsOf<T> k;  // modulo 4
  T r, rest;
};

/// One step of a barrel shift by words: drops bit / 64 words at the front if the bit `bit` of `position` is set.
template <class Bits, size_t N, size_t... k>
[[gnu::always_inline]] inline auto moved_words(const std::array<Bits, N>& words, Bits position, uint64_t bit,
                                               std::index_sequence<k...>) {
  const auto moved = (position & Bits(bit)) != Bits(uint64_t{0});
  const size_t distance = bit / 64;
  return std::array<Bits, sizeof...(k)>{select(moved, words[k + distance], words[k])...};
}

/// Returns 64 bits of two words, from bit `shift` on.
template <class Bits>
[[gnu::always_inline]] inline Bits joined(Bits high, Bits low, Bits shift) {
  return (high << shift) | ((low >> Bits(uint64_t{1})) >> (Bits(uint64_t{63}) - shift));
}

template <class Bits>
struct DoubleWord {
  Bits high, low;
};

/// The upper 128 bits of the lower 192 of mantissa * bits of 1 / (2 pi): the fraction of a turn. The product uses
/// digits of 32 bits, which vector instructions can multiply.
template <class T>
[[gnu::always_inline]] inline DoubleWord<BitsOf<T>> fraction_of_turn(T x) {
  using Bits = BitsOf<T>;
  const auto number = [](uint64_t value) __attribute__((always_inline)) { return Bits(value); };
  const Bits digit = number(0xffffffff), half = number(32), exponent = to_bits(x) >> number(52);
  // The greatest exponent exceeds the sixteen words that four bits can address; for it, the mantissa is shifted by one
  // bit.
  const Bits distance = exponent - number(1022), beyond = (distance >> number(10)) & number(1);
  const Bits position = distance - beyond, shift = position & number(63);
  const Bits mantissa = ((to_bits(x) & number(0xfffffffffffff)) | number(0x10000000000000)) << beyond;

  const auto words = [&]<size_t... k>(std::index_sequence<k...>) __attribute__((always_inline)) {
    return std::array<Bits, sizeof...(k)>{Bits(TurnBits::inverse[k])...};
  }(std::make_index_sequence<19>());
  const auto of_eight = moved_words(words, position, 512, std::make_index_sequence<11>());
  const auto of_four = moved_words(of_eight, position, 256, std::make_index_sequence<7>());
  const auto of_two = moved_words(of_four, position, 128, std::make_index_sequence<5>());
  const auto of_one = moved_words(of_two, position, 64, std::make_index_sequence<4>());
  const Bits a = joined(of_one[0], of_one[1], shift), b = joined(of_one[1], of_one[2], shift),
             c = joined(of_one[2], of_one[3], shift);

  const Bits low = mantissa & digit, high = mantissa >> half;
  const Bits a_low = a & digit, a_high = a >> half, b_low = b & digit, b_high = b >> half, c_low = c & digit,
             c_high = c >> half;
  const Bits first = b_low * low, second = b_high * low;
  const Bits middle = (first >> half) + (second & digit) + b_low * high;
  const Bits carried = b_high * high + (second >> half) + (middle >> half);
  const Bits kept = (middle << half) | (first & digit);
  const Bits sum = kept + (c_high * high + ((c_high * low) >> half) + ((c_low * high) >> half));
  const Bits carry = select(sum < kept, number(1), number(0));
  return {a_low * low + ((a_high * low + a_low * high) << half) + carried + carry, sum};
}

/// Reduces a float64 number that is finite and not negative.
template <class T>
[[gnu::always_inline]] inline ExactQuarterTurns<T> reduce_quarter_turns(T x) {
  using C = TurnBits;
  using Bits = BitsOf<T>;
  const auto number = [](uint64_t value) __attribute__((always_inline)) { return Bits(value); };
  const DoubleWord<Bits> turn = fraction_of_turn(x);
  const Bits k = (turn.high + number(uint64_t{1} << 61)) >> number(62);
  // The fraction of a quarter turn, less a half if the next quarter turn is nearer: as numbers of 52, 52 and 22 bits.
  const Bits high = ((turn.high << number(2)) | (turn.low >> number(62))) ^ number(uint64_t{1} << 63);
  const Bits low = turn.low << number(2);
  const auto as_number = [&](Bits bits, double unit, double offset) __attribute__((always_inline)) {
    // `bits` become the mantissa of a number with the exponent of `unit`.
    return from_bits<T>(bits | to_bits(T(unit))) - T(unit + offset);
  };
  const T first = as_number(high >> number(12), 1.0, 0.5);
  const T second = as_number(((high & number(0xfff)) << number(40)) | (low >> number(24)), 0x1p-52, 0);
  const T third = as_number(low & number(0xffffff), 0x1p-76, 0);
  const T sum = first + second, rest = (second - (sum - first)) + third;
  const T r = sum * T(C::quarter_turn);
  const T r_rest = fma(sum, T(C::quarter_turn), -r) + fma(sum, T(C::quarter_turn_low), rest * T(C::quarter_turn));
  const auto small = x < T(C::least);
  return {select(small, Bits(uint64_t{0}), k), select(small, x, r), select(small, T(0), r_rest)};
}

}  // namespace ag::kernel::math::internal
