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

/// The same as the user knows it: in converted code the face for numbers that may be symbolic has the name of the
/// function, and "_staged" behind it.
inline std::string user_name(std::string_view pretty) {
  constexpr std::string_view kFace = "_staged";
  std::string name = short_name(pretty);
  if (name.ends_with(kFace)) name.resize(name.size() - kFace.size());
  return name;
}

}  // namespace ag::detail
