#pragma once
/// Texts of tests that differ in a word.
#include <string>

namespace ag::test {

/// The text with `with` in every place of `what`.
inline std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

}  // namespace ag::test
