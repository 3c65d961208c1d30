#include "transform/eager_functions.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "diag/catalogue.h"
#include "model/visit.h"

namespace agc {
namespace {

using model::Function;

/// True for errors that eager execution does not avoid.
bool is_mistake(const Diagnostic& diagnostic) {
  static constexpr std::array<std::string_view, 3> kMistakes{"clang", "internal", "loop-options"};
  return std::ranges::find(kMistakes, diagnostic.id) != kMistakes.end();
}

/// True for errors about functions that are not converted in the first place.
bool is_unconverted(const Diagnostic& diagnostic) {
  static constexpr std::array<std::string_view, 4> kUnconverted{"method-unsupported", "template-unsupported",
                                                                "macro-function", "lambda-unsupported"};
  return std::ranges::find(kUnconverted, diagnostic.id) != kUnconverted.end();
}

bool precedes(const Location& a, const Location& b) {
  return std::tuple(a.line, a.column) < std::tuple(b.line, b.column);
}

/// The traced functions that call the function at `text`, directly or indirectly.
std::vector<const Function*> traced_callers(const std::vector<Function>& functions, model::Offset text) {
  std::set<model::FunctionId> reached;
  std::set<const Function*> seen;
  const auto add = [&](const Function& function) {
    if (seen.insert(&function).second) reached.insert(function.identity);
  };
  for (const Function& function : functions)
    if (function.range.begin == text) add(function);
  for (size_t before = 0; before != seen.size();) {
    before = seen.size();
    for (const Function& function : functions) {
      bool calls = false;
      model::visit_all_expressions(function.body, [&](const model::Expr& one) {
        calls = calls || (one.kind == model::Expr::Kind::Call && reached.contains(one.callee));
      });
      if (!calls) continue;
      add(function);
      for (const Function& around : functions)
        if (function.is_lambda() && around.encloses(function)) add(around);
    }
  }
  std::vector<const Function*> result;
  for (const Function& function : functions) {
    const bool traced = function.is_entry() && function.range.begin != text;
    if (traced && seen.contains(&function)) result.push_back(&function);
  }
  return result;
}

}  // namespace

bool EagerFunctions::contains(const Function& function) const {
  return texts_.contains(function.range.begin) || (function.is_lambda() && texts_.contains(function.closure.enclosing));
}

const Function* EagerFunctions::function_at(const std::vector<Function>& functions, const Location& place) const {
  const Function* found = nullptr;
  for (const Function& function : functions) {
    if (function.is_lambda()) continue;
    const Extent extent = source_.extent(function.range);
    if (extent.begin.file != place.file || precedes(place, extent.begin) || precedes(extent.end, place)) continue;
    if (!found || found->range.begin <= function.range.begin) found = &function;
  }
  return found;
}

bool EagerFunctions::leave(const std::vector<Function>& functions, const Function& function, std::string reason,
                           uint32_t line) {
  if (!texts_.insert(function.range.begin).second) return false;
  left_.push_back({function.range.begin, std::move(reason), line});
  // Methods that override each other are converted together.
  if (const void* slot = function.staged_method.slot) {
    for (const Function& other : functions)
      if (other.staged_method.slot == slot)
        leave(functions, other, "a method of the same slot runs eagerly", source_.location(other.name_place).line);
  }
  return true;
}

bool EagerFunctions::leave(const std::vector<Function>& functions, std::vector<Diagnostic>& refused) {
  bool more = false;
  std::erase_if(refused, [&](Diagnostic& diagnostic) {
    if (diagnostic.severity < Severity::Error || is_mistake(diagnostic)) return false;
    const Function* function = is_unconverted(diagnostic) ? nullptr : function_at(functions, diagnostic.location);
    if (!function && !is_unconverted(diagnostic)) return false;
    if (function) more = leave(functions, *function, diagnostic.message, diagnostic.location.line) || more;
    diagnostic.severity = Severity::Warning;
    diagnostic.message += function ? ", so '" + function->name + "' runs eagerly" : ", so it runs eagerly";
    const bool told = std::ranges::any_of(warnings_, [&](const Warning& one) {
      const Location &a = one.diagnostic.location, &b = diagnostic.location;
      return one.diagnostic.id == diagnostic.id && a.file == b.file && a.line == b.line && a.column == b.column;
    });
    if (told) return true;
    warnings_.push_back({std::move(diagnostic), function ? function->range.begin : model::Offset(0)});
    return true;
  });
  return more;
}

void EagerFunctions::leave_uncompilable(const std::vector<Function>& functions, const Location& place) {
  // If that did not help, the error is in other code on the line: a class, or a caller of the functions.
  const bool again = !uncompilable_.emplace(place.file, place.line).second;
  for (const Function& one : functions) {  // lines only: columns are those of generated code
    const Extent extent = source_.extent(one.range);
    if (one.is_lambda() || extent.begin.file != place.file || texts_.contains(one.range.begin)) continue;
    if (!again && (place.line < extent.begin.line || extent.end.line < place.line)) continue;
    std::vector<Diagnostic> refused{make_diagnostic(Id::generated_code, source_.location(one.name_place), {one.name})};
    leave(functions, refused);
  }
}

void EagerFunctions::leave_at_random(const std::vector<Function>& functions, uint64_t seed) {
  for (const Function& function : functions) {
    uint64_t hash = (seed * 0x9E3779B97F4A7C15U) ^ function.range.begin;
    hash = (hash ^ (hash >> 31)) * 0xBF58476D1CE4E5B9U;
    if (!function.is_lambda() && (hash >> 40) % 4 == 0)
      leave(functions, function, "it was chosen at random", source_.location(function.name_place).line);
  }
}

std::vector<Diagnostic> EagerFunctions::take_warnings(const std::vector<Function>& functions) {
  std::vector<Diagnostic> result;
  std::set<model::Offset> told;
  for (Warning& warning : warnings_) {
    if (told.insert(warning.text).second && warning.text != 0) {
      for (const Function* caller : traced_callers(functions, warning.text)) {
        if (texts_.contains(caller->range.begin)) continue;
        warning.diagnostic.notes.push_back(make_note(
            source_.location(caller->name_place), "'" + caller->name + "' runs eagerly where it comes to that call"));
      }
    }
    result.push_back(std::move(warning.diagnostic));
  }
  warnings_.clear();
  return result;
}

std::vector<emit::EagerText> EagerFunctions::texts(const std::vector<Function>& functions) const {
  std::vector<emit::EagerText> result;
  for (const Left& left : left_) {
    const Function* shown = nullptr;
    for (const Function& function : functions)
      if (function.range.begin == left.text && (!shown || shown->copy.at_end_of_file())) shown = &function;
    if (shown) result.push_back({shown, left.reason, left.line});
  }
  std::ranges::sort(result, {}, [](const emit::EagerText& one) { return one.function->range.begin; });
  return result;
}

}  // namespace agc
