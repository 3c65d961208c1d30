#include "graph/lexer.h"

#include <charconv>

namespace ag::ir {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

Lexer::Lexer(std::string_view text, std::string name) : text_(text), name_(std::move(name)) { scan(); }

void Lexer::advance() {
  if (text_[position_++] == '\n') {
    ++line_;
    column_ = 1;
  } else {
    ++column_;
  }
}

void Lexer::scan() {
  while (position_ < text_.size()) {
    if (at() == ' ' || at() == '\n' || at() == '\t' || at() == '\r') {
      advance();
    } else if (at() == '/' && at(1) == '/') {
      while (position_ < text_.size() && at() != '\n') advance();
    } else {
      break;
    }
  }
  token_ = {TokenKind::End, {}, line_, column_};
  if (position_ == text_.size()) return;
  auto take = [this](TokenKind kind, size_t length) {
    token_.kind = kind;
    token_.text = text_.substr(position_, length);
    for (size_t i = 0; i < length; ++i) advance();
  };
  if (is_letter(at())) {
    size_t length = 1;
    while (is_letter(at(length)) || is_digit(at(length))) ++length;
    take(TokenKind::Word, length);
  } else if (at() == '%') {
    size_t length = 1;
    while (is_digit(at(length))) ++length;
    take(TokenKind::Value, length);
  } else if (at() == '-' && at(1) == '>') {
    take(TokenKind::Arrow, 2);
  } else if (is_digit(at()) || at() == '-') {
    scan_number();
  } else if (text_.substr(position_, 3) == "...") {
    take(TokenKind::Ellipsis, 3);
  } else if (at() == '"') {
    scan_text();
  } else {
    take(TokenKind::Sign, 1);
  }
}

void Lexer::scan_number() {
  const size_t start = position_;
  advance();
  while (is_letter(at()) || is_digit(at()) || at() == '.' || at() == '+' || at() == '-') {
    const bool after_exponent = text_[position_ - 1] == 'e';
    if ((at() == '+' || at() == '-') && !after_exponent) break;
    advance();
  }
  token_.kind = TokenKind::Number;
  token_.text = text_.substr(start, position_ - start);
}

void Lexer::scan_text() {
  token_.kind = TokenKind::Text;
  advance();
  while (position_ < text_.size() && at() != '"' && at() != '\n') {
    if (at() != '\\') {
      token_.text += at();
      advance();
      continue;
    }
    const char escape = at(1);
    const int high = hex_digit(at(2)), low = hex_digit(at(3));
    if (escape == '"' || escape == '\\') {
      token_.text += escape;
    } else if (escape == 'n') {
      token_.text += '\n';
    } else if (escape == 't') {
      token_.text += '\t';
    } else if (escape == 'x' && high >= 0 && low >= 0) {
      token_.text += static_cast<char>(high * 16 + low);
      advance();
      advance();
    } else {
      fail({TokenKind::Sign, "\\", line_, column_}, "unknown escape in a string: allowed are \\\" \\\\ \\n \\t \\x1f");
    }
    advance();
    advance();
  }
  if (at() != '"') fail(token_, "this string has no closing quote on its line");
  advance();
}

Token Lexer::next() {
  Token token = std::move(token_);
  scan();
  return token;
}

bool Lexer::accept(char sign) {
  if (!token_.is(sign)) return false;
  scan();
  return true;
}

bool Lexer::accept_word(std::string_view word) {
  if (!token_.is_word(word)) return false;
  scan();
  return true;
}

void Lexer::expect(char sign, const char* where) {
  if (!accept(sign)) fail_expected(std::string("'") + sign + "' " + where);
}

Token Lexer::expect(TokenKind kind, const char* what) {
  if (token_.kind != kind) fail_expected(what);
  return next();
}

int64_t Lexer::expect_integer(const char* what, int64_t low, int64_t high) {
  if (token_.kind != TokenKind::Number) fail_expected(what);
  int64_t value = 0;
  const char* end = token_.text.data() + token_.text.size();
  const auto [stop, error] = std::from_chars(token_.text.data(), end, value);
  if (stop != end || error != std::errc() || value < low || value > high) {
    fail(token_, "'" + token_.text + "' is not " + what + " (an integer from " + std::to_string(low) + " to " +
                     std::to_string(high) + ")");
  }
  scan();
  return value;
}

SourceLocation Lexer::place(const Token& at) const {
  return SourceLocation::named(name_, static_cast<uint32_t>(at.line), static_cast<uint32_t>(at.column));
}

void Lexer::fail(const Token& at, const std::string& message) const {
  throw Error(ErrorKind::invalid_argument, message, place(at));
}

void Lexer::fail_expected(const std::string& wanted) const {
  constexpr size_t kShown = 40;
  std::string found = token_.kind == TokenKind::End ? "the end" : "'" + token_.text.substr(0, kShown) + "'";
  fail(token_, "expected " + wanted + ", found " + found);
}

}  // namespace ag::ir
