#include "parse/session/macro_expansion.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Tooling/Syntax/Tokens.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "parse/session/clang_session.h"
#include "parse/session/macro_recorder.h"

namespace agc::parse {
namespace {

using clang::syntax::Token;
using Tokens = llvm::ArrayRef<Token>;

bool is_opening(clang::tok::TokenKind kind) {
  return kind == clang::tok::l_paren || kind == clang::tok::l_brace || kind == clang::tok::l_square;
}
bool is_closing(clang::tok::TokenKind kind) {
  return kind == clang::tok::r_paren || kind == clang::tok::r_brace || kind == clang::tok::r_square;
}
/// True for a keyword that is followed by parentheses and then a statement.
bool opens_statement(clang::tok::TokenKind kind) {
  return kind == clang::tok::kw_if || kind == clang::tok::kw_while || kind == clang::tok::kw_for ||
         kind == clang::tok::kw_switch;
}

/// True if the tokens are whole expressions or statements: brackets in pairs, no `else` without its `if`, no head
/// without its body.
bool is_whole(Tokens tokens) {
  if (tokens.empty() || tokens.front().kind() == clang::tok::kw_else) return false;
  std::vector<clang::tok::TokenKind> before;  // the token before each open bracket
  int open_do = 0;
  bool head = false;  // the last token closed the parentheses of a head
  clang::tok::TokenKind last = clang::tok::unknown;
  for (const Token& token : tokens) {
    const clang::tok::TokenKind kind = token.kind();
    head = false;
    if (kind == clang::tok::kw_do) ++open_do;
    if (is_opening(kind)) {
      before.push_back(last == clang::tok::kw_constexpr ? clang::tok::kw_if : last);
    } else if (is_closing(kind)) {
      if (before.empty()) return false;
      head = kind == clang::tok::r_paren && opens_statement(before.back());
      if (head && before.back() == clang::tok::kw_while && open_do > 0) --open_do, head = false;
      before.pop_back();
    }
    last = kind;
  }
  const bool dangles = last == clang::tok::kw_else || last == clang::tok::kw_do;
  return before.empty() && open_do == 0 && !head && !dangles;
}

/// Returns the tokens on one line, spaced as in the source.
std::string text_of(Tokens tokens, const clang::SourceManager& sources) {
  std::string text;
  clang::SourceLocation end;
  for (const Token& token : tokens) {
    const clang::SourceLocation begin = sources.getSpellingLoc(token.location());
    const bool tight = text.ends_with('(') || text.ends_with('[') || token.kind() == clang::tok::r_paren ||
                       token.kind() == clang::tok::r_square || token.kind() == clang::tok::comma ||
                       token.kind() == clang::tok::semi;
    if (!text.empty() && begin != end && !tight) text += ' ';
    text += token.text(sources).str();
    end = begin.getLocWithOffset(int(token.length()));
  }
  return text;
}

/// Returns ag::check for the assert(c) of the standard library, because a graph can execute it; nullopt for other
/// macros.
std::optional<std::string> check_for(Tokens spelled, Tokens expanded, const clang::SourceManager& sources) {
  if (spelled.size() < 4 || spelled.front().text(sources) != "assert") return std::nullopt;
  if (!sources.isInSystemHeader(sources.getSpellingLoc(expanded.front().location()))) return std::nullopt;
  const std::string condition = text_of(spelled.slice(2, spelled.size() - 3), sources);
  std::string literal;
  for (const char c : condition) literal += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  return "ag::check(" + condition + ", \"" + literal + "\")";
}

}  // namespace

ExpandedText::ExpandedText(std::string_view original, std::vector<MacroUse> replacements) {
  std::ranges::sort(replacements, {}, [](const auto& one) { return one.first.begin; });
  model::Offset copied = 0;
  for (const auto& [range, replacement] : replacements) {
    text_ += original.substr(copied, range.begin - copied);
    const auto begin = model::Offset(text_.size());
    text_ += replacement;
    uses_.push_back({range, {begin, model::Offset(text_.size())}});
    copied = range.end;
  }
  text_ += original.substr(copied);
}

model::Offset ExpandedText::original(model::Offset place) const {
  const auto next = std::ranges::upper_bound(uses_, place, {}, [](const Use& use) { return use.expanded.begin; });
  if (next == uses_.begin()) return place;
  const Use& use = *std::prev(next);
  return place < use.expanded.end ? use.original.begin : use.original.end + (place - use.expanded.end);
}

std::vector<MacroUse> macro_uses(const Session& session) {
  const clang::SourceManager& sources = session.sources();
  const std::string_view original = session.main_text();
  std::vector<MacroUse> result;
  for (const MacroRecorder::Expansion& one : session.macros()->expansions()) {
    if (!is_whole(one.tokens)) continue;
    const model::Offset begin = sources.getFileOffset(one.use.getBegin());
    const unsigned last = clang::Lexer::MeasureTokenLength(one.use.getEnd(), sources, session.language());
    const model::Offset end = sources.getFileOffset(one.use.getEnd()) + last;
    const auto spelled = clang::syntax::tokenize({session.main_file(), begin, end}, sources, session.language());
    const auto check = check_for(spelled, one.tokens, sources);
    std::string text = check ? *check : text_of(one.tokens, sources);
    text.append(size_t(std::ranges::count(original.substr(begin, end - begin), '\n')), '\n');
    result.push_back({{begin, end}, std::move(text)});
  }
  return result;
}

ExpandedText expand_macros(std::string_view original, const std::vector<MacroUse>& uses,
                           const std::set<model::Offset>& places) {
  std::vector<MacroUse> chosen;
  std::ranges::copy_if(uses, std::back_inserter(chosen),
                       [&](const MacroUse& use) { return places.contains(use.first.begin); });
  return {original, std::move(chosen)};
}

}  // namespace agc::parse
