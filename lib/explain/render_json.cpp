#include <nlohmann/json.hpp>

#include "agc/explain.h"
#include "diag/render.h"

namespace agc {
namespace {

using Json = nlohmann::ordered_json;

Json as_json(const ExplainedStatement& statement);
Json as_json(const ExplainedNumber& number);
Json as_json(const ExplainedFlag& flag);
Json as_json(const ExplainedCall& call);
Json as_json(const HostEffect& effect);
Json as_json(const ExplainedFunction& function);

Json place(const Location& location) {
  return {{"file", location.file}, {"line", location.line}, {"column", location.column}};
}

template <class T, class F>
Json list(const std::vector<T>& values, const F& convert) {
  Json result = Json::array();
  for (const T& value : values) result.push_back(convert(value));
  return result;
}

Json as_json(const Reason& reason) {
  return {{"subject", reason.subject}, {"text", reason.text}, {"place", place(reason.place)}};
}

Json as_json(const ExplainedVariable& variable) { return {{"name", variable.name}, {"type", variable.type}}; }

template <class T>
Json all(const std::vector<T>& values) {
  return list(values, [](const T& value) { return as_json(value); });
}

Json as_json(const ExplainedStatement& statement) {
  return {{"kind", statement.kind},
          {"text", statement.text},
          {"begin", place(statement.extent.begin)},
          {"end", place(statement.extent.end)},
          {"staging", staging_name(statement.staging)},
          {"becomes", statement.becomes},
          {"decided_by", all(statement.decided_by)},
          {"carried", all(statement.carried)},
          {"read", all(statement.read)},
          {"local", all(statement.local)},
          {"ended_by", statement.ended_by},
          {"host_runs", statement.host_runs},
          {"inner", all(statement.inner)}};
}

Json as_json(const ExplainedNumber& number) {
  return {{"name", number.name},
          {"type", number.type},
          {"staging", staging_name(number.staging)},
          {"declared", place(number.declared)},
          {"reasons", all(number.reasons)}};
}

Json as_json(const ExplainedFlag& flag) {
  return {{"name", flag.name}, {"kind", flag.kind}, {"jumps", list(flag.jumps, place)}};
}

Json as_json(const ExplainedCall& call) {
  return {{"name", call.name},
          {"treatment", treatment_name(call.treatment)},
          {"variant", call.variant},
          {"place", place(call.place)},
          {"definition", call.definition.line == 0 ? Json() : place(call.definition)},
          {"handles_tensors", call.handles_tensors}};
}

Json as_json(const HostEffect& effect) {
  return {{"what", effect.what},
          {"place", place(effect.place)},
          {"statement", effect.in_statement ? place(effect.statement) : Json()}};
}

std::string_view mode_name(ExplainedFunction::Mode mode) {
  return mode == ExplainedFunction::Mode::Entry     ? "AG_FUNCTION"
         : mode == ExplainedFunction::Mode::InPlace ? "AG_CONVERT"
                                                    : "called";
}

Json as_json(const ExplainedFunction& function) {
  return {{"name", function.name},
          {"signature", function.signature},
          {"mode", mode_name(function.mode)},
          {"begin", place(function.extent.begin)},
          {"end", place(function.extent.end)},
          {"refused", function.refused},
          {"eager", function.eager},
          {"staged_variant", function.staged_variant},
          {"statements", all(function.statements)},
          {"numbers", all(function.numbers)},
          {"flags", all(function.flags)},
          {"calls", all(function.calls)},
          {"effects", all(function.effects)},
          {"diagnostics", Json::parse(agc::render_json(function.diagnostics))}};
}

}  // namespace

std::string render_json(const std::vector<Explanation>& explanations) {
  const Json files = list(
      explanations, [](const Explanation& one) { return Json{{"file", one.file}, {"functions", all(one.functions)}}; });
  const Json document = {{"version", 1}, {"files", files}};
  // File names may contain bytes that are not UTF-8, which JSON does not allow.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace agc
