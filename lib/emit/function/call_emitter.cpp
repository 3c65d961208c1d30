#include "emit/function/call_emitter.h"

#include <algorithm>

#include "emit/function/number_emitter.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::Expr;

bool CallEmitter::emit(const Expr& call) {
  if (!call.rewritten) return false;
  if (call.called.of_lambda) {
    lambda_call(call);
    return true;
  }
  name_of_variant(call);
  if (call.called.gives_part && !call.called.chosen) {
    expressions(call.operands);
    return true;
  }
  if (call.called.of_dynamic) on_dynamic_staged(call);
  if (!call.called.converted_to.empty()) {
    const std::string type = staged_type(call.called.converted_to, model::TypeClass::HostNumber);
    enclose(call.range, "static_cast<" + type + ">(", call.operands, ")");
    return true;
  }
  for (const Expr& operand : call.operands) argument(operand, call.called.names_parameters);
  return true;
}

void CallEmitter::name_of_variant(const Expr& call) {
  if (!call.variant.empty()) {
    edits_.replace(call.head, call.called.of_parameter ? staged_type(call.variant, model::TypeClass::NumberStructure)
                                                       : call.variant + std::string(names::kStagedSuffix));
  } else if (call.head.begin != 0) {
    edits_.insert(call.head.begin, std::string(names::kStagedSuffix));
  }
}

/// Emits ag::dynamic_staged(f)->at(n) or (*ag::dynamic_staged(f))(n).
void CallEmitter::on_dynamic_staged(const Expr& call) {
  model::Range object = call.operands.front().outer_range;
  const bool named = !call.operator_token.empty();
  if (named) object.end = std::min(object.end, call.operator_token.begin);
  const bool behind_pointer = named && source_.text(call.operator_token) == "->";
  edits_.insert(object.begin,
                (named ? "" : "(*") + std::string(names::kToDynamicStaged) + (behind_pointer ? "(*" : "("));
  edits_.insert(object.end, named ? ")" : "))");
  if (named && !behind_pointer) edits_.replace(call.operator_token, "->");
}

/// Converts the arguments so that the template deduces the staged type for all numbers of its parameter type.
void CallEmitter::lambda_call(const Expr& call) {
  for (const Expr& operand : call.operands) {
    const bool known = operand.binding_time == model::BindingTime::Host;
    context_.numbers().exactly(operand, known && operand.shares_type ? operand.number_type : std::string());
  }
}

/// Emits an argument of a staged variant. If the variant is overloaded, the argument has exactly the type to which C++
/// converted it.
void CallEmitter::argument(const Expr& operand, bool exactly) {
  if (operand.kind != Expr::Kind::Exit) return expression(operand);
  context_.numbers().exactly(operand.operands.front(), exactly ? operand.number_type : std::string());
}

}  // namespace agc::emit
