#include "parse/build/function_options.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "parse/queries/functions/conversion_scope.h"

namespace agc::parse {
namespace {

std::vector<std::string> members(const Session& session) {
  std::vector<std::string> result;
  const clang::ASTContext& context = session.ast();
  const auto find = [&](const clang::DeclContext* scope, const char* name) -> const clang::NamedDecl* {
    const auto found = scope->lookup(clang::DeclarationName(&context.Idents.get(name)));
    return found.empty() ? nullptr : found.front();
  };
  const auto* space = llvm::dyn_cast_or_null<clang::NamespaceDecl>(find(context.getTranslationUnitDecl(), "ag"));
  const auto* record = space ? llvm::dyn_cast_or_null<clang::CXXRecordDecl>(find(space, "FunctionOptions")) : nullptr;
  if (!record || !record->hasDefinition()) return result;
  for (const clang::FieldDecl* field : record->getDefinition()->fields()) result.push_back(field->getNameAsString());
  return result;
}

/// Returns the end of the string or character literal that begins at `at`.
size_t end_of_quoted(std::string_view text, size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at) at += text[at] == '\\' ? 1 : 0;
  return std::min(at + 1, text.size());
}

bool begins_option(std::string_view text) {
  const size_t dot = text.find_first_not_of(" \t\n");
  if (dot == std::string_view::npos || text[dot] != '.') return false;
  const size_t name = text.find_first_not_of(" \t\n", dot + 1);
  return name != std::string_view::npos && (std::isalpha(static_cast<unsigned char>(text[name])) || text[name] == '_');
}

/// Splits options into parts, without the commas between them: .a = f(x, y), .b = {1, 2}.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> result;
  size_t begin = 0;
  int depth = 0;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = end_of_quoted(text, at);
      continue;
    }
    depth += c == '(' || c == '{' || c == '[' ? 1 : c == ')' || c == '}' || c == ']' ? -1 : 0;
    ++at;
    if (c != ',' || depth != 0 || !begins_option(text.substr(at))) continue;
    result.push_back(text.substr(begin, at - 1 - begin));
    begin = at;
  }
  result.push_back(text.substr(begin));
  for (std::string_view& part : result) {
    const size_t first = std::min(part.find_first_not_of(" \t\n"), part.size());
    part = part.substr(first, part.find_last_not_of(" \t\n,") + 1 - first);
  }
  return result;
}

std::string_view name_of(std::string_view option) {
  const size_t begin = std::min(option.find_first_not_of(". \t\n"), option.size());
  const auto end = std::find_if_not(option.begin() + std::ptrdiff_t(begin), option.end(),
                                    [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
  return option.substr(begin, size_t(end - option.begin()) - begin);
}

}  // namespace

std::string function_options(const Session& session, const clang::FunctionDecl* function) {
  std::string written = annotation_of(function).options;
  const std::vector<std::string> order = begins_option(written) ? members(session) : std::vector<std::string>();
  if (order.empty()) return written;
  std::vector<std::string_view> options = split(written);
  std::ranges::stable_sort(
      options, {}, [&](std::string_view option) { return std::ranges::find(order, name_of(option)) - order.begin(); });
  std::string result;
  for (const std::string_view option : options) (result += result.empty() ? "" : ", ") += option;
  return result;
}

}  // namespace agc::parse
