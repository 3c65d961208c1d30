// Binding times of the numbers of lambdas. A variable has the same binding time in the function that declares it and in
// the lambdas that refer to it. A parameter is promoted at least to the binding time of its arguments.
#include <algorithm>

#include "analysis/list_binding_times.h"
#include "analysis/promotion.h"
#include "analysis/variable_promotion.h"
#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Expr;
using model::Function;
using model::kNoVariable;

bool share_captures(Function& lambda, const std::vector<Function*>& functions) {
  const auto around = std::ranges::find_if(functions, [&](const Function* one) { return one->encloses(lambda); });
  if (around == functions.end()) return false;
  bool changed = false;
  for (model::Variable& inner : lambda.variables) {
    const model::VariableId id = inner.captured != kNoVariable ? inner.captured : inner.copy_of;
    if (id == kNoVariable) continue;
    model::Variable& outer = (*around)->variable(id);
    changed = promote(outer, inner.promotion.binding_time, inner.promotion.cause) || changed;
    changed = promote(inner, outer.promotion.binding_time, outer.promotion.cause) || changed;
    changed = promote_growth(outer, inner.growth.binding_time, inner.growth.cause) || changed;
    changed = promote_growth(inner, outer.growth.binding_time, outer.growth.cause) || changed;
  }
  return changed;
}

/// Promotes the lambda's own state to the binding time of the variable that holds the lambda.
bool share_state(const Function& holder, const std::vector<Function*>& functions) {
  bool changed = false;
  for (const model::Variable& variable : holder.variables) {
    const model::LambdaState& state = variable.lambda_state;
    if (!state.lambda || !variable.promotion.may_be_staged() || variable.captured != kNoVariable) continue;
    const auto lambda =
        std::ranges::find_if(functions, [&](const Function* one) { return one->identity == state.lambda; });
    if (lambda == functions.end()) continue;
    for (model::Variable& inner : (*lambda)->variables) {
      if (inner.copied && std::ranges::find(state.parts, inner.name) != state.parts.end())
        changed = promote(inner, variable.promotion.binding_time, variable.promotion.cause) || changed;
    }
  }
  return changed;
}

/// Returns the variable that the argument names, if the callee may change it, else null.
const Expr* changed_variable(const Expr& argument) {
  if (argument.kind == Expr::Kind::Reference) return argument.access == model::Access::Read ? nullptr : &argument;
  for (const Expr& operand : argument.operands) {
    if (const Expr* found = changed_variable(operand)) return found;
  }
  return nullptr;
}

bool share_arguments(Function& caller, const Expr& call, const std::vector<Function*>& functions) {
  const auto callee =
      std::ranges::find_if(functions, [&](const Function* one) { return one->identity == call.callee; });
  if (callee == functions.end()) return false;
  bool changed = false;
  Function& lambda = **callee;
  for (size_t k = 0; k < call.argument_count && !lambda.parameters.empty(); ++k) {
    const model::Parameter& one = lambda.parameters[std::min(k, lambda.parameters.size() - 1)];  // last of a pack
    const Expr& argument = call.operands[k];
    model::Variable& parameter = lambda.variable(one.variable);
    changed = promote(parameter, argument.binding_time, argument.place) || changed;
    // An iterator refers to symbolic numbers, and the template computes with them.
    for (model::Variable& number : lambda.variables) {
      const bool beside = lambda.templating.of_numbers && !parameter.promotion.dependent && number.promotion.dependent;
      if (beside) changed = promote(number, argument.binding_time, argument.place) || changed;
    }
    if (!one.writable_reference) continue;
    const Expr* target = changed_variable(argument);
    if (target && target->variable != kNoVariable)
      changed = promote(caller.variable(target->variable), parameter.promotion.binding_time, argument.place) || changed;
  }
  return changed;
}

/// Promotes all numbers of a template's own type to the highest binding time among them.
bool share_types(Function& function) {
  model::BindingTime highest = function.returned.binding_time;
  model::Offset cause = function.returned.cause;
  for (const model::Variable& variable : function.variables) {
    if (!variable.promotion.dependent || variable.promotion.binding_time <= highest) continue;
    highest = variable.promotion.binding_time;
    cause = variable.promotion.cause;
  }
  bool changed = false;
  for (model::Variable& variable : function.variables) {
    if (variable.promotion.dependent) changed = promote(variable, highest, cause) || changed;
  }
  return changed;
}

}  // namespace

bool share_binding_times(const std::vector<Function*>& functions) {
  bool changed = false;
  for (Function* function : functions) {
    if (function->templating.of_numbers) changed = share_types(*function) || changed;
    changed = share_state(*function, functions) || changed;
    if (function->is_lambda()) changed = share_captures(*function, functions) || changed;
    model::visit_all_expressions(function->body, [&](const Expr& expression) {
      if (expression.kind != Expr::Kind::Call) return;
      if (expression.called.of_lambda) {
        changed = share_arguments(*function, expression, functions) || changed;
        const auto lambda = std::ranges::find(functions, expression.callee, &Function::identity);
        if (lambda != functions.end())
          changed = share_list_arguments(*function, expression, **lambda, functions) || changed;
      } else if (const auto callee = std::ranges::find(functions, expression.callee, &Function::identity);
                 callee != functions.end() && !expression.called.of_staged_class) {
        changed = share_list_arguments(*function, expression, **callee, functions) || changed;
      }
    });
  }
  return changed;
}

}  // namespace agc::analysis
