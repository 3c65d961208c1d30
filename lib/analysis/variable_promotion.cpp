#include "analysis/variable_promotion.h"

#include <algorithm>

namespace agc::analysis {

using model::BindingTime;

bool promote(model::Variable& variable, BindingTime binding_time, model::Offset cause) {
  if (!variable.has_numbers || variable.promotion.binding_time >= binding_time) return false;
  variable.promotion.binding_time = binding_time;
  variable.promotion.cause = cause;
  if (variable.growth.adapts) promote_growth(variable, std::max(binding_time, BindingTime::MaybeStaged), cause);
  return true;
}

bool promote_growth(model::Variable& variable, model::BindingTime binding_time, model::Offset cause) {
  if (!variable.growth.possible || variable.growth.binding_time >= binding_time) return false;
  variable.growth.binding_time = binding_time;
  variable.growth.cause = cause;
  promote(variable, binding_time, cause);
  return true;
}

void need_staged(model::Expr& value) {
  value.needs_staged = true;
  if (value.function_value.held) {
    value.rewritten = true;
    for (model::Expr& operand : value.operands) {
      operand.rewritten = operand.rewritten || operand.called.names_function;
      operand.needs_staged = operand.needs_staged || operand.kind == model::Expr::Kind::Structure;
      if (operand.function_value.held) need_staged(operand);
    }
    return;
  }
  const bool around =
      (value.kind == model::Expr::Kind::Opaque || value.kind == model::Expr::Kind::Exit) && value.operands.size() == 1;
  if (around || value.kind == model::Expr::Kind::Spelled) std::ranges::for_each(value.operands, &need_staged);
  if (value.kind == model::Expr::Kind::Conditional) {
    for (size_t k = 1; k < value.operands.size(); ++k) need_staged(value.operands[k]);
  }
}

}  // namespace agc::analysis
