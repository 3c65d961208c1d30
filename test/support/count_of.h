#pragma once
/// Counts parts of texts.
#include <cstddef>
#include <string_view>

namespace ag::test {

/// Returns the number of occurrences of `part` in `text`.
inline size_t count_of(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace ag::test
