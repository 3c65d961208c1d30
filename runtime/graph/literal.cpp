#include "graph/literal.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "tensor/convert.h"

namespace ag::ir {

namespace {

constexpr char kHex[] = "0123456789abcdef";

template <class T>
void append_number(std::string& text, T value) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof(digits), value).ptr);
}

/// Appends a NaN by its bits. `usual` are the bits of the positive quiet NaN without payload.
template <class Bits>
void append_nan(std::string& text, Bits bits, Bits usual) {
  constexpr int kWidth = static_cast<int>(sizeof(Bits)) * 8;
  constexpr auto kSign = static_cast<Bits>(Bits{1} << (kWidth - 1));
  if (bits == usual) {
    text += "nan";
  } else if (bits == static_cast<Bits>(usual | kSign)) {
    text += "-nan";
  } else {
    text += "nan:0x";
    for (int shift = kWidth - 4; shift >= 0; shift -= 4) text += kHex[(bits >> shift) & 0xf];
  }
}

template <class T>
void append_value(std::string& text, T value) {
  if constexpr (std::is_same_v<T, bool>) {
    text += value ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    append_number(text, value);
  } else if constexpr (detail::is_half<T>) {
    const auto wide = static_cast<float>(value);
    if (std::isnan(wide))
      append_nan<uint16_t>(text, value.bits, std::is_same_v<T, Float16> ? 0x7e00 : 0x7fc0);
    else
      append_number(text, wide);
  } else if (std::isnan(value)) {
    if constexpr (std::is_same_v<T, float>)
      append_nan<uint32_t>(text, std::bit_cast<uint32_t>(value), 0x7fc00000u);
    else
      append_nan<uint64_t>(text, std::bit_cast<uint64_t>(value), 0x7ff8000000000000u);
  } else {
    append_number(text, value);
  }
}

}  // namespace

size_t utf8_length(std::string_view text, size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const size_t length = lead < 0x80                   ? 1
                        : lead >= 0xc2 && lead < 0xe0 ? 2
                        : lead >= 0xe0 && lead < 0xf0 ? 3
                        : lead >= 0xf0 && lead < 0xf5 ? 4
                                                      : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80) return 0;
  }
  if (length >= 3) {
    const auto second = static_cast<unsigned char>(text[at + 1]);
    const bool is_overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
    const bool is_outside = (lead == 0xed && second >= 0xa0) || (lead == 0xf4 && second >= 0x90);
    if (is_overlong || is_outside) return 0;
  }
  return length;
}

std::string quote(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      quoted += "\\x";
      quoted += kHex[byte >> 4];
      quoted += kHex[byte & 0xf];
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string float_literal(double value) {
  std::string text;
  append_value(text, value);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

void append_element(std::string& text, DType dtype, const std::byte* element) {
  detail::visit_dtype(dtype, [&]<class T>(T) {
    T value;
    std::memcpy(&value, element, sizeof(T));
    append_value(text, value);
  });
}

}  // namespace ag::ir
