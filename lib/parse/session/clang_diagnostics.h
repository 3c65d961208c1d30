#pragma once
/// Clang's diagnostics as plain values, and the conversion of Clang's source locations.
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceLocation.h>

#include <string>
#include <vector>

#include "diag/diagnostic.h"

namespace agc::parse {

/// Names of the main file: the one that Clang parses, and the user's, which messages show. Relative names of headers
/// start at `directory`, if that is not the current one.
struct FileNames {
  std::string parsed;
  std::string shown;
  std::string directory;
};

/// Returns the position in the file; for code from a macro, that of the use of the macro. An invalid location has line
/// 0.
Location to_location(const clang::SourceManager& sources, clang::SourceLocation location, const FileNames& names);

/// Returns the characters of `range`, up to the end of its last token if it is a token range.
Extent to_extent(const clang::SourceManager& sources, const clang::LangOptions& language, clang::CharSourceRange range,
                 const FileNames& names);

/// Collects the diagnostics that Clang emits. A note is attached to the diagnostic before it.
class DiagnosticCollector final : public clang::DiagnosticConsumer {
 public:
  explicit DiagnosticCollector(FileNames names);

  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

  std::vector<Diagnostic>& diagnostics() { return diagnostics_; }

 private:
  FileNames names_;
  const clang::LangOptions* language_ = nullptr;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace agc::parse
