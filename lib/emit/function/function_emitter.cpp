#include "emit/function/function_emitter.h"

#include "emit/function/signature_emitter.h"
#include "emit/function/statement_emitter.h"
#include "emit/runtime_names.h"

namespace agc::emit {

void FunctionEmitter::run() {
  const model::LoweredFunction& lowered = context_.lowered();
  const model::Function& function = context_.function();
  Edits& edits = context_.edits();
  const bool wrapped = function.kind == model::Function::Kind::WrappedLambda;
  std::string opening = wrapped ? std::string(names::kFunction) + "(" : "", closing;
  if (!function.closure.named_parameters.empty()) {
    opening += std::string(names::kNamed) + "(\"" + function.closure.named_parameters + "\", ";
    closing = ")";
  }
  if (!opening.empty()) edits.insert(function.range.begin, opening);
  name_arguments();
  context_.signatures().emit();
  state_result();
  for (const model::Discarded& one : function.uses.discarded) edits.replace(one.range, one.left);
  edits.insert(function.body.range.begin + 1, lowered.entry_begin, /*entry=*/true);
  context_.statements().region(lowered.body);
  edits.insert(function.body.range.end - 1, lowered.entry_end, /*entry=*/true);
  const std::string options = function.entry.options.empty() ? "" : ", {" + function.entry.options + "}";
  if (wrapped) closing += options + ")";
  if (!closing.empty()) edits.insert(function.range.end, closing);
}

/// Emits the names of ag::function inside of the function, and the names of arguments that are given by name.
void FunctionEmitter::name_arguments() {
  Edits& edits = context_.edits();
  for (const model::Range& name : context_.function().uses.function_objects)
    edits.replace(name, std::string(names::kFunctionInside));
  for (const model::NamedArgument& given : context_.function().uses.named_arguments) {
    edits.insert(given.range.begin, std::string(names::kNamed) + "(\"" + given.text + "\", ");
    edits.insert(given.range.end, ")");
  }
}

/// Writes the deduced result type of an entry: the generated body names the function, so C++ cannot deduce the type
/// from the body.
void FunctionEmitter::state_result() {
  const model::Function& function = context_.function();
  const bool entry = function.is_entry() && !function.has_staged_variant();
  const std::string_view result = context_.source().text(function.returned.range);
  if (entry && function.returns_value() && (result == "auto" || result.starts_with("decltype")))
    context_.edits().replace(function.returned.range, function.returned.type);
}

}  // namespace agc::emit
