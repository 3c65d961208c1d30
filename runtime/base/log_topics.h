#pragma once
/// The topics of AG_LOG, a list with commas.
#include <cstdlib>
#include <string_view>

namespace ag::detail {

/// True if AG_LOG names the topic.
inline bool logs(std::string_view topic) {
  const char* value = std::getenv("AG_LOG");
  std::string_view topics = value ? value : "";
  while (!topics.empty()) {
    const size_t comma = topics.find(',');
    if (topics.substr(0, comma) == topic) return true;
    topics.remove_prefix(comma == std::string_view::npos ? topics.size() : comma + 1);
  }
  return false;
}

}  // namespace ag::detail
