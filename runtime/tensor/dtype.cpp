#include "ag/dtype.h"

#include <bit>
#include <cmath>
#include <ostream>
#include <string>

#include "ag/error.h"

namespace ag {

namespace {

/// Rounds a float to float16, to nearest even, as IEEE 754 does.
uint16_t float_to_half(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u);   // NaN
  if (magnitude >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);  // rounds to infinity
  if (magnitude < 0x38800000u) {                                               // subnormal or zero
    const float scaled = std::bit_cast<float>(magnitude) + 0.5f;               // aligns the bits, rounding to even
    return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(scaled) - std::bit_cast<uint32_t>(0.5f)));
  }
  const uint32_t rounded = magnitude + 0xfffu + ((magnitude >> 13) & 1u);
  return static_cast<uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
}

float half_to_float(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  const uint32_t exponent = (half >> 10) & 0x1fu;
  const uint32_t mantissa = half & 0x3ffu;
  if (exponent == 0) {
    const float value = std::ldexp(static_cast<float>(mantissa), -24);
    return sign ? -value : value;
  }
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

}  // namespace

Float16::Float16(float value) : bits(float_to_half(value)) {}
Float16::operator float() const { return half_to_float(bits); }

BFloat16::BFloat16(float value) {
  const uint32_t word = std::bit_cast<uint32_t>(value);
  bits = std::isnan(value) ? static_cast<uint16_t>((word >> 16) | 0x40u)
                           : static_cast<uint16_t>((word + 0x7fffu + ((word >> 16) & 1u)) >> 16);
}
BFloat16::operator float() const { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

std::string_view name(DType dtype) {
  switch (dtype) {
#define AG_DTYPE(name, storage, category, bits) \
  case DType::name:                             \
    return #name;
#include "ag/detail/dtypes.def"
#undef AG_DTYPE
  }
  return "unknown";
}

DType dtype_from_name(std::string_view text) {
  for (int i = 0; i < kDTypeCount; ++i) {
    if (name(static_cast<DType>(i)) == text) return static_cast<DType>(i);
  }
  throw Error(ErrorKind::invalid_argument, "'" + std::string(text) + "' is not the name of a dtype");
}

std::ostream& operator<<(std::ostream& stream, DType dtype) { return stream << name(dtype); }

DType promote_types(DType a, DType b) {
  if (a == b) return a;
  const Category ca = category(a), cb = category(b);
  if (ca == Category::Boolean) return b;
  if (cb == Category::Boolean) return a;
  if (ca == Category::Floating || cb == Category::Floating) {
    if (ca != cb) return ca == Category::Floating ? a : b;
    if (item_size(a) == item_size(b)) return DType::float32;  // float16 with bfloat16
    return item_size(a) > item_size(b) ? a : b;
  }
  if (ca == cb) return item_size(a) > item_size(b) ? a : b;
  const DType with_sign = ca == Category::Signed ? a : b, without = ca == Category::Signed ? b : a;
  if (item_size(with_sign) > item_size(without)) return with_sign;
  switch (item_size(without)) {
    case 1:
      return DType::int16;
    case 2:
      return DType::int32;
    case 4:
      return DType::int64;
    default:
      return DType::float32;
  }
}

}  // namespace ag
