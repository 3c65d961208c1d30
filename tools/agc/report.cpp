#include "report.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <iostream>

#include "diag/render.h"

namespace agc::tool {
namespace {

constexpr uint32_t kDefaultColumns = 120;

uint32_t terminal_columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 40) return kDefaultColumns;
  constexpr uint32_t kGutter = 8;  // "    3 | "
  return size.ws_col - kGutter;
}

}  // namespace

bool wants_color(ColorChoice choice, int descriptor) {
  if (choice != ColorChoice::Auto) return choice == ColorChoice::Always;
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* terminal = std::getenv("TERM");
  if (terminal == nullptr || std::strcmp(terminal, "dumb") == 0) return false;
  return isatty(descriptor) != 0;
}

Diagnostic plain_error(std::string id, std::string message, std::string remedy) {
  Diagnostic result;
  result.id = std::move(id);
  result.message = std::move(message);
  if (!remedy.empty()) {
    Diagnostic note;
    note.severity = Severity::Note;
    note.message = std::move(remedy);
    result.notes.push_back(std::move(note));
  }
  return result;
}

Diagnostic file_warning(std::string id, std::string file, std::string message, std::string remedy) {
  Diagnostic result = plain_error(std::move(id), std::move(message), std::move(remedy));
  result.severity = Severity::Warning;
  result.location.file = std::move(file);
  return result;
}

Report::Report(DiagnosticFormat format, ColorChoice color)
    : format_(format), color_(wants_color(color, STDERR_FILENO)) {}

void Report::add(const Diagnostic& diagnostic) {
  diagnostics_.push_back(diagnostic);
  if (format_ != DiagnosticFormat::Text) return;
  // Read anew each time: the file may have been edited since an earlier one was shown.
  SourceLines sources;
  std::cerr << render_text(diagnostic, sources, {.color = color_, .columns = terminal_columns()}) << std::flush;
}

void Report::add(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) add(diagnostic);
}

bool Report::has_errors() const { return agc::has_errors(diagnostics_); }

void Report::finish() {
  if (format_ == DiagnosticFormat::Json) {
    std::cerr << render_json(diagnostics_) << std::flush;
  } else if (format_ == DiagnosticFormat::Sarif) {
    SourceLines sources;
    std::cerr << render_sarif(diagnostics_, sources, AG_VERSION) << std::flush;
  } else if (const std::string summary = render_summary(diagnostics_); !summary.empty()) {
    std::cerr << summary << std::endl;
  }
}

Progress::Progress(DiagnosticFormat format)
    : enabled_(format == DiagnosticFormat::Text && isatty(STDERR_FILENO) != 0) {}

void Progress::step(const std::string& what) const {
  if (enabled_) std::cerr << what << std::endl;
}

}  // namespace agc::tool
