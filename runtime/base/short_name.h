#pragma once
/// The name of a function out of what compilers write for it.
#include <string>
#include <string_view>

namespace ag::detail {

/// "collatz" out of "ag::Tensor collatz(ag::Tensor)".
inline std::string short_name(std::string_view pretty) {
  const size_t open = pretty.find('(');
  const std::string_view head = pretty.substr(0, open);
  const size_t start = head.find_last_of(" :*&");
  return std::string(start == std::string_view::npos ? head : head.substr(start + 1));
}

}  // namespace ag::detail
