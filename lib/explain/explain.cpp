#include "explain/explain.h"

#include <algorithm>

#include "emit/runtime_names.h"
#include "explain/reasons.h"
#include "explain/statements.h"
#include "model/visit.h"

namespace agc::explain {
namespace {

using model::BindingTime;
using model::CallSite;
using model::Node;
using model::TypeClass;
using model::VariableId;
using Treatment = ExplainedCall::Treatment;

Staging staging_of(BindingTime binding_time) {
  return binding_time == BindingTime::Staged        ? Staging::Staged
         : binding_time == BindingTime::MaybeStaged ? Staging::Either
                                                    : Staging::Host;
}

std::vector<ExplainedNumber> numbers(const model::SourceFile& source, const model::Function& function) {
  const Reasons reasons(source, function);
  std::vector<ExplainedNumber> result;
  for (size_t k = 0; k < function.variables.size(); ++k) {
    const model::Variable& variable = function.variables[k];
    if (!variable.promotion.may_be_staged() || variable.name.empty()) continue;
    result.push_back({variable.name, variable.type_text, staging_of(variable.promotion.binding_time),
                      source.location(variable.declared), reasons.of(VariableId(k))});
  }
  return result;
}

std::vector<ExplainedFlag> flags(const model::SourceFile& source, const model::LoweredFunction& lowered) {
  const model::Function& function = *lowered.function;
  std::vector<ExplainedFlag> result;
  std::vector<VariableId> ids;
  model::visit_nodes(lowered.body, [&](const Node& node) {
    if (node.form != Node::Form::Jump || node.flag == model::kNoVariable) return;
    const auto known = std::ranges::find(ids, node.flag);
    const size_t index = size_t(known - ids.begin());
    if (known == ids.end()) {
      ids.push_back(node.flag);
      result.push_back({function.variable(node.flag).name, kind_of(*node.stmt), {}});
    }
    result[index].jumps.push_back(source.location(node.stmt->range.begin));
  });
  return result;
}

Treatment treatment_of(const CallSite& call, const Callee& callee) {
  switch (call.callee) {
    case CallSite::Callee::Runtime:
      return Treatment::Runtime;
    case CallSite::Callee::System:
      return Treatment::System;
    case CallSite::Callee::Undefined:
      return Treatment::Undefined;
    case CallSite::Callee::Unresolved:
      return Treatment::Unresolved;
    case CallSite::Callee::LeftAlone:
      return Treatment::LeftAlone;
    case CallSite::Callee::Visible:
      break;
  }
  if (callee.eager) return Treatment::Eager;
  if (callee.refused) return Treatment::Refused;
  return callee.function ? Treatment::Converted : Treatment::LeftAlone;
}

/// The name of the function that contains the converted body.
std::string variant_of(const model::Function& function) {
  const std::string suffix(function.staging.keeps_name ? "" : emit::names::kStagedSuffix);
  if (function.variant) return function.variant.name + suffix;
  const model::StagedMethod& staged_method = function.staged_method;
  if (!staged_method) return function.name + suffix;
  return (staged_method.scope.empty() ? "" : staged_method.scope + suffix + "::") + staged_method.name;
}

std::vector<ExplainedCall> calls(const model::SourceFile& source, const model::Function& function,
                                 const FindCallee& find_callee) {
  std::vector<ExplainedCall> result;
  for (const CallSite& call : function.uses.calls) {
    // Streams and generators are objects, not functions: they are listed as effects.
    if (call.callee == CallSite::Callee::System && !call.object.empty()) continue;
    const Callee callee = call.callee == CallSite::Callee::Visible ? find_callee(call.identity) : Callee{};
    ExplainedCall one;
    one.name = call.name;
    one.treatment = treatment_of(call, callee);
    if (callee.function && callee.function->has_staged_variant()) {
      one.variant = variant_of(*callee.function);
    }
    one.place = source.location(call.place);
    one.definition = call.definition;
    one.handles_tensors = call.handles_tensors;
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace

ExplainedFunction explain(const model::SourceFile& source, const model::Function& function,
                          const model::LoweredFunction* lowered, const std::vector<Diagnostic>& diagnostics,
                          const FindCallee& find_callee) {
  const model::Function& shown = lowered ? *lowered->function : function;
  ExplainedFunction result;
  result.name = shown.qualified_name;
  result.signature = shown.signature;
  using Mode = model::Function::Mode;
  result.mode = shown.mode == Mode::Entry       ? ExplainedFunction::Mode::Entry
                : shown.mode == Mode::Annotated ? ExplainedFunction::Mode::InPlace
                                                : ExplainedFunction::Mode::Called;
  result.extent = source.extent(shown.range);
  result.place = source.location(shown.name_place);
  if (shown.has_staged_variant()) result.staged_variant = variant_of(shown);
  result.statements = statements(source, shown, lowered);
  result.numbers = numbers(source, shown);
  result.calls = calls(source, shown, find_callee);
  if (lowered) {
    result.flags = flags(source, *lowered);
    result.effects = host_effects(source, *lowered);
  }
  const Extent& extent = result.extent;
  for (const Diagnostic& diagnostic : diagnostics) {
    const uint32_t line = diagnostic.location.line;
    if (diagnostic.location.file != extent.begin.file) continue;
    if (extent.begin.line <= line && line <= extent.end.line) result.diagnostics.push_back(diagnostic);
  }
  result.refused = !lowered && has_errors(result.diagnostics);
  result.eager = !lowered && !result.refused;
  return result;
}

}  // namespace agc::explain

namespace agc {

std::string_view staging_name(Staging staging) {
  switch (staging) {
    case Staging::Host:
      return "host";
    case Staging::Either:
      return "either";
    case Staging::Staged:
      return "staged";
  }
  return "";
}

std::string_view treatment_name(ExplainedCall::Treatment treatment) {
  switch (treatment) {
    case ExplainedCall::Treatment::Converted:
      return "converted";
    case ExplainedCall::Treatment::Refused:
      return "refused";
    case ExplainedCall::Treatment::Eager:
      return "eager";
    case ExplainedCall::Treatment::LeftAlone:
      return "left alone";
    case ExplainedCall::Treatment::Runtime:
      return "runtime";
    case ExplainedCall::Treatment::System:
      return "system";
    case ExplainedCall::Treatment::Undefined:
      return "undefined";
    case ExplainedCall::Treatment::Unresolved:
      return "unresolved";
  }
  return "";
}

}  // namespace agc
