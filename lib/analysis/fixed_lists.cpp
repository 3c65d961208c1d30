// Vectors made of a braced list of numbers that may be symbolic, for example of parameters: std::vector<double> v{a,
// b}. A returned list has symbolic numbers in a function with a staged variant. The list that a loop iterates over has
// symbolic numbers.
#include <algorithm>

#include "analysis/promotion.h"
#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Access;
using model::Expr;
using model::Function;
using model::VariableId;

bool is_same(const Function& function, VariableId one, VariableId of) {
  for (; one != model::kNoVariable; one = function.variable(one).base) {
    if (one == of) return true;
  }
  return false;
}

bool names_variable(const Function& function, const Expr& expression, VariableId id) {
  bool found = false;
  model::visit_expressions(expression, [&](const Expr& one) {
    found = found || (one.kind == Expr::Kind::Reference && is_same(function, one.variable, id));
  });
  return found;
}

/// True if a use in the function, or in one of its lambdas, needs the variable to keep the type that the user wrote.
bool stays(const std::vector<Function>& functions, const Function& function, VariableId id) {
  bool found = false;
  model::visit_all_expressions(function.body, [&](const Expr& one) {
    if (one.kind != Expr::Kind::Reference || one.variable == model::kNoVariable) return;
    const model::Variable& variable = function.variable(one.variable);
    const bool kept =
        one.access == Access::Declare && !variable.has_numbers && variable.type == model::TypeClass::Other &&
        std::ranges::any_of(one.operands, [&](const Expr& part) { return names_variable(function, part, id); });
    found = found || kept || (one.takes_reference && is_same(function, one.variable, id));
  });
  for (const Function& lambda : functions) {
    if (found) return true;
    if (!function.encloses(lambda)) continue;
    for (VariableId inner = 0; size_t(inner) < lambda.variables.size(); ++inner) {
      const model::Variable& variable = lambda.variable(inner);
      const bool same = variable.captured == id || variable.copy_of == id;
      found = found || (same && stays(functions, lambda, inner));
    }
  }
  return found;
}

bool is_listed(const Expr& expression) {
  return (expression.kind == Expr::Kind::Exit && expression.is_element) ||
         std::ranges::any_of(expression.operands, is_listed);
}

void hold(Expr& value) {
  model::visit_expressions(value, [](Expr& part) {
    if (part.is_element) part.held_from = model::BindingTime::MaybeStaged;
  });
}

}  // namespace

void find_held_lists(std::vector<Function>& functions) {
  for (Function& function : functions) {
    std::vector<Expr*> made;
    model::visit_all_expressions(function.body, [&](Expr& one) {
      const bool holds = one.kind == Expr::Kind::Reference && one.variable != model::kNoVariable &&
                         function.variable(one.variable).promotion.possible;
      if (holds && std::ranges::any_of(one.operands, is_listed)) made.push_back(&one);
    });
    for (Expr* one : made) {
      if (!stays(functions, function, one->variable)) std::ranges::for_each(one->operands, hold);
    }
    const bool gives = function.returned.has_numbers && (function.has_staged_variant() || function.staged_method);
    model::visit_statements(function.body, [&](model::Stmt& one) {
      if (gives && one.kind == model::Stmt::Kind::Return) std::ranges::for_each(one.expressions, hold);
      const bool made = one.range_for.range == model::kNoVariable && !one.range_for.refers;
      if (one.kind == model::Stmt::Kind::RangeFor && made) hold(one.condition);
    });
  }
}

}  // namespace agc::analysis
