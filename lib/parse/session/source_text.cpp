#include "parse/session/source_text.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include "parse/session/user_files.h"

namespace agc::parse {
namespace {

clang::Lexer raw_lexer(const Session& session, const UserFile& file, model::Offset from) {
  const std::string_view text = file.text;
  const clang::SourceLocation start = session.sources().getLocForStartOfFile(file.id);
  return clang::Lexer(start, session.language(), text.data(), text.data() + (from - file.begin),
                      text.data() + text.size());
}

const UserFile* file_of(const Session& session, clang::SourceLocation location) {
  const auto& sources = session.sources();
  return session.files().find(sources.getFileID(sources.getExpansionLoc(location)));
}

}  // namespace

bool SourceText::is_plain(clang::SourceLocation location) const {
  return location.isValid() && location.isFileID() && is_in_user_file(location);
}

bool SourceText::has_own_text(clang::SourceRange tokens) const {
  const auto& sources = session_.sources();
  const auto& language = session_.language();
  const clang::SourceLocation begin = tokens.getBegin(), end = tokens.getEnd();
  return (begin.isFileID() || clang::Lexer::isAtStartOfMacroExpansion(begin, sources, language)) &&
         (end.isFileID() || clang::Lexer::isAtEndOfMacroExpansion(end, sources, language));
}

bool SourceText::is_in_user_file(clang::SourceLocation location) const {
  return location.isValid() && file_of(session_, location) != nullptr;
}

std::vector<clang::Decl*> SourceText::user_declarations() const {
  std::vector<clang::Decl*> result;
  // Visits parsed declarations only. Clang would otherwise load all of a precompiled header.
  for (clang::Decl* declaration : session_.ast().getTranslationUnitDecl()->noload_decls()) {
    if (is_in_user_file(declaration->getLocation())) result.push_back(declaration);
  }
  return result;
}

bool SourceText::is_in_header(clang::SourceLocation location) const {
  const UserFile* file = location.isValid() ? file_of(session_, location) : nullptr;
  return file && file->id != session_.main_file();
}

model::Offset SourceText::offset(clang::SourceLocation location) const {
  if (location.isInvalid()) return 0;
  const auto& sources = session_.sources();
  const auto [id, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(location));
  const UserFile* file = session_.files().find(id);
  return file ? file->begin + offset : 0;
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
  const UserFile& file = session_.files().at(from);
  clang::Lexer lexer = raw_lexer(session_, file, from);
  clang::Token token;
  lexer.LexFromRawLexer(token);
  const model::Offset begin = file.begin + session_.sources().getFileOffset(token.getLocation());
  return {begin, begin + token.getLength()};
}

std::string_view SourceText::text(model::Range range) const {
  const UserFile& file = session_.files().at(range.begin);
  const model::Offset begin = range.begin - file.begin;
  return begin > file.text.size() ? std::string_view() : file.text.substr(begin, range.size());
}

std::string SourceText::flat_text(model::Range range) const {
  const UserFile& file = session_.files().at(range.begin);
  clang::Lexer lexer = raw_lexer(session_, file, range.begin);
  std::string result;
  bool in_directive = false;
  clang::Token token;
  while (!lexer.LexFromRawLexer(token) || token.isNot(clang::tok::eof)) {
    const model::Offset begin = session_.sources().getFileOffset(token.getLocation());
    if (file.begin + begin >= range.end || token.is(clang::tok::eof)) break;
    const bool is_directive = token.isAtStartOfLine() && token.is(clang::tok::hash);
    if (is_directive || (in_directive && token.isAtStartOfLine()))
      result += '\n';
    else if (!result.empty() && (token.hasLeadingSpace() || token.isAtStartOfLine()))
      result += ' ';
    in_directive = is_directive || (in_directive && !token.isAtStartOfLine());
    result += file.text.substr(begin, token.getLength());
  }
  return result;
}

model::Range SourceText::word(model::Range range, std::string_view text) const {
  const UserFile& file = session_.files().at(range.begin);
  clang::Lexer lexer = raw_lexer(session_, file, range.begin);
  clang::Token token;
  while (!lexer.LexFromRawLexer(token) || token.isNot(clang::tok::eof)) {
    const model::Offset begin = file.begin + session_.sources().getFileOffset(token.getLocation());
    if (begin >= range.end || token.is(clang::tok::eof)) break;
    model::Offset end = begin + token.getLength();
    if (this->text({begin, end}) != text) continue;
    while (end < range.end && this->text({end, end + 1}) == " ") ++end;
    return {begin, end};
  }
  return {};
}

}  // namespace agc::parse
