#pragma once
/// Extracts the name of a function from the compiler's pretty form.
#include <string>
#include <string_view>

namespace ag::detail {

/// Returns "collatz" for "ag::Tensor collatz(ag::Tensor)".
inline std::string short_name(std::string_view pretty) {
  const size_t open = pretty.find('(');
  const std::string_view head = pretty.substr(0, open);
  const size_t start = head.find_last_of(" :*&");
  return std::string(start == std::string_view::npos ? head : head.substr(start + 1));
}

/// The same under the user's name. In converted code, the variant for symbolic numbers has the name of the function
/// with the suffix "_staged".
inline constexpr std::string_view kStagedSuffix = "_staged";
inline std::string user_name(std::string_view pretty) {
  std::string name = short_name(pretty);
  if (name.ends_with(kStagedSuffix)) name.resize(name.size() - kStagedSuffix.size());
  return name;
}

/// Returns the text without template arguments.
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

/// Returns the user's name of a function, which may be a template instance, or a lambda in it. For example "sum" for
/// "auto sum(A) [with A = ag::Tensor]", "Tensor sum<A>(A)" and "sum(ag::Tensor)::<lambda(ag::Tensor)>".
inline std::string name_of_function(std::string_view pretty) { return user_name(without_arguments(pretty)); }

}  // namespace ag::detail
