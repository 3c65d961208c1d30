// A C-style for with a tensor condition becomes ag::for_stmt with its condition and step, and so does one that only a
// staged jump ends. A loop over a host counter stays a loop. If a staged jump leaves it, its body is guarded, and the
// loop ends on the host as soon as the exit is certain there.
#include <algorithm>

#include "analysis/activity.h"
#include "convert/lowering.h"
#include "model/visit.h"

namespace agc::convert {

using model::Expr;
using model::Stmt;

/// True if the header of the loop may run on after a staged exit was taken: it changes only host variables that are not
/// used outside of the loop.
bool Lowering::counts_on_the_host(const Stmt& statement) const {
  if (statement.condition_is_true || statement.header.declares_condition || !statement.step_is_host) return false;
  model::VariableSet counters = analysis::written(statement.condition);
  for (const Expr& step : statement.step) counters |= analysis::written(step);
  for (const model::VariableId counter : counters.members()) {
    const model::Variable& variable = function_.variable(counter);
    if (model::can_be_state(variable.type) || variable.outlives_function) return false;
    bool outside = false;
    model::visit_all_expressions(function_.body, [&](const Expr& part) {
      const bool use = part.kind == Expr::Kind::Reference && part.access != model::Access::Declare;
      const bool inside = part.place >= statement.range.begin && part.place < statement.range.end;
      outside = outside || (use && part.variable == counter && !inside);
    });
    if (outside) return false;
  }
  return true;
}

model::Node Lowering::for_loop(Stmt& statement, const Scope& scope) {
  if (!statement.staged && !statement.has_exits) return kept_loop(statement, scope);
  const bool guarded = !statement.staged && counts_on_the_host(statement);
  return lambda_loop(statement, guarded ? model::Node::Form::GuardedFor : model::Node::Form::For, scope);
}

}  // namespace agc::convert
