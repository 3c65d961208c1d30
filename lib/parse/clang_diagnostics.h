#pragma once
/// Clang's own diagnostics as plain values, and Clang's places as ours.
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceLocation.h>

#include <string>
#include <vector>

#include "diag/diagnostic.h"

namespace agc::parse {

/// How the main file is called: by Clang, and by the user, whose name is shown. Names of headers that are relative
/// start at `directory`, if that is not the current one.
struct FileNames {
  std::string parsed;
  std::string shown;
  std::string directory;
};

/// Place in the file, for macro-produced code the place where the macro is used. An invalid location gives line 0.
Location to_location(const clang::SourceManager& sources, clang::SourceLocation location, const FileNames& names);

/// The characters of `range`, up to the end of its last token if it is a token range.
Extent to_extent(const clang::SourceManager& sources, const clang::LangOptions& language, clang::CharSourceRange range,
                 const FileNames& names);

/// Collects what Clang reports. A note becomes a note of the diagnostic before it.
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
