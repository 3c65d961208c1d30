// Explanations as diagnostics, for SARIF.
#include <set>
#include <string>
#include <tuple>

#include "agc/explain.h"
#include "diag/catalogue.h"

namespace agc {
namespace {

std::string sentence(const Reason& reason) { return "'" + reason.subject + "' " + reason.text; }

Diagnostic remark(std::string id, const Location& place, std::string message) {
  Diagnostic result = make_note(place, std::move(message));
  result.severity = Severity::Remark;
  result.id = std::move(id);
  return result;
}

void add_reasons(const std::vector<Reason>& reasons, size_t first, Diagnostic& to) {
  for (size_t k = first; k < reasons.size(); ++k) to.notes.push_back(make_note(reasons[k].place, sentence(reasons[k])));
}

void add(const ExplainedStatement& statement, std::vector<Diagnostic>& out) {
  const std::string staging(staging_name(statement.staging));
  std::string message = "'" + statement.kind + "' is ";
  message += statement.staging == Staging::Either ? "decided while tracing, or by the graph" : staging;
  if (!statement.decided_by.empty()) message += ": " + sentence(statement.decided_by.front());
  if (!statement.becomes.empty()) message += "; it becomes " + statement.becomes;
  if (!statement.carried.empty()) message += "; it carries " + listed_names(statement.carried);
  out.push_back(remark("explain-" + staging, statement.extent.begin, std::move(message)));
  out.back().extents.push_back(statement.extent);
  add_reasons(statement.decided_by, 0, out.back());
  if (!statement.host_runs.empty()) {
    out.back().notes.push_back(make_note(statement.extent.begin, "C++ runs " + statement.host_runs));
  }
  for (const ExplainedStatement& inner : statement.inner) add(inner, out);
}

void add(const ExplainedNumber& number, std::vector<Diagnostic>& out) {
  const bool staged = number.staging == Staging::Staged;
  std::string message = "'" + number.name + "' (" + number.type + ") becomes symbolic";
  if (!staged) message += " where its value is not known while tracing";
  out.push_back(remark("explain-number", number.declared, std::move(message)));
  add_reasons(number.reasons, 0, out.back());
}

void add(const ExplainedCall& call, std::vector<Diagnostic>& out) {
  if (call.treatment == ExplainedCall::Treatment::System) return;
  std::string message = "'" + call.name + "' ";
  switch (call.treatment) {
    case ExplainedCall::Treatment::Converted:
      message +=
          call.variant.empty() ? "is converted as well" : "is converted as well, and called as '" + call.variant + "'";
      break;
    case ExplainedCall::Treatment::Refused:
      message += "would have to be converted, and is refused";
      break;
    case ExplainedCall::Treatment::Eager:
      message += "cannot be staged, and runs eagerly";
      break;
    case ExplainedCall::Treatment::LeftAlone:
      message += "is called as it is written";
      break;
    case ExplainedCall::Treatment::Unresolved:
      message += "is called as is: which function that is shows when it runs";
      break;
    default:
      message += "is called as is: its definition is not visible here";
  }
  out.push_back(remark("explain-call", call.place, std::move(message)));
  if (call.definition.line != 0) out.back().notes.push_back(make_note(call.definition, "declared here"));
}

}  // namespace

std::vector<Diagnostic> remarks(const Explanation& explanation) {
  std::vector<Diagnostic> result;
  std::set<std::tuple<std::string, uint32_t, uint32_t>> seen, effects;  // a lambda is a part of the enclosing function
  for (const ExplainedFunction& function : explanation.functions) {
    for (const ExplainedStatement& statement : function.statements) add(statement, result);
    for (const ExplainedNumber& number : function.numbers) add(number, result);
    for (const ExplainedFlag& flag : function.flags) {
      for (const Location& jump : flag.jumps) {
        result.push_back(remark("explain-flag", jump, "'" + flag.kind + "' becomes the variable '" + flag.name + "'"));
      }
    }
    for (const ExplainedCall& call : function.calls) {
      if (seen.emplace(call.place.file, call.place.line, call.place.column).second) add(call, result);
    }
    for (const HostEffect& effect : function.effects) {
      if (!effects.emplace(effect.place.file, effect.place.line, effect.place.column).second) continue;
      result.push_back(make_diagnostic(Id::host_effect, effect.place, {effect.what}));
    }
  }
  return result;
}

}  // namespace agc
