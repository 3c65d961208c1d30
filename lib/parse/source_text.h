#pragma once
/// Clang's places as byte offsets of the user's files, and the tokens around them.
#include <clang/Basic/SourceLocation.h>

#include <string>

#include "model/source.h"
#include "parse/clang_session.h"

namespace agc::parse {

class SourceText {
 public:
  explicit SourceText(const Session& session) : session_(session) {}

  /// Does the location stand in a file of the user, outside of every macro?
  bool is_plain(clang::SourceLocation location) const;

  /// Can text be written around these tokens? Not around a part of what a macro expands to, arguments included.
  bool has_own_text(clang::SourceRange tokens) const;

  /// In the main file or in a header of the user, if perhaps through a macro that is used there.
  bool is_in_user_file(clang::SourceLocation location) const;

  /// What stands at the top of the main file and of the headers of the user, in the order it is written.
  std::vector<clang::Decl*> user_declarations() const;

  /// In a header of the user, which other translation units may include as well.
  bool is_in_header(clang::SourceLocation location) const;

  /// Of the first byte at `location`; for macro-produced code, where the macro is used.
  model::Offset offset(clang::SourceLocation location) const;

  /// From the first byte of the first token to the end of the last one; macro uses count as a whole.
  model::Range range(clang::SourceRange tokens) const;

  /// The token that starts at `location`.
  model::Range token(clang::SourceLocation location) const;

  /// The end of the semicolon that follows a statement ending in the token at `end`; that token's end where none
  /// follows.
  model::Offset after_semicolon(clang::SourceLocation end) const;

  /// The first token at or after `from`, comments skipped; empty at the end of the file.
  model::Range next_token(model::Offset from) const;

  std::string_view text(model::Range range) const;

  /// The same without comments and on one line; directives keep lines of their own.
  std::string flat_text(model::Range range) const;

  /// The first token of this text in it, with the blanks behind it; empty where there is none.
  model::Range word(model::Range range, std::string_view text) const;

 private:
  const Session& session_;
};

}  // namespace agc::parse
