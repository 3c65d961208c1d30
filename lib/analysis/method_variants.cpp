#include "analysis/method_variants.h"

#include <algorithm>

#include "analysis/promotion.h"
#include "analysis/variable_promotion.h"
#include "model/choice.h"
#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::BindingTime;
using model::Expr;
using model::Stmt;

/// Returns the value inside of wrappers such as copies.
const Expr& unwrapped(const Expr& value) {
  const bool wraps = value.kind == Expr::Kind::Opaque || value.kind == Expr::Kind::Structure;
  return wraps && value.operands.size() == 1 ? unwrapped(value.operands.front()) : value;
}

/// True if the value is written as a structure of symbolic numbers: it is made of values that may change between calls,
/// or a conditional expression selects it.
bool is_written_staged(const Expr& value) {
  const Expr& made = unwrapped(value);
  if (made.kind == Expr::Kind::Spelled) return made.binding_time != BindingTime::Host;
  return model::becomes_choice(made) && std::ranges::any_of(made.operands, [](const Expr& one) {
           return one.kind == Expr::Kind::Structure || unwrapped(one).kind == Expr::Kind::Spelled;
         });
}

bool is_symbolic(const Expr& expression) {
  const bool leaves = expression.kind == Expr::Kind::Exit && !expression.operands.empty();
  const Expr& value = leaves ? expression.operands.front() : expression;
  return value.binding_time > BindingTime::External || is_written_staged(value);
}

}  // namespace

bool decides_result(const Stmt& statement) {
  bool found = false;
  model::visit_statements(statement, [&](const Stmt& one) {
    found = found || one.kind == Stmt::Kind::Return || (one.is_jump() && !statement.is_loop());
  });
  return found;
}

bool needs_variant(const model::Function& method) {
  bool symbolic = method.returned.is_list || std::ranges::any_of(method.parameters, [&](const model::Parameter& one) {
                    const model::Variable& variable = method.variable(one.variable);
                    return variable.promotion.may_be_staged() || variable.growth.may_be_staged();
                  });
  if (symbolic || !method.returned.has_numbers) return symbolic;
  model::visit_statements(method.body, [&](const Stmt& one) {
    symbolic = symbolic || (one.kind == Stmt::Kind::Return ? std::ranges::any_of(one.expressions, is_symbolic)
                                                           : one.staged && decides_result(one));
  });
  return symbolic;
}

bool passes_symbolic(const Expr& call) { return std::ranges::any_of(call.operands, is_symbolic); }

void give_variant(model::Function& method) {
  method.staging.existence = model::StagedVariant::Existence::Always;
  method.outside_callers.unconverted = false;
  for (const model::Parameter& parameter : method.parameters) {
    model::Variable& variable = method.variable(parameter.variable);
    promote(variable, BindingTime::MaybeStaged, variable.declared);
  }
}

}  // namespace agc::analysis
