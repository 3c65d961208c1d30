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
inline constexpr std::string_view kStagedFace = "_staged";
inline std::string user_name(std::string_view pretty) {
  std::string name = short_name(pretty);
  if (name.ends_with(kStagedFace)) name.resize(name.size() - kStagedFace.size());
  return name;
}

/// Without arguments of templates.
inline std::string without_arguments(std::string_view pretty) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  std::string text;
  int depth = 0;
  for (size_t at = 0; at < pretty.size(); ++at) {
    if (pretty.substr(at).starts_with(kAnonymous)) at += kAnonymous.size();
    if (pretty[at] == '<') ++depth;
    if (depth == 0) text += pretty[at];
    if (pretty[at] == '>') --depth;
  }
  return text;
}

/// The user's name of a function that may be an instance of a template, or a lambda in it: "sum" out of
/// "auto sum(A) [with A = ag::Tensor]", "Tensor sum<A>(A)" and "sum(ag::Tensor)::<lambda(ag::Tensor)>".
inline std::string name_of_function(std::string_view pretty) { return user_name(without_arguments(pretty)); }

}  // namespace ag::detail
