/// Half types, over all of their bit patterns.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "ag/dtype.h"
#include "support/catch.h"

namespace ag {

namespace half_test {
namespace {

/// The value of a float with `exponent_bits` and `mantissa_bits`, by the definition of IEEE 754.
double decode(uint16_t bits, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = (bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
  const double mantissa = bits & ((1 << mantissa_bits) - 1);
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) {
    return mantissa != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  }
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp(1 + std::ldexp(mantissa, -mantissa_bits), exponent - bias);
}

template <class Half>
int count_wrong_patterns(int exponent_bits, int mantissa_bits) {
  int wrong = 0;
  for (uint32_t pattern = 0; pattern < 0x10000; ++pattern) {
    Half half;
    half.bits = static_cast<uint16_t>(pattern);
    const float value = static_cast<float>(half);
    const double expected = decode(half.bits, exponent_bits, mantissa_bits);
    if (std::isnan(expected)) {
      wrong += !std::isnan(value) || !std::isnan(static_cast<float>(Half(value)));
    } else {
      wrong += value != expected || std::signbit(value) != std::signbit(expected) || Half(value).bits != half.bits;
    }
  }
  return wrong;
}

/// Numbers between two neighbours go to the nearer one, a tie to the one whose last bit is 0.
template <class Half>
int count_wrong_roundings(uint16_t infinity) {
  int wrong = 0;
  for (uint16_t pattern = 0; pattern + 1 < infinity; ++pattern) {
    Half low, high;
    low.bits = pattern;
    high.bits = static_cast<uint16_t>(pattern + 1);
    const double a = static_cast<float>(low), b = static_cast<float>(high);
    const float middle = static_cast<float>((a + b) / 2);
    wrong += Half(middle).bits != (pattern % 2 == 0 ? low.bits : high.bits);
    wrong += Half(-middle).bits != ((pattern % 2 == 0 ? low.bits : high.bits) | 0x8000);
    if (middle != 0 && middle > std::numeric_limits<float>::min()) {
      wrong += Half(std::nextafter(middle, 0.0f)).bits != low.bits;
      wrong += Half(std::nextafter(middle, std::numeric_limits<float>::infinity())).bits != high.bits;
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("every float16 converts to float and back") {
  CHECK(count_wrong_patterns<Float16>(5, 10) == 0);
  CHECK(count_wrong_roundings<Float16>(0x7c00) == 0);
}

TEST_CASE("every bfloat16 converts to float and back") {
  CHECK(count_wrong_patterns<BFloat16>(8, 7) == 0);
  CHECK(count_wrong_roundings<BFloat16>(0x7f80) == 0);
}

TEST_CASE("what is too large for a half type becomes infinite, at the middle of the last step") {
  CHECK(Float16(65519.99f).bits == 0x7bff);
  CHECK(Float16(65520.0f).bits == 0x7c00);
  CHECK(Float16(-1e30f).bits == 0xfc00);
  CHECK(Float16(1e-30f).bits == 0);
  CHECK(BFloat16(std::numeric_limits<float>::max()).bits == 0x7f80);
}

}  // namespace half_test

}  // namespace ag
