// Recursive functions. A tensor may decide the depth, and then the graph has to call itself. The body becomes a lambda
// without captures, like that of an AG_FUNCTION. The body of a method stays with its object: a second lambda calls the
// method again, on the object that the graph receives.
#include <algorithm>

#include "convert/context.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"

namespace agc::convert {
namespace {

/// True if a node of the graph can receive the value of this parameter. Lambdas that a template receives are accepted:
/// the call checks whether they capture anything; in that case the recursion is unrolled.
bool can_be_passed(const model::Function& function, const model::Parameter& parameter) {
  const model::Variable& variable = function.variable(parameter.variable);
  if (parameter.is_callable) return !parameter.moves && !parameter.unnamed && !parameter.in_pack;
  const bool number =
      variable.type == model::TypeClass::HostNumber || variable.type == model::TypeClass::NumberStructure;
  return (number || model::can_be_state(variable.type)) && !parameter.moves && !parameter.closed &&
         !parameter.is_function && !parameter.unnamed && !parameter.in_pack && !variable.growth.may_be_staged();
}

/// A name for the object that no parameter has.
std::string name_of_object(const model::Function& function) {
  std::string name = "self";
  const auto is_taken = [&](const model::Parameter& one) { return function.variable(one.variable).name == name; };
  while (std::ranges::any_of(function.parameters, is_taken)) name += '_';
  return name;
}

/// [](const auto& self, ag::Staged<int> n) { return self.of(n); }, [&]() -> ag::Staged<int> {
std::string calls_of_method(const Context& context, const std::string& arguments) {
  const model::Function& function = context.function;
  const std::string object = name_of_object(function);
  std::string call = "[](" +
                     std::string(function.recursion == model::Function::Recursion::OnUnchangingObject ? "const " : "") +
                     "auto& " + object;
  for (const model::Parameter& parameter : function.parameters)
    call += ", " + emit::staged_parameter(context.source, function, parameter);
  const std::string_view variant =
      function.has_staged_variant() && !function.staged_method ? emit::names::kStagedSuffix : "";
  call += ") { return " + object + "." + function.name + std::string(variant) + "(" + arguments + "); }, [&]";
  return call + (function.returns_value() ? "() -> " + function.returned.type : "") + " {";
}

}  // namespace

void convert_recursion(Context& context) {
  const model::Function& function = context.function;
  const bool has_entry = function.is_entry() && !function.has_staged_variant();
  const bool takes_nothing = function.parameters.empty() && !function.passes_object();
  if (!function.calls_itself() || has_entry || function.returned.is_reference || takes_nothing) return;
  const auto passed = [&](const model::Parameter& parameter) { return can_be_passed(function, parameter); };
  if (!std::ranges::all_of(function.parameters, passed)) return;
  std::string arguments;
  for (const model::Parameter& parameter : function.parameters)
    arguments += (arguments.empty() ? "" : ", ") + function.variable(parameter.variable).name;
  std::string begin = std::string(function.returns_value() ? " return " : " ") + std::string(emit::names::kRecursive) +
                      "(" + std::string(emit::names::kState) + "(";
  if (function.passes_object()) {
    begin += (arguments.empty() ? "*this), " : "*this, " + arguments + "), ") + calls_of_method(context, arguments);
  } else {
    begin += arguments + "), " + emit::lambda_of_body(context.source, function);
  }
  context.lowered.entry_begin = begin;
  context.lowered.entry_end = "}); ";
}

}  // namespace agc::convert
