#pragma once
/// Diagnostics as people and programs read them: Clang's look for a terminal, JSON for editors and scripts.
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace agc {

/// Lines of source files, read when first asked for; a file that cannot be read has none.
class SourceLines {
 public:
  /// The line without its end (LF or CRLF); none where the file has no such line.
  std::optional<std::string_view> line(const std::string& file, uint32_t number);

  /// Shows `text` for `file` instead of what is on disk.
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

/// "1 warning and 2 errors generated.", as Clang closes a run; empty where there was neither.
std::string render_summary(const std::vector<Diagnostic>& diagnostics);

/// One JSON array of all of them:
/// `{"id", "severity", "message", "file", "line", "column", "ranges": [{"begin": {…}, "end": {…}}], "notes": […]}`.
std::string render_json(const std::vector<Diagnostic>& diagnostics);

/// SARIF 2.1.0, which editors and code review read: one run of agc with a result for each diagnostic. Places in notes
/// become related locations. Columns count UTF-16 units, for which the lines are needed.
std::string render_sarif(const std::vector<Diagnostic>& diagnostics, SourceLines& sources, std::string_view version);

/// "error", "warning", …: the word that is printed.
std::string_view severity_name(Severity severity);

}  // namespace agc
