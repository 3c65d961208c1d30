#include <algorithm>
#include <map>
#include <utility>

#include "agc/explain.h"

namespace agc {
namespace {

constexpr size_t kIndent = 2;
constexpr size_t kMaxTextColumn = 56;  // longer statements shift their own verdict to the right

struct Palette {
  std::string_view reset, bold, dim, staged, either, error;
};
constexpr Palette kPlain = {"", "", "", "", "", ""};
constexpr Palette kColors = {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[1;32m", "\x1b[1;33m", "\x1b[1;31m"};

/// The width of a text on a terminal: one column for each character, which suffices for source code.
size_t width(std::string_view text) {
  return size_t(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string joined(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words) result += (result.empty() ? "" : ", ") + word;
  return result;
}

class Renderer {
 public:
  explicit Renderer(bool color) : palette_(color ? kColors : kPlain) {}

  std::string run(const Explanation& explanation) {
    for (const ExplainedFunction& function : explanation.functions) {
      if (!out_.empty()) out_ += "\n";
      render(function);
    }
    return std::move(out_);
  }

 private:
  void render(const ExplainedFunction& function) {
    const Location& place = function.place;
    out_ += painted(palette_.bold,
                    place.file + ":" + std::to_string(place.line) + ": " + function.name + function.signature) +
            " " + mode(function) + "\n";
    if (function.refused || function.eager) {
      const Severity severity = function.refused ? Severity::Error : Severity::Warning;
      const std::string head =
          function.refused ? painted(palette_.error, "refused: ") : painted(palette_.either, "eager: ");
      for (const Diagnostic& diagnostic : function.diagnostics) {
        if (diagnostic.severity < severity) continue;
        line(diagnostic.location.line, 0, head + diagnostic.message);
        for (const Diagnostic& one : diagnostic.notes) line(one.location.line, 1, one.message);
      }
    }
    if (function.eager) return calls(function);
    column_ = std::min(kMaxTextColumn, widest(function.statements, 0)) + 2;
    for (const ExplainedStatement& statement : function.statements) render(statement, 0);
    if (function.statements.empty()) note(0, "", painted(palette_.dim, "no statement chooses or repeats"));
    numbers(function);
    if (!function.flags.empty()) section("variables for jumps");
    for (const ExplainedFlag& flag : function.flags) {
      for (const Location& jump : flag.jumps) line(jump.line, 0, flag.kind + " sets " + flag.name);
    }
    calls(function);
    if (!function.effects.empty()) section("happens once, while tracing");
    for (const HostEffect& effect : function.effects) line(effect.place.line, 0, effect.what);
  }

  static std::string mode(const ExplainedFunction& function) {
    std::string text = function.mode == ExplainedFunction::Mode::Entry     ? "is traced (AG_FUNCTION)"
                       : function.mode == ExplainedFunction::Mode::InPlace ? "is converted (AG_CONVERT)"
                                                                           : "is converted for its callers";
    if (function.refused) return "is refused";
    if (function.eager) return "runs eagerly, as it is written";
    if (!function.staged_variant.empty()) text += "; converted code calls " + function.staged_variant;
    return text;
  }

  size_t widest(const std::vector<ExplainedStatement>& statements, size_t depth) const {
    size_t result = 0;
    for (const ExplainedStatement& statement : statements) {
      const size_t own = depth * kIndent + width(statement.text);
      if (own <= kMaxTextColumn) result = std::max(result, own);
      result = std::max(result, widest(statement.inner, depth + 1));
    }
    return result;
  }

  void render(const ExplainedStatement& statement, size_t depth) {
    const bool jump = statement.kind == "break" || statement.kind == "continue" || statement.kind == "return";
    const size_t used = depth * kIndent + width(statement.text);
    const std::string gap(used < column_ ? column_ - used : 2, ' ');
    const uint32_t number = statement.extent.begin.line;
    if (jump) {
      line(number, depth, statement.text + gap + painted(palette_.dim, "becomes " + statement.becomes));
      return;
    }
    const Staging staging = statement.staging;
    const std::string_view color = staging == Staging::Staged   ? palette_.staged
                                   : staging == Staging::Either ? palette_.either
                                                                : palette_.dim;
    std::string verdict = painted(color, std::string(staging_name(staging)));
    if (!statement.becomes.empty()) verdict += ": " + statement.becomes;
    line(number, depth, statement.text + gap + verdict);
    reasons(depth, "because", statement.decided_by, number);
    note(depth, "carries", listed_names(statement.carried));
    note(depth, "reads", listed_names(statement.read));
    note(depth, "local", listed_names(statement.local));
    note(depth, "until", joined(statement.ended_by));
    note(depth, "runs", statement.host_runs);
    for (const ExplainedStatement& inner : statement.inner) render(inner, depth + 1);
  }

  void numbers(const ExplainedFunction& function) {
    if (!function.numbers.empty()) section("numbers of the graph");
    for (const ExplainedNumber& number : function.numbers) {
      const bool staged = number.staging == Staging::Staged;
      line(number.declared.line, 0,
           number.type + " " + number.name + "  " +
               painted(staged ? palette_.staged : palette_.either, std::string(staging_name(number.staging))));
      reasons(0, "because", number.reasons, number.declared.line);
    }
  }

  /// One line for each callee; system functions only by name.
  void calls(const ExplainedFunction& function) {
    std::vector<std::string> system;
    bool first = true;
    std::map<std::string, bool> seen;
    for (const ExplainedCall& call : function.calls) {
      if (std::exchange(seen[call.name], true)) continue;
      if (call.treatment == ExplainedCall::Treatment::System) {
        system.push_back(call.name);
        continue;
      }
      if (std::exchange(first, false)) section("calls");
      line(call.place.line, 0, call.name + ": " + treatment(call));
    }
    if (system.empty()) return;
    if (first) section("calls");
    note(0, "system", joined(system));
  }

  static std::string treatment(const ExplainedCall& call) {
    const std::string where =
        call.definition.line == 0 ? "" : " (" + call.definition.file + ":" + std::to_string(call.definition.line) + ")";
    switch (call.treatment) {
      case ExplainedCall::Treatment::Converted:
        return (call.variant.empty() ? "converted" : "converted, as " + call.variant) + where;
      case ExplainedCall::Treatment::Refused:
        return "refused" + where;
      case ExplainedCall::Treatment::Eager:
        return "runs eagerly" + where;
      case ExplainedCall::Treatment::LeftAlone:
        return "left alone" + where;
      case ExplainedCall::Treatment::Unresolved:
        return "called as is: which function that is shows when it runs";
      case ExplainedCall::Treatment::Undefined:
        return "called as is: no definition is visible" + where;
      case ExplainedCall::Treatment::Runtime:
      case ExplainedCall::Treatment::System:
        break;
    }
    return "called as is";
  }

  void reasons(size_t depth, std::string_view label, const std::vector<Reason>& list, uint32_t line) {
    for (const Reason& reason : list) {
      std::string text = "'" + reason.subject + "' " + reason.text;
      if (reason.place.line != line) text += painted(palette_.dim, " (line " + std::to_string(reason.place.line) + ")");
      note(depth, label, text);
      label = " ";
    }
  }

  void section(const std::string& title) {
    out_ += std::string(6, ' ') + painted(palette_.dim, "|") + "\n";
    out_ += std::string(6, ' ') + painted(palette_.dim, "|") + " " + painted(palette_.bold, title) + "\n";
  }

  void line(uint32_t number, size_t depth, const std::string& text) {
    std::string digits = std::to_string(number);
    digits.insert(0, digits.size() < 5 ? 5 - digits.size() : 0, ' ');
    out_ += painted(palette_.dim, digits + " |") + " " + std::string(depth * kIndent, ' ') + text + "\n";
  }

  /// Writes `label  text` below a line; nothing if there is no text.
  void note(size_t depth, std::string_view label, const std::string& text) {
    if (text.empty()) return;
    std::string shown(label);
    if (!shown.empty()) shown.resize(std::max<size_t>(shown.size(), 7), ' ');
    out_ += std::string(6, ' ') + painted(palette_.dim, "|") + std::string(5 + depth * kIndent, ' ');
    out_ += (shown.empty() ? "" : painted(palette_.dim, shown) + "  ") + text + "\n";
  }

  std::string painted(std::string_view color, const std::string& text) const {
    return color.empty() ? text : std::string(color) + text + std::string(palette_.reset);
  }

  const Palette& palette_;
  size_t column_ = 0;
  std::string out_;
};

}  // namespace

std::string render_text(const Explanation& explanation, bool color) { return Renderer(color).run(explanation); }

}  // namespace agc
