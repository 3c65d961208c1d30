#include "emit/one_line.h"

#include <algorithm>
#include <cctype>

#include "emit/converted_file.h"

namespace agc::emit {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Joins the tokens of a text on one line.
class Line {
 public:
  explicit Line(std::string_view text) : text_(text) {}

  std::string join() {
    while (at_ < text_.size()) step();
    while (!line_.empty() && line_.back() == ' ') line_.pop_back();
    return std::move(line_);
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }

  void step() {
    if (const size_t length = blank_length(); length > 0) {
      starts_line_ = starts_line_ || rest().substr(0, length).find('\n') != std::string_view::npos;
      if (!line_.empty() && line_.back() != ' ' && line_.back() != '\n') line_ += ' ';
      at_ += length;
      return;
    }
    if (text_[at_] == '#' && starts_line_) return directive();
    starts_line_ = false;
    const size_t length = token_length();
    line_ += rest().substr(0, length);
    at_ += length;
  }

  /// Returns the length of a blank, a comment or a line continuation; 0 for other texts.
  size_t blank_length() const {
    if (is_blank(text_[at_])) return 1;
    if (rest().starts_with("//")) return std::min(rest().find('\n'), rest().size());
    if (rest().starts_with("/*")) return std::min(rest().find("*/", 2), rest().size() - 2) + 2;
    if (rest().starts_with("\\\n")) return 2;
    return rest().starts_with("\\\r\n") ? 3 : 0;
  }

  void directive() {
    size_t end = at_;
    do {
      end = std::min(text_.find('\n', end + 1), text_.size());
    } while (end < text_.size() && text_[end - (text_[end - 1] == '\r' ? 2 : 1)] == '\\');
    while (!line_.empty() && line_.back() == ' ') line_.pop_back();
    if (line_.empty() || line_.back() != '\n') line_ += '\n';
    line_ += text_.substr(at_, end - at_);
    line_ += '\n';
    at_ = end;
  }

  size_t token_length() const {
    const std::string_view text = rest();
    const bool number = std::isdigit(static_cast<unsigned char>(text[0])) ||
                        (text.size() > 1 && text[0] == '.' && std::isdigit(static_cast<unsigned char>(text[1])));
    if (number) return number_length();
    if (text[0] == '"' || text[0] == '\'') return quoted_length(0);
    if (!is_word(text[0])) return 1;
    const size_t end = std::min(size_t(std::ranges::find_if_not(text, is_word) - text.begin()), text.size());
    if (end == text.size() || text[end] != '"') return end;
    return text[end - 1] == 'R' ? raw_length(end) : quoted_length(end);
  }

  /// Returns the length of a number such as 1'000'000 or 1e-3.
  size_t number_length() const {
    const std::string_view text = rest();
    size_t end = 1;
    while (end < text.size() &&
           (is_word(text[end]) || text[end] == '.' || text[end] == '\'' ||
            ((text[end] == '+' || text[end] == '-') && std::string_view("eEpP").find(text[end - 1]) != text.npos)))
      ++end;
    return end;
  }
  size_t quoted_length(size_t quote) const {
    const std::string_view text = rest();
    size_t end = quote + 1;
    while (end < text.size() && text[end] != text[quote]) end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }
  /// Returns the length of a raw string, R"name(…)name".
  size_t raw_length(size_t quote) const {
    const std::string_view text = rest();
    const size_t open = text.find('(', quote);
    if (open == std::string_view::npos) return text.size();
    const std::string end = ")" + std::string(text.substr(quote + 1, open - quote - 1)) + "\"";
    const size_t close = text.find(end, open);
    return close == std::string_view::npos ? text.size() : close + end.size();
  }

  std::string_view text_;
  std::string line_;
  size_t at_ = 0;
  bool starts_line_ = false;
};

}  // namespace

std::string one_line(std::string_view text) { return Line(text).join(); }

std::string keeping_line(const model::SourceFile& source, std::string text, model::Offset place) {
  if (text.find('\n') == std::string::npos) return text;
  const Location line = source.location(place);
  return text + (text.ends_with('\n') ? "" : "\n") + "#line " + std::to_string(line.line) + " " +
         string_literal(line.file) + "\n";
}

}  // namespace agc::emit
