#include "parse/session/reading_layout.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Format/Format.h>
#include <clang/Lex/Lexer.h>
#include <clang/Tooling/Core/Replacement.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include <vector>

namespace agc::parse {
namespace {

constexpr unsigned kColumns = 100;

// Placed after each `{` that ends its line while libFormat runs: a block on several lines stays so, and `[&] { return
// x; }` stays on one line.
constexpr llvm::StringLiteral kBlockMark = "//@";

/// The style for lines that fit. Without a column limit, libFormat keeps the line breaks of the text.
clang::format::FormatStyle reading_style(unsigned columns) {
  clang::format::FormatStyle style = clang::format::getGoogleStyle(clang::format::FormatStyle::LK_Cpp);
  style.ColumnLimit = columns;
  style.IndentWidth = 2;
  style.DerivePointerAlignment = false;
  style.PointerAlignment = clang::format::FormatStyle::PAS_Left;
  style.AlignAfterOpenBracket = clang::format::FormatStyle::BAS_DontAlign;
  style.AlignTrailingComments.Kind = clang::format::FormatStyle::TCAS_Never;
  style.AllowShortFunctionsOnASingleLine = clang::format::FormatStyle::SFS_None;
  style.AllowShortLambdasOnASingleLine = clang::format::FormatStyle::SLS_All;
  style.LambdaBodyIndentation = clang::format::FormatStyle::LBI_OuterScope;
  // Order and wording belong to the author: only whitespace changes.
  style.SortIncludes = clang::format::FormatStyle::SI_Never;
  style.SortUsingDeclarations = clang::format::FormatStyle::SUD_Never;
  style.ReflowComments = false;
  style.FixNamespaceComments = false;
  return style;
}

/// Calls `visit` with the kind, begin and end of every token and comment. A string or a comment is one token.
template <class Visitor>
void for_each_token(const std::string& code, const Visitor& visit) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus14 = language.CPlusPlus17 = language.CPlusPlus20 = true;
  language.Bool = language.LineComment = language.RawStringLiterals = true;
  clang::Lexer lexer(clang::SourceLocation(), language, code.data(), code.data(), code.data() + code.size());
  lexer.SetCommentRetentionState(true);
  clang::Token token;
  for (bool at_end = false; !at_end;) {
    at_end = lexer.LexFromRawLexer(token);
    const auto end = static_cast<std::size_t>(lexer.getBufferLocation() - code.data());
    if (token.is(clang::tok::eof)) return;
    visit(token.getKind(), end - token.getLength(), end);
  }
}

/// Returns the ends of each `{` whose block holds several statements on one line, which libFormat would leave
/// unchanged.
std::vector<std::size_t> crowded_blocks(const std::string& code) {
  struct Open {
    std::size_t end;
    unsigned statements = 0;
    unsigned parentheses = 0;  // `for (;;)` holds no statements
  };
  std::vector<Open> open;
  std::vector<std::size_t> result;
  for_each_token(code, [&](clang::tok::TokenKind kind, std::size_t, std::size_t end) {
    if (kind == clang::tok::l_brace) open.push_back({end});
    if (open.empty()) return;
    Open& block = open.back();
    if (kind == clang::tok::l_paren) ++block.parentheses;
    if (kind == clang::tok::r_paren && block.parentheses > 0) --block.parentheses;
    if (kind == clang::tok::semi && block.parentheses == 0) ++block.statements;
    if (kind != clang::tok::r_brace) return;
    const bool one_line = llvm::StringRef(code).slice(block.end, end).find('\n') == llvm::StringRef::npos;
    if (one_line && block.statements > 1) result.push_back(block.end);
    open.pop_back();
  });
  return result;
}

std::string with_marks(const std::string& code) {
  const std::vector<std::size_t> crowded = crowded_blocks(code);
  std::string result;
  std::size_t copied = 0;
  for_each_token(code, [&](clang::tok::TokenKind kind, std::size_t, std::size_t end) {
    if (kind != clang::tok::l_brace) return;
    const bool is_crowded = llvm::is_contained(crowded, end);
    const std::size_t next = code.find_first_not_of(" \t", end);
    if (!is_crowded && (next == std::string::npos || code[next] != '\n')) return;
    result.append(code, copied, end - copied).append(kBlockMark.str()).append(is_crowded ? "\n" : "");
    copied = end;
  });
  return result.append(code, copied, std::string::npos);
}

std::string without_marks(const std::string& code) {
  std::string result;
  std::size_t copied = 0;
  for_each_token(code, [&](clang::tok::TokenKind kind, std::size_t begin, std::size_t end) {
    if (kind != clang::tok::comment || llvm::StringRef(code).slice(begin, end).trim() != kBlockMark) return;
    result.append(code, copied, begin - copied);
    result.erase(result.find_last_not_of(' ') + 1);
    copied = end;
  });
  return result.append(code, copied, std::string::npos);
}

std::string formatted(const std::string& code, unsigned columns, llvm::ArrayRef<clang::tooling::Range> ranges) {
  clang::format::FormattingAttemptStatus status;
  const auto edits = clang::format::reformat(reading_style(columns), code, ranges, "function.cpp", &status);
  if (!status.FormatComplete) return code;
  llvm::Expected<std::string> result = clang::tooling::applyAllReplacements(code, edits);
  if (result) return std::move(*result);
  llvm::consumeError(result.takeError());
  return code;
}

/// Joins lines: libFormat starts a new line for the last of several lambda arguments if one before it is nested, but it
/// belongs after the comma.
std::string with_joined_blocks(const std::string& code) {
  std::string result;
  llvm::StringRef rest = code;
  while (!rest.empty()) {
    llvm::StringRef line;
    std::tie(line, rest) = rest.split('\n');
    result.append(line);
    const llvm::StringRef next = rest.ltrim(' ');
    const bool joins = line.ltrim(' ').starts_with("})") && line.ends_with("),") && next.starts_with("[&");
    if (joins) {
      result += ' ';
      rest = next;
    } else {
      result += '\n';
    }
  }
  if (!llvm::StringRef(code).ends_with("\n") && !result.empty()) result.pop_back();
  return result;
}

std::vector<clang::tooling::Range> long_lines(const std::string& code) {
  std::vector<clang::tooling::Range> ranges;
  for (std::size_t begin = 0; begin < code.size();) {
    const std::size_t end = std::min(code.find('\n', begin), code.size());
    llvm::StringRef line = llvm::StringRef(code).slice(begin, end);
    if (line.consume_back(kBlockMark)) line = line.rtrim(' ');
    if (line.size() > kColumns) ranges.emplace_back(static_cast<unsigned>(begin), static_cast<unsigned>(end - begin));
    begin = end + 1;
  }
  return ranges;
}

}  // namespace

std::string reading_layout(std::string_view code) {
  std::string text;
  for (const char c : code) {
    if (c != '\r') text += c;
  }
  text = with_marks(text);
  text = formatted(text, 0, clang::tooling::Range(0, static_cast<unsigned>(text.size())));
  text = with_joined_blocks(text);
  if (const auto ranges = long_lines(text); !ranges.empty()) text = formatted(text, kColumns, ranges);
  return without_marks(text);
}

}  // namespace agc::parse
