#include "instance_text.h"

#include <algorithm>

#include "model/words.h"

namespace agc::tool {
namespace {

/// Behind a comment or a literal that begins at `i`; `i` where none does.
std::size_t skip_text(std::string_view code, std::size_t i) {
  const std::string_view rest = code.substr(i);
  if (rest.starts_with("//")) return std::min(code.find('\n', i), code.size());
  if (rest.starts_with("/*")) return std::min(code.find("*/", i + 2), code.size() - 2) + 2;
  if (rest.starts_with("R\"")) {
    const std::size_t open = std::min(rest.find('('), rest.size());
    const std::string closing = ")" + std::string(rest.substr(2, open - 2)) + "\"";
    return std::min(code.find(closing, i), code.size() - closing.size()) + closing.size();
  }
  if (rest.front() != '"' && rest.front() != '\'') return i;
  std::size_t end = i + 1;
  while (end < code.size() && code[end] != rest.front()) end += code[end] == '\\' ? 2 : 1;
  return std::min(end + 1, code.size());
}

/// `template <class T>` at the beginning becomes `template <>`.
std::string without_parameters(const std::string& text) {
  constexpr std::string_view kBegin = "template <";
  if (!text.starts_with(kBegin)) return text;
  int depth = 1;
  std::size_t end = kBegin.size();
  for (; end < text.size() && depth > 0; ++end) depth += text[end] == '<' ? 1 : text[end] == '>' ? -1 : 0;
  return std::string(kBegin) + ">" + text.substr(end);
}

}  // namespace

std::string instance_text(const ConvertedFunction& function, const Instance& instance) {
  const std::string code = without_parameters(function.text);
  std::string result;
  for (std::size_t i = 0; i < code.size();) {
    std::size_t end = skip_text(code, i);
    const bool skipped = end > i;
    if (!skipped && model::part_of_name(code[i])) {
      while (end < code.size() && model::part_of_name(code[end])) ++end;
    }
    end = std::max(end, i + 1);
    const std::string word = code.substr(i, end - i);
    const bool member = result.ends_with('.') || result.ends_with("->") || result.ends_with("::");
    const auto argument = std::ranges::find(instance.arguments, word, &Instance::Argument::parameter);
    result += skipped || member || argument == instance.arguments.end() ? word : argument->value;
    i = end;
  }
  return result;
}

}  // namespace agc::tool
