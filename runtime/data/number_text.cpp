#include "data/number_text.h"

#include <charconv>
#include <cstring>
#include <type_traits>

namespace ag::data {

namespace {

template <class T>
bool read_as(std::string_view text, std::byte* out) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  std::memcpy(out, &value, sizeof(value));
  return true;
}

template <class Half>
bool read_half(std::string_view text, std::byte* out) {
  float value = 0;
  if (!read_as<float>(text, reinterpret_cast<std::byte*>(&value))) return false;
  const Half half(value);
  std::memcpy(out, &half, sizeof(half));
  return true;
}

bool read_boolean(std::string_view text, std::byte* out) {
  const bool yes = text == "true" || text == "True" || text == "1";
  if (!yes && text != "false" && text != "False" && text != "0") return false;
  std::memcpy(out, &yes, sizeof(yes));
  return true;
}

}  // namespace

bool read_number(std::string_view text, DType dtype, std::byte* out) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return false;
  text = text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  switch (dtype) {
    case DType::boolean:
      return read_boolean(text, out);
    case DType::float16:
      return read_half<Float16>(text, out);
    case DType::bfloat16:
      return read_half<BFloat16>(text, out);
    case DType::int8:
      return read_as<int8_t>(text, out);
    case DType::int16:
      return read_as<int16_t>(text, out);
    case DType::int32:
      return read_as<int32_t>(text, out);
    case DType::int64:
      return read_as<int64_t>(text, out);
    case DType::uint8:
      return read_as<uint8_t>(text, out);
    case DType::uint16:
      return read_as<uint16_t>(text, out);
    case DType::uint32:
      return read_as<uint32_t>(text, out);
    case DType::uint64:
      return read_as<uint64_t>(text, out);
    case DType::float32:
      return read_as<float>(text, out);
    case DType::float64:
      return read_as<double>(text, out);
  }
  return false;
}

}  // namespace ag::data
