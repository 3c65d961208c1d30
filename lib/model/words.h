#pragma once
/// Search and replacement of names in source text.
#include <cctype>
#include <string>
#include <string_view>

namespace agc::model {

inline bool part_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// True if the text contains `word` as a whole identifier.
inline bool contains_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool starts = at == 0 || !part_of_name(text[at - 1]);
    const bool ends = at + word.size() == text.size() || !part_of_name(text[at + word.size()]);
    if (starts && ends) return true;
  }
  return false;
}

/// The position after the literal or comment that begins at `at`; `at` if none does.
inline size_t after_literal(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  const auto behind = [&](std::string_view end, size_t from) {
    const size_t found = text.find(end, from);
    return found == std::string_view::npos ? text.size() : found + end.size();
  };
  if (rest.starts_with("//")) return behind("\n", at);
  if (rest.starts_with("/*")) return behind("*/", at + 2);
  if (rest.starts_with("R\"") && (at == 0 || !part_of_name(text[at - 1]))) {
    const size_t open = text.find('(', at);
    if (open == std::string_view::npos) return text.size();
    return behind(")" + std::string(text.substr(at + 2, open - at - 2)) + "\"", open);
  }
  const bool digit_separator = rest.starts_with("'") && at > 0 && part_of_name(text[at - 1]);
  if (digit_separator || !(rest.starts_with("\"") || rest.starts_with("'"))) return at;
  size_t end = at + 1;
  while (end < text.size() && text[end] != text[at]) end += text[end] == '\\' ? 2 : 1;
  return end + 1 < text.size() ? end + 1 : text.size();
}

/// Replaces the name of a class template by `other` where it is used without arguments, as the injected class name.
inline std::string renamed_class(std::string_view text, std::string_view name, std::string_view other) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    size_t end = after_literal(text, at);
    if (end == at && part_of_name(text[at])) {
      while (end < text.size() && part_of_name(text[end])) ++end;
      const size_t next = text.find_first_not_of(" \n", end);
      const bool listed = next != std::string_view::npos && text[next] == '<';
      const bool qualified = at > 0 && (text[at - 1] == ':' || text[at - 1] == '.' || text[at - 1] == '>');
      if (text.substr(at, end - at) == name && !listed && !qualified) {
        result += other;
        at = end;
        continue;
      }
    }
    end = end == at ? at + 1 : end;
    result += text.substr(at, end - at);
    at = end;
  }
  return result;
}

}  // namespace agc::model
