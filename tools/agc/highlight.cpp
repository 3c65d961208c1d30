#include "highlight.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "model/words.h"

namespace agc::tool {
namespace {

constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kKeyword = "\x1b[34m";
constexpr std::string_view kLiteral = "\x1b[32m";
constexpr std::string_view kComment = "\x1b[90m";
constexpr std::string_view kRuntime = "\x1b[35m";

constexpr std::array<std::string_view, 44> kKeywords = {
    "auto",     "bool",    "break",    "case",     "catch",  "char",    "class",     "const",    "constexpr",
    "continue", "default", "do",       "double",   "else",   "enum",    "explicit",  "false",    "float",
    "for",      "if",      "inline",   "int",      "long",   "mutable", "namespace", "noexcept", "nullptr",
    "return",   "short",   "signed",   "static",   "struct", "switch",  "template",  "this",     "throw",
    "true",     "try",     "typename", "unsigned", "using",  "virtual", "void",      "while"};

std::size_t end_of_word(std::string_view code, std::size_t i) {
  while (i < code.size() && model::part_of_name(code[i])) ++i;
  return i;
}

/// The end of a number, with digit separators, fractions and exponents.
std::size_t end_of_number(std::string_view code, std::size_t i) {
  while (i < code.size() && (model::part_of_name(code[i]) || code[i] == '.' || code[i] == '\'')) {
    const bool exponent =
        (code[i] == 'e' || code[i] == 'E') && i + 1 < code.size() && (code[i + 1] == '-' || code[i + 1] == '+');
    i += exponent ? 2 : 1;
  }
  return i;
}

std::size_t end_of_quoted(std::string_view code, std::size_t i) {
  const char quote = code[i++];
  while (i < code.size() && code[i] != quote && code[i] != '\n') i += code[i] == '\\' ? 2 : 1;
  return std::min(i + 1, code.size());
}

std::size_t end_of_raw_string(std::string_view code, std::size_t i) {
  const std::size_t open = code.find('(', i);
  if (open == std::string_view::npos) return code.size();
  std::string closing(1, ')');
  closing.append(code.substr(i + 2, open - i - 2)).append(1, '"');
  const std::size_t end = code.find(closing, open);
  return end == std::string_view::npos ? code.size() : end + closing.size();
}

struct Token {
  std::size_t end;
  std::string_view color;
};

Token next_token(std::string_view code, std::size_t i) {
  const std::string_view rest = code.substr(i);
  if (rest.starts_with("//")) return {std::min(code.find('\n', i), code.size()), kComment};
  if (rest.starts_with("/*")) {
    const std::size_t end = code.find("*/", i + 2);
    return {end == std::string_view::npos ? code.size() : end + 2, kComment};
  }
  if (rest.starts_with("R\"")) return {end_of_raw_string(code, i), kLiteral};
  if (code[i] == '"' || code[i] == '\'') return {end_of_quoted(code, i), kLiteral};
  if (std::isdigit(static_cast<unsigned char>(code[i])) != 0) return {end_of_number(code, i), kLiteral};
  if (!model::part_of_name(code[i])) return {i + 1, ""};

  const std::size_t end = end_of_word(code, i);
  const std::string_view word = code.substr(i, end - i);
  if (word == "ag" && code.substr(end).starts_with("::")) return {end_of_word(code, end + 2), kRuntime};
  if (word.starts_with("AG_")) return {end, kRuntime};
  if (std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end()) return {end, kKeyword};
  return {end, ""};
}

}  // namespace

std::string highlight(std::string_view code) {
  std::string result;
  for (std::size_t i = 0; i < code.size();) {
    const Token token = next_token(code, i);
    result += token.color;
    result += code.substr(i, token.end - i);
    if (!token.color.empty()) result += kReset;
    i = token.end;
  }
  return result;
}

}  // namespace agc::tool
