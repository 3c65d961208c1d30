#pragma once
/// How agc speaks to the user: diagnostics and progress on standard error, in colour only on a terminal.
#include <iosfwd>
#include <string>
#include <vector>

#include "diag/diagnostic.h"

namespace agc::tool {

enum class DiagnosticFormat { Text, Json, Sarif };
enum class ColorChoice { Auto, Always, Never };

/// Whether to colour what goes to this descriptor (1 or 2). NO_COLOR and TERM=dumb switch Auto off.
bool wants_color(ColorChoice choice, int descriptor);

/// A message without a place: `agc: error: …`, with the remedy as a note if there is one.
Diagnostic plain_error(std::string id, std::string message, std::string remedy = "");

/// The same as a warning, about a file.
Diagnostic file_warning(std::string id, std::string file, std::string message, std::string remedy);

/// Collects the diagnostics of a run. As text they are shown as they come; as JSON or SARIF in one document at the end.
class Report {
 public:
  Report(DiagnosticFormat format, ColorChoice color);

  void add(const Diagnostic& diagnostic);
  void add(const std::vector<Diagnostic>& diagnostics);
  bool has_errors() const;
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  /// Prints the summary line, or the document; once, at the end.
  void finish();

 private:
  DiagnosticFormat format_;
  bool color_;
  std::vector<Diagnostic> diagnostics_;
};

/// Shows what is being done, on a terminal only.
class Progress {
 public:
  explicit Progress(DiagnosticFormat format);

  void step(const std::string& what) const;

 private:
  bool enabled_;
};

/// A mistake in the command line that only the sub-command could see; `main` shows it with the way to the help.
struct UsageError {
  std::string message;
};

}  // namespace agc::tool
