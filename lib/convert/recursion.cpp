// A function that calls itself: a tensor may decide how often, and then the graph has to call itself as well. The body
// becomes a lambda without captures, as that of an AG_FUNCTION.
#include <algorithm>

#include "convert/context.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"

namespace agc::convert {
namespace {

/// Can a node of the graph be given what this parameter holds?
bool can_be_passed(const model::Function& function, const model::Parameter& parameter) {
  const model::Variable& variable = function.variable(parameter.variable);
  const bool number =
      variable.type == model::TypeClass::HostNumber || variable.type == model::TypeClass::NumberStructure;
  return (number || model::can_be_state(variable.type)) && !parameter.moves && !parameter.closed &&
         !parameter.is_function && !parameter.unnamed && !variable.growth.raised();
}

}  // namespace

void convert_recursion(Context& context) {
  const model::Function& function = context.function;
  const bool has_entry = function.mode == model::Function::Mode::Entry && !function.has_staged_face;
  if (!function.calls_itself || has_entry || function.returns_reference || function.parameters.empty()) return;
  const auto passed = [&](const model::Parameter& parameter) { return can_be_passed(function, parameter); };
  if (!std::ranges::all_of(function.parameters, passed)) return;
  std::string arguments;
  for (const model::Parameter& parameter : function.parameters)
    arguments += (arguments.empty() ? "" : ", ") + function.variable(parameter.variable).name;
  context.lowered.entry_begin = std::string(function.returns_value() ? " return " : " ") +
                                std::string(emit::names::kRecursive) + "(" + std::string(emit::names::kState) + "(" +
                                arguments + "), " + emit::lambda_of_body(context.source, function);
  context.lowered.entry_end = "}); ";
}

}  // namespace agc::convert
