#pragma once
/// Renderers for diagnostics: text in Clang's style for a terminal, JSON for editors and scripts, SARIF.
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace agc {

/// The lines of source files, which are read on first use; a file that cannot be read has no lines.
class SourceLines {
 public:
  /// The line without its end (LF or CRLF); nothing if the file has no such line.
  std::optional<std::string_view> line(const std::string& file, uint32_t number);

  /// Replaces the content of `file` on disk by `text`.
  void set(const std::string& file, std::string text);

 private:
  struct File {
    std::string text;
    std::vector<std::size_t> starts;  // offset of each line
  };
  std::map<std::string, File> files_;
};

struct RenderOptions {
  bool color = false;
  uint32_t columns = 100;  // longer excerpts are cut around the caret
};

/// `file:line:col: error: message [id]`, the line with caret and underline, then the notes. Ends with a line break.
std::string render_text(const Diagnostic& diagnostic, SourceLines& sources, const RenderOptions& options = {});

/// "1 warning and 2 errors generated.", as Clang ends a run; empty if there are neither.
std::string render_summary(const std::vector<Diagnostic>& diagnostics);

/// All diagnostics as one JSON array:
/// `{"id", "severity", "message", "file", "line", "column", "ranges": [{"begin": {…}, "end": {…}}], "notes": […]}`.
std::string render_json(const std::vector<Diagnostic>& diagnostics);

/// SARIF 2.1.0, for editors and code review: one run of agc with one result per diagnostic. Notes with positions become
/// related locations. Columns count UTF-16 code units, so the source lines are needed.
std::string render_sarif(const std::vector<Diagnostic>& diagnostics, SourceLines& sources, std::string_view version);

/// The printed word, such as "error" or "warning".
std::string_view severity_name(Severity severity);

}  // namespace agc
