#pragma once
/// Differences of two texts in the format of `diff -u`.
#include <cstdint>
#include <string>
#include <string_view>

namespace agc::tool {

struct DiffOptions {
  std::string old_name;
  std::string new_name;
  uint32_t first_line = 1;  // of both texts in their files
  bool color = false;
};

/// Of two texts with the same lines but for what was changed in them, as a conversion in place gives: lines are
/// compared one by one. Empty where they are equal.
std::string unified_diff(std::string_view before, std::string_view after, const DiffOptions& options);

}  // namespace agc::tool
