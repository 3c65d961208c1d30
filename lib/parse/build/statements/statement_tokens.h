#pragma once
/// Locations of the tokens of statements. Internal to `parse`.
#include <clang/Basic/SourceLocation.h>

#include "model/function.h"
#include "parse/session/source_text.h"

namespace agc::parse {

/// Sets the place of a token of `statement`.
inline void set_token(const SourceText& text, clang::SourceLocation location, model::Offset& offset,
                      model::Stmt& statement) {
  offset = text.offset(location);
  statement.in_macro = statement.in_macro || !text.is_plain(location);
}

/// Sets the range of a keyword of `statement`.
inline void set_keyword(const SourceText& text, clang::SourceLocation location, model::Range& range,
                        model::Stmt& statement) {
  range = text.token(location);
  statement.in_macro = statement.in_macro || !text.is_plain(location);
}

}  // namespace agc::parse
