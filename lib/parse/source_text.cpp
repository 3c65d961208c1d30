#include "parse/source_text.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

namespace agc::parse {
namespace {

clang::Lexer raw_lexer(const Session& session, model::Offset from) {
  const std::string_view text = session.main_text();
  const clang::SourceLocation start = session.sources().getLocForStartOfFile(session.main_file());
  return clang::Lexer(start, session.language(), text.data(), text.data() + from, text.data() + text.size());
}

}  // namespace

bool SourceText::is_plain(clang::SourceLocation location) const {
  return location.isValid() && location.isFileID() && session_.sources().isWrittenInMainFile(location);
}

bool SourceText::is_in_main_file(clang::SourceLocation location) const {
  if (location.isInvalid()) return false;
  const auto& sources = session_.sources();
  return sources.getFileID(sources.getExpansionLoc(location)) == session_.main_file();
}

model::Offset SourceText::offset(clang::SourceLocation location) const {
  if (location.isInvalid()) return 0;
  const auto& sources = session_.sources();
  const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(location));
  return file == session_.main_file() ? offset : 0;
}

model::Range SourceText::range(clang::SourceRange tokens) const {
  const auto& sources = session_.sources();
  const clang::CharSourceRange expanded = sources.getExpansionRange(tokens);
  model::Range result{offset(expanded.getBegin()), offset(expanded.getEnd())};
  if (expanded.isTokenRange()) {
    result.end += clang::Lexer::MeasureTokenLength(expanded.getEnd(), sources, session_.language());
  }
  return result;
}

model::Range SourceText::token(clang::SourceLocation location) const {
  if (location.isInvalid()) return {};
  return range({location, location});
}

model::Offset SourceText::after_semicolon(clang::SourceLocation end) const {
  const model::Offset after = token(end).end;
  const model::Range next = next_token(after);
  return text(next) == ";" ? next.end : after;
}

model::Range SourceText::next_token(model::Offset from) const {
  clang::Lexer lexer = raw_lexer(session_, from);
  clang::Token token;
  lexer.LexFromRawLexer(token);
  const model::Offset begin = session_.sources().getFileOffset(token.getLocation());
  return {begin, begin + token.getLength()};
}

std::string SourceText::flat_text(model::Range range) const {
  clang::Lexer lexer = raw_lexer(session_, range.begin);
  const std::string_view text = session_.main_text();
  std::string result;
  clang::Token token;
  while (!lexer.LexFromRawLexer(token) || token.isNot(clang::tok::eof)) {
    const model::Offset begin = session_.sources().getFileOffset(token.getLocation());
    if (begin >= range.end || token.is(clang::tok::eof)) break;
    if (!result.empty() && (token.hasLeadingSpace() || token.isAtStartOfLine())) result += ' ';
    result += text.substr(begin, token.getLength());
  }
  return result;
}

}  // namespace agc::parse
