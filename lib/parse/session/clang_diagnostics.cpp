#include "parse/session/clang_diagnostics.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/Path.h>

namespace agc::parse {
namespace {

Severity severity_of(clang::DiagnosticsEngine::Level level) {
  switch (level) {
    case clang::DiagnosticsEngine::Ignored:
    case clang::DiagnosticsEngine::Note:
      return Severity::Note;
    case clang::DiagnosticsEngine::Remark:
      return Severity::Remark;
    case clang::DiagnosticsEngine::Warning:
      return Severity::Warning;
    case clang::DiagnosticsEngine::Error:
      return Severity::Error;
    case clang::DiagnosticsEngine::Fatal:
      return Severity::Fatal;
  }
  return Severity::Error;
}

/// True if the message reports a missing standard header, whose name has no suffix. It means that no C++ library was
/// found, which Clang's message does not state.
bool names_standard_header(llvm::StringRef message) {
  if (!message.ends_with("' file not found")) return false;
  return message.find('.') == llvm::StringRef::npos && message.find('/') == llvm::StringRef::npos;
}

Diagnostic note(std::string message) {
  Diagnostic result;
  result.severity = Severity::Note;
  result.message = std::move(message);
  return result;
}

}  // namespace

Location to_location(const clang::SourceManager& sources, clang::SourceLocation location, const FileNames& names) {
  if (location.isInvalid()) return {};
  const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(location));
  Location result;
  result.line = sources.getLineNumber(file, offset);
  result.column = sources.getColumnNumber(file, offset);
  if (const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file)) {
    result.file = entry->getName().str();
    if (result.file.starts_with("./")) result.file.erase(0, 2);  // found relative to a file of this folder
    if (file == sources.getMainFileID() || result.file == names.parsed) {
      result.file = names.shown;
    } else if (!names.directory.empty() && llvm::sys::path::is_relative(result.file)) {
      llvm::SmallString<256> name(names.directory);
      llvm::sys::path::append(name, result.file);
      result.file = name.str().str();
    }
  } else {
    // Text that is in no file: <built-in>, <command line>.
    result.file = sources.getBufferOrFake(file).getBufferIdentifier().str();
  }
  return result;
}

Extent to_extent(const clang::SourceManager& sources, const clang::LangOptions& language, clang::CharSourceRange range,
                 const FileNames& names) {
  const clang::CharSourceRange file_range = clang::Lexer::makeFileCharRange(range, sources, language);
  if (file_range.isValid()) {
    return {to_location(sources, file_range.getBegin(), names), to_location(sources, file_range.getEnd(), names)};
  }
  // A part of a macro's expansion is shown as the use of the macro.
  const clang::CharSourceRange expansion = sources.getExpansionRange(range);
  clang::SourceLocation end = expansion.getEnd();
  if (expansion.isTokenRange()) end = end.getLocWithOffset(clang::Lexer::MeasureTokenLength(end, sources, language));
  return {to_location(sources, expansion.getBegin(), names), to_location(sources, end, names)};
}

DiagnosticCollector::DiagnosticCollector(FileNames names) : names_(std::move(names)) {}

void DiagnosticCollector::BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor*) {
  language_ = &language;
}

void DiagnosticCollector::EndSourceFile() { language_ = nullptr; }

void DiagnosticCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);  // keeps the counts of the engine
  if (level == clang::DiagnosticsEngine::Ignored) return;

  Diagnostic diagnostic;
  diagnostic.severity = severity_of(level);
  if (level != clang::DiagnosticsEngine::Note) diagnostic.id = "clang";
  llvm::SmallString<256> text;
  info.FormatDiagnostic(text);
  diagnostic.message = text.str().str();
  if (info.hasSourceManager() && info.getLocation().isValid()) {
    const clang::SourceManager& sources = info.getSourceManager();
    diagnostic.location = to_location(sources, info.getLocation(), names_);
    if (language_ != nullptr) {
      for (const clang::CharSourceRange& range : info.getRanges()) {
        if (range.isInvalid()) continue;
        Extent extent = to_extent(sources, *language_, range, names_);
        if (extent.begin.file == extent.end.file && extent.begin.line != 0)
          diagnostic.extents.push_back(std::move(extent));
      }
    }
  }
  if (level == clang::DiagnosticsEngine::Note && !diagnostics_.empty()) {
    diagnostics_.back().notes.push_back(std::move(diagnostic));
    return;
  }
  if (names_standard_header(diagnostic.message)) {
    diagnostic.notes.push_back(
        note("the C++ standard library's headers come with g++; on Debian and Ubuntu, install the package g++"));
  }
  diagnostics_.push_back(std::move(diagnostic));
}

}  // namespace agc::parse
