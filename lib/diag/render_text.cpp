#include <algorithm>
#include <set>

#include "diag/excerpt.h"
#include "diag/render.h"

namespace agc {
namespace {

// Limits the excerpt of a long statement, so that the message stays visible; the first and last lines identify it.
constexpr uint32_t kMaxLines = 6;

struct Palette {
  std::string_view reset, bold, mark, error, warning, note, remark;
};

constexpr Palette kPlain = {"", "", "", "", "", "", ""};
constexpr Palette kColors = {"\x1b[0m",      "\x1b[1m",      "\x1b[0;1;32m", "\x1b[0;1;31m",
                             "\x1b[0;1;35m", "\x1b[0;1;36m", "\x1b[0;1;34m"};

std::string_view color_of(const Palette& palette, Severity severity) {
  switch (severity) {
    case Severity::Note:
      return palette.note;
    case Severity::Remark:
      return palette.remark;
    case Severity::Warning:
      return palette.warning;
    case Severity::Error:
    case Severity::Fatal:
      return palette.error;
  }
  return palette.error;
}

std::string headline(const Diagnostic& diagnostic, const Palette& palette) {
  std::string text;
  text += palette.bold;
  const Location& place = diagnostic.location;
  if (!place.file.empty()) {
    text += place.file + ":";
    if (place.line != 0) text += std::to_string(place.line) + ":" + std::to_string(place.column) + ":";
    text += " ";
  } else if (diagnostic.severity != Severity::Note) {
    text += "agc: ";
  }
  text += color_of(palette, diagnostic.severity);
  text += severity_name(diagnostic.severity);
  text += ": ";
  text += palette.reset;
  const bool is_note = diagnostic.severity == Severity::Note;
  if (!is_note) text += palette.bold;
  text += diagnostic.message;
  // Messages of the compiler have no section in the reference, so their id is omitted.
  if (!diagnostic.id.empty() && diagnostic.id != "clang" && !is_note) text += " [" + diagnostic.id + "]";
  if (!is_note) text += palette.reset;
  return text + "\n";
}

/// The lines of `file` that the diagnostic refers to.
std::vector<uint32_t> lines_to_show(const Diagnostic& diagnostic) {
  std::set<uint32_t> lines = {diagnostic.location.line};
  for (const Extent& extent : diagnostic.extents) {
    if (extent.begin.file != diagnostic.location.file || extent.begin.line == 0) continue;
    // An end in column 1 includes nothing of its line.
    const uint32_t last =
        extent.end.column <= 1 && extent.end.line > extent.begin.line ? extent.end.line - 1 : extent.end.line;
    lines.insert(extent.begin.line);
    lines.insert(last);
    for (uint32_t line = extent.begin.line; line < last && line - extent.begin.line < kMaxLines; ++line)
      lines.insert(line);
  }
  std::vector<uint32_t> result(lines.begin(), lines.end());
  if (result.size() <= kMaxLines) return result;
  // Keeps the line with the caret, and as many lines around it as fit.
  auto caret = std::find(result.begin(), result.end(), diagnostic.location.line) - result.begin();
  const auto begin = std::clamp<std::ptrdiff_t>(caret - 1, 0, static_cast<std::ptrdiff_t>(result.size() - kMaxLines));
  return {result.begin() + begin, result.begin() + begin + kMaxLines};
}

std::vector<ByteRange> underlines_on(const Diagnostic& diagnostic, uint32_t line, std::string_view text) {
  std::vector<ByteRange> ranges;
  const auto indentation = static_cast<uint32_t>(std::min(text.find_first_not_of(" \t"), text.size()));
  for (const Extent& extent : diagnostic.extents) {
    if (extent.begin.file != diagnostic.location.file || line < extent.begin.line || line > extent.end.line) continue;
    ByteRange range;
    range.begin = line == extent.begin.line && extent.begin.column > 0 ? extent.begin.column - 1 : indentation;
    range.end = line == extent.end.line ? (extent.end.column > 0 ? extent.end.column - 1 : 0)
                                        : static_cast<uint32_t>(text.size());
    range.end = std::min(range.end, static_cast<uint32_t>(text.size()));
    if (range.begin < range.end) ranges.push_back(range);
  }
  return ranges;
}

std::string excerpt_of(const Diagnostic& diagnostic, SourceLines& sources, const RenderOptions& options,
                       const Palette& palette) {
  std::string result;
  if (diagnostic.location.line == 0) return result;
  uint32_t previous = 0;
  const std::vector<uint32_t> lines = lines_to_show(diagnostic);
  const std::size_t digits = std::max<std::size_t>(5, std::to_string(lines.back()).size());
  for (const uint32_t line : lines) {
    const std::optional<std::string_view> text = sources.line(diagnostic.location.file, line);
    if (!text) continue;
    const int64_t caret = line == diagnostic.location.line ? int64_t{diagnostic.location.column} - 1 : -1;
    const Excerpt excerpt = make_excerpt(*text, caret, underlines_on(diagnostic, line, *text), options.columns);
    const std::string number = std::to_string(line);
    const std::string gutter(digits, ' ');
    if (previous != 0 && line != previous + 1) result += gutter + " | ...\n";
    result += std::string(digits - number.size(), ' ') + number + " |" + (excerpt.text.empty() ? "" : " ") +
              excerpt.text + "\n";
    if (!excerpt.marks.empty()) {
      result += gutter + " | ";
      result += palette.mark;
      result += excerpt.marks;
      result += palette.reset;
      result += "\n";
    }
    previous = line;
  }
  return result;
}

bool is_same_place(const Location& a, const Location& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

}  // namespace

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Remark:
      return "remark";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
    case Severity::Fatal:
      return "fatal error";
  }
  return "error";
}

std::string render_text(const Diagnostic& diagnostic, SourceLines& sources, const RenderOptions& options) {
  const Palette& palette = options.color ? kColors : kPlain;
  std::string result = headline(diagnostic, palette) + excerpt_of(diagnostic, sources, options, palette);
  for (const Diagnostic& note : diagnostic.notes) {
    result += headline(note, palette);
    // A remedy refers to the line that was just shown.
    const bool shown_already = is_same_place(note.location, diagnostic.location) && note.extents.empty();
    if (!shown_already) result += excerpt_of(note, sources, options, palette);
  }
  return result;
}

std::string render_summary(const std::vector<Diagnostic>& diagnostics) {
  const auto errors = std::count_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity >= Severity::Error;
  });
  const auto warnings = std::count_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::Warning;
  });
  const auto counted = [](auto count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
  };
  if (errors == 0 && warnings == 0) return "";
  std::string text = warnings != 0 ? counted(warnings, "warning") : "";
  if (warnings != 0 && errors != 0) text += " and ";
  if (errors != 0) text += counted(errors, "error");
  return text + " generated.";
}

}  // namespace agc
