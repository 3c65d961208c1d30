#pragma once
/// The lexer of the text form of graphs.
#include <cstdint>
#include <string>
#include <string_view>

#include "ag/error.h"

namespace ag::ir {

enum class TokenKind : uint8_t {
  Word,      // while_loop, float32, true, nan
  Number,    // 3, -0.5, 1e+20, 0x7fc0; also -inf, -nan
  Text,      // "quoted"; `text` is unescaped
  Value,     // %12
  Arrow,     // ->
  Ellipsis,  // ...
  Sign,      // any other single character
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;
  int line = 1;
  int column = 1;

  bool is(char sign) const { return kind == TokenKind::Sign && text[0] == sign; }
  bool is_word(std::string_view word) const { return kind == TokenKind::Word && text == word; }
};

class Lexer {
 public:
  /// `name` is the name of the text in errors.
  Lexer(std::string_view text, std::string name);

  const Token& peek() const { return token_; }
  Token next();
  /// Consumes the sign if it is the next token.
  bool accept(char sign);
  bool accept_word(std::string_view word);
  void expect(char sign, const char* where);
  /// Consumes the word, number or text that must come next; `what` names it in the error.
  Token expect(TokenKind kind, const char* what);
  int64_t expect_integer(const char* what, int64_t low, int64_t high);

  /// Returns the place of a token in the text.
  SourceLocation place(const Token& at) const;
  /// Throws invalid_argument "name:line:column: message".
  [[noreturn]] void fail(const Token& at, const std::string& message) const;
  /// The same for the next token, which is not the `wanted` one.
  [[noreturn]] void fail_expected(const std::string& wanted) const;

 private:
  void scan();
  void scan_text();
  void scan_number();
  char at(size_t offset = 0) const { return position_ + offset < text_.size() ? text_[position_ + offset] : '\0'; }
  void advance();

  std::string_view text_;
  std::string name_;
  size_t position_ = 0;
  int line_ = 1;
  int column_ = 1;
  Token token_;
};

}  // namespace ag::ir
