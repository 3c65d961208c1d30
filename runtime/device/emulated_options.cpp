#include "device/emulated_options.h"

#include <charconv>
#include <limits>

namespace ag::device {

namespace {

constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();

/// An option with a number: its name, its range, its place.
struct NumberOption {
  const char* name;
  uint64_t least;
  uint64_t most;
  void (*set)(EmulatedOptions&, uint64_t);
};

constexpr NumberOption kNumberOptions[] = {
    {"sms", 1, 256,
     [](EmulatedOptions& options, uint64_t value) { options.multiprocessors = static_cast<int>(value); }},
    {"smem", 1 << 10, 1 << 20, [](EmulatedOptions& options, uint64_t value) { options.shared_bytes = value; }},
    {"memory", 64 << 10, 1ULL << 40, [](EmulatedOptions& options, uint64_t value) { options.memory_bytes = value; }},
    {"seed", 0, kUnlimited, [](EmulatedOptions& options, uint64_t value) { options.seed = value; }},
    {"fail_allocation", 0, kUnlimited,
     [](EmulatedOptions& options, uint64_t value) { options.fail_allocation = value; }},
    {"fail_launch", 0, kUnlimited, [](EmulatedOptions& options, uint64_t value) { options.fail_launch = value; }},
    {"lose_at_launch", 0, kUnlimited, [](EmulatedOptions& options, uint64_t value) { options.lose_at_launch = value; }},
};

/// Sets the option of one item; returns an error.
std::optional<std::string> set_option(EmulatedOptions& options, std::string_view item) {
  const size_t equals = item.find('=');
  const std::string name(item.substr(0, equals));
  const std::string_view value = equals == std::string_view::npos ? std::string_view() : item.substr(equals + 1);
  if (name == "checks") {
    if (value != "on" && value != "off") return "checks is on or off";
    options.checks = value == "on";
    return std::nullopt;
  }
  std::string names;
  for (const NumberOption& option : kNumberOptions) {
    names.append(option.name).append(", ");
    if (name != option.name) continue;
    const std::optional<uint64_t> number = parse_size(value);
    if (!number || *number < option.least || *number > option.most) {
      return name + " is a whole number from " + std::to_string(option.least) +
             (option.most == kUnlimited ? "" : " to " + std::to_string(option.most)) +
             ", with k, m or g for units of "
             "1024";
    }
    option.set(options, *number);
    return std::nullopt;
  }
  return "there is no option '" + name +
         "' of the emulated device; the options are a list of name=value with the names " + names + "checks";
}

}  // namespace

std::optional<uint64_t> parse_size(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  const int shift = unit.empty() ? 0 : unit == "k" ? 10 : unit == "m" ? 20 : unit == "g" ? 30 : -1;
  if (shift < 0 || value > kUnlimited >> shift) return std::nullopt;
  return value << shift;
}

std::variant<EmulatedOptions, std::string> parse_emulated_options(std::string_view text) {
  EmulatedOptions options;
  while (!text.empty()) {
    const size_t comma = text.find(',');
    if (std::optional<std::string> error = set_option(options, text.substr(0, comma))) return *error;
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
    if (text.empty()) return "the list of options ends with a comma";
  }
  return options;
}

}  // namespace ag::device
