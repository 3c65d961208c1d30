#include "parse/reading_layout.h"

#include <clang/Format/Format.h>
#include <clang/Tooling/Core/Replacement.h>

namespace agc::parse {
namespace {

clang::format::FormatStyle reading_style() {
  clang::format::FormatStyle style = clang::format::getGoogleStyle(clang::format::FormatStyle::LK_Cpp);
  style.ColumnLimit = 100;
  style.IndentWidth = 2;
  style.DerivePointerAlignment = false;
  style.PointerAlignment = clang::format::FormatStyle::PAS_Left;
  // Order and wording are the author's; only the layout is ours.
  style.SortIncludes = clang::format::FormatStyle::SI_Never;
  style.SortUsingDeclarations = clang::format::FormatStyle::SUD_Never;
  style.ReflowComments = false;
  style.FixNamespaceComments = false;
  style.AllowShortLambdasOnASingleLine = clang::format::FormatStyle::SLS_All;
  style.AllowShortFunctionsOnASingleLine = clang::format::FormatStyle::SFS_None;
  style.LambdaBodyIndentation = clang::format::FormatStyle::LBI_OuterScope;
  return style;
}

}  // namespace

std::string reading_layout(std::string_view code) {
  const clang::tooling::Range all(0, static_cast<unsigned>(code.size()));
  clang::format::FormattingAttemptStatus status;
  const auto edits = clang::format::reformat(reading_style(), code, {all}, "function.cpp", &status);
  if (!status.FormatComplete) return std::string(code);
  llvm::Expected<std::string> formatted = clang::tooling::applyAllReplacements(code, edits);
  if (formatted) return std::move(*formatted);
  llvm::consumeError(formatted.takeError());
  return std::string(code);
}

}  // namespace agc::parse
