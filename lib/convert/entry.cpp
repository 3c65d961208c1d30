// AG_FUNCTION: the body becomes a lambda without captures, which the function object of that name calls.
#include "convert/context.h"
#include "emit/number_text.h"
#include "emit/one_line.h"
#include "emit/runtime_names.h"

namespace agc::convert {

void convert_entry(Context& context) {
  const model::Function& function = context.function;
  if (!function.is_entry() || function.has_staged_variant()) return;
  std::string arguments;
  for (const model::Parameter& parameter : function.parameters)
    arguments += (arguments.empty() ? "" : ", ") + function.variable(parameter.variable).name;
  std::string begin =
      " " + emit::keeping_line(context.source, emit::unless_overlap(function), function.body.range.begin);
  begin += function.returns_value() ? "return " : "";
  begin += std::string(emit::names::kTraced) + "<" + function.entry.reference + ">(";
  if (!function.entry.options.empty())
    begin += std::string(emit::names::kOptions) + "(" + function.entry.options + "), ";
  // The pack passes the arguments with their names, which become the names of the graph's inputs.
  if (function.entry.passes_object()) begin += "*this, ";
  begin += std::string(emit::names::kState) + "(" + arguments + "), " +
           emit::lambda_of_body(context.source, function,
                                function.entry.object == model::EntryCall::Object::Named ? "this" : "");
  context.lowered.entry_begin = begin;
  context.lowered.entry_end = "}); ";
}

}  // namespace agc::convert
