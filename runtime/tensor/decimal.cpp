#include "tensor/decimal.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace ag::detail {

namespace {

/// Parses "d.ddde+xx".
void read_scientific(std::string_view text, Decimal& decimal) {
  const size_t at = text.find('e');
  decimal.digits.clear();
  for (char c : text.substr(0, at)) {
    if (c >= '0' && c <= '9') decimal.digits += c;
  }
  while (decimal.digits.size() > 1 && decimal.digits.back() == '0') decimal.digits.pop_back();
  const std::string_view exponent = text.substr(at + (text[at + 1] == '+' ? 2 : 1));
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), decimal.exponent);
}

template <class T>
Decimal shortest_native(T value) {
  Decimal decimal;
  decimal.value = static_cast<double>(value);
  decimal.negative = std::signbit(value);
  char text[32];
  const auto end = std::to_chars(text, text + sizeof(text), std::abs(value), std::chars_format::scientific).ptr;
  read_scientific({text, static_cast<size_t>(end - text)}, decimal);
  return decimal;
}

/// Returns the number that the digits represent, after `last` is added to the last digit.
float read_digits(const Decimal& decimal, int last) {
  std::string text = decimal.digits;
  long mantissa = std::strtol(text.c_str(), nullptr, 10) + last;
  text =
      std::to_string(mantissa) + "e" + std::to_string(decimal.exponent - static_cast<int>(decimal.digits.size()) + 1);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return static_cast<float>(value);
}

/// Increases the number of digits until they read back. At powers of two, the gap to the next lower number is narrower
/// than that to the next higher one: there the nearest digits may not read back although the next higher digits do.
template <class T>
Decimal shortest_half(T value) {
  const double magnitude = std::abs(static_cast<double>(static_cast<float>(value)));
  const auto wanted = static_cast<uint16_t>(value.bits & 0x7fffu);
  Decimal decimal;
  for (int precision = 0;; ++precision) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof(text), magnitude, std::chars_format::scientific, precision).ptr;
    decimal.digits.clear();
    read_scientific({text, static_cast<size_t>(end - text)}, decimal);
    decimal.digits.resize(static_cast<size_t>(precision) + 1, '0');
    const bool reads_back = T(read_digits(decimal, 0)).bits == wanted;
    if (!reads_back && T(read_digits(decimal, 1)).bits == wanted) {
      decimal.digits = std::to_string(std::strtol(decimal.digits.c_str(), nullptr, 10) + 1);
      if (decimal.digits.size() > static_cast<size_t>(precision) + 1) ++decimal.exponent;
    } else if (!reads_back) {
      continue;
    }
    while (decimal.digits.size() > 1 && decimal.digits.back() == '0') decimal.digits.pop_back();
    decimal.value = static_cast<double>(static_cast<float>(value));
    decimal.negative = (value.bits & 0x8000u) != 0;
    return decimal;
  }
}

/// Returns the number rounded to `count` digits, ties to even.
Decimal rounded(const Decimal& decimal, int count) {
  Decimal shorter = decimal;
  char text[64];
  const auto end =
      std::to_chars(text, text + sizeof(text), std::abs(decimal.value), std::chars_format::scientific, count - 1).ptr;
  read_scientific({text, static_cast<size_t>(end - text)}, shorter);
  return shorter;
}

std::string write_scientific(const Decimal& shown, int exponent_digits) {
  std::string exponent = std::to_string(std::abs(shown.exponent));
  if (static_cast<int>(exponent.size()) < exponent_digits) {
    exponent.insert(0, static_cast<size_t>(exponent_digits) - exponent.size(), '0');
  }
  return (shown.negative ? "-" : "") + shown.digits.substr(0, 1) + "." + shown.digits.substr(1) + "e" +
         (shown.exponent < 0 ? "-" : "+") + exponent;
}

}  // namespace

Decimal shortest(float value) { return shortest_native(value); }
Decimal shortest(double value) { return shortest_native(value); }
Decimal shortest(Float16 value) { return shortest_half(value); }
Decimal shortest(BFloat16 value) { return shortest_half(value); }

std::string positional(const Decimal& decimal, int precision, bool whole_exactly) {
  Decimal shown = decimal;
  const int fraction = static_cast<int>(decimal.digits.size()) - 1 - decimal.exponent;
  if (fraction > precision) shown = rounded(decimal, decimal.exponent + 1 + precision);
  if (fraction < 0 && whole_exactly) shown = rounded(decimal, decimal.exponent + 1);
  std::string text = shown.negative ? "-" : "";
  if (shown.exponent < 0) {
    return text + "0." + std::string(static_cast<size_t>(-shown.exponent - 1), '0') + shown.digits;
  }
  const auto whole = static_cast<size_t>(shown.exponent) + 1;
  if (shown.digits.size() <= whole) return text + shown.digits + std::string(whole - shown.digits.size(), '0') + ".";
  return text + shown.digits.substr(0, whole) + "." + shown.digits.substr(whole);
}

std::string scientific(const Decimal& decimal, int precision) {
  const bool is_long = static_cast<int>(decimal.digits.size()) > precision + 1;
  return write_scientific(is_long ? rounded(decimal, precision + 1) : decimal, 2);
}

std::string scientific_exactly(const Decimal& decimal, int precision, int exponent_digits) {
  const auto count = static_cast<size_t>(precision) + 1;
  Decimal shown = decimal.digits.size() == count || decimal.value == 0 ? decimal : rounded(decimal, precision + 1);
  shown.digits.resize(count, '0');
  return write_scientific(shown, exponent_digits);
}

}  // namespace ag::detail
