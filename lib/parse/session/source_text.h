#pragma once
/// Converts Clang's locations to byte offsets in the user's files, and finds the tokens around them.
#include <clang/AST/DeclBase.h>
#include <clang/Basic/SourceLocation.h>

#include <string>

#include "model/source.h"
#include "parse/session/clang_session.h"

namespace agc::parse {

class SourceText {
 public:
  explicit SourceText(const Session& session) : session_(session) {}

  /// True if the location is in a user's file, outside of every macro.
  bool is_plain(clang::SourceLocation location) const;

  /// True if text can be inserted around these tokens. False for a part of a macro expansion, arguments included.
  bool has_own_text(clang::SourceRange tokens) const;

  /// True if the location is in the main file or in a user's header, possibly through a macro that is used there.
  bool is_in_user_file(clang::SourceLocation location) const;

  /// Returns the top-level declarations of the main file and of the user's headers, in source order.
  std::vector<clang::Decl*> user_declarations() const;

  /// True if the location is in a user's header, which other translation units may include as well.
  bool is_in_header(clang::SourceLocation location) const;

  /// Returns the offset of the first byte at `location`; for code from a macro, that of the use of the macro.
  model::Offset offset(clang::SourceLocation location) const;

  /// Returns the range from the first byte of the first token to the end of the last one. A macro use counts as a
  /// whole.
  model::Range range(clang::SourceRange tokens) const;

  /// Returns the token that starts at `location`.
  model::Range token(clang::SourceLocation location) const;

  /// Returns the end of the semicolon after a statement that ends in the token at `end`; the end of that token if there
  /// is no semicolon.
  model::Offset after_semicolon(clang::SourceLocation end) const;

  /// Returns the first token at or after `from`, skipping comments; empty at the end of the file.
  model::Range next_token(model::Offset from) const;

  std::string_view text(model::Range range) const;

  /// Returns the text of the range without comments and on one line. Directives keep lines of their own.
  std::string flat_text(model::Range range) const;

  /// Returns the first token with this text in the range, with the blanks after it; empty if there is none.
  model::Range word(model::Range range, std::string_view text) const;

 private:
  const Session& session_;
};

}  // namespace agc::parse
