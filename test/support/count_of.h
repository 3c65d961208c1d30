#pragma once
/// Counts parts of texts.
#include <cstddef>
#include <string_view>

namespace ag::test {

/// Returns how often `what` occurs in `text`.
inline size_t count_of(std::string_view text, std::string_view what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

}  // namespace ag::test
