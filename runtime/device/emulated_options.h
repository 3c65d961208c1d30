#pragma once
/// The options of the emulated device, as in AG_DEVICE=emulated:sms=4,smem=48k,seed=1,checks=on.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace ag::device {

struct EmulatedOptions {
  int multiprocessors = 4;           // sms
  uint64_t shared_bytes = 48 << 10;  // smem: of a block, and of a multiprocessor
  uint64_t memory_bytes = 4ULL << 30;
  uint64_t seed = 1;             // of the order of threads, blocks and streams
  bool checks = true;            // every access of checked modules, host buffers of copies
  uint64_t fail_allocation = 0;  // the allocation of this number, from 1, has no memory; 0: none
  uint64_t fail_launch = 0;      // the launch of this number is refused
  uint64_t lose_at_launch = 0;   // the launch of this number loses the device

  friend bool operator==(const EmulatedOptions&, const EmulatedOptions&) = default;
};

/// Returns the number of a text such as "48k", with k, m or g for units of 1024; nothing for another text.
std::optional<uint64_t> parse_size(std::string_view text);

/// Returns the options that the text sets, a list of name=value with commas, or a text that says why it is wrong.
std::variant<EmulatedOptions, std::string> parse_emulated_options(std::string_view text);

}  // namespace ag::device
