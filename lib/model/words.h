#pragma once
/// Names in a piece of source text.
#include <cctype>
#include <string_view>

namespace agc::model {

/// Does `word` stand in the text as a word of its own?
inline bool contains_word(std::string_view text, std::string_view word) {
  const auto part_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool starts = at == 0 || !part_of_name(text[at - 1]);
    const bool ends = at + word.size() == text.size() || !part_of_name(text[at + word.size()]);
    if (starts && ends) return true;
  }
  return false;
}

}  // namespace agc::model
