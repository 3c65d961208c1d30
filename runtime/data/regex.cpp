/// Regular expressions over texts. The pattern is a host string, which is compiled when the function is called. So a
/// syntax error is reported immediately.
#include <memory>
#include <regex>

#include "data/text.h"

namespace ag::strings {

namespace {

using Expression = std::shared_ptr<const std::regex>;

Expression expression_of(const std::string& pattern, SourceLocation location) {
  try {
    return std::make_shared<const std::regex>(pattern, std::regex::ECMAScript | std::regex::optimize);
  } catch (const std::regex_error& error) {
    throw Error(ErrorKind::invalid_argument, "'" + pattern + "' is no regular expression: " + std::string(error.what()),
                location);
  }
}

/// Returns the format for std::regex_replace of a text in which \\1 stands for a group.
std::string format_of(const std::string& text) {
  std::string format;
  for (size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '$') {
      format += "$$";
    } else if (text[k] != '\\' || k + 1 == text.size()) {
      format += text[k];
    } else if (text[++k] == '0') {
      format += "$&";
    } else if (text[k] >= '1' && text[k] <= '9') {
      format += std::string("$0") + text[k];  // two digits, so that a digit after them is literal
    } else {
      format += text[k];
    }
  }
  return format;
}

}  // namespace

Text regex_replace(const Text& x, const std::string& pattern, const std::string& to, bool global,
                   SourceLocation location) {
  const auto flags = global ? std::regex_constants::format_default : std::regex_constants::format_first_only;
  return Text::of_words(detail::for_each_string(
      {detail::used_words(x, location)}, DType::uint64,
      [expression = expression_of(pattern, location), format = format_of(to), flags](const detail::StringElement& at,
                                                                                     std::byte* out) {
        at.put(out, std::regex_replace(at.text(0), *expression, format, flags));
      },
      location));
}

Tensor regex_full_match(const Text& x, const std::string& pattern, SourceLocation location) {
  return detail::for_each_string(
      {detail::used_words(x, location)}, DType::boolean,
      [expression = expression_of(pattern, location)](const detail::StringElement& at, std::byte* out) {
        *reinterpret_cast<bool*>(out) = std::regex_match(at.text(0), *expression);
      },
      location);
}

}  // namespace ag::strings
