#include "analysis/long_loops.h"

#include <algorithm>

#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Access;
using model::Expr;
using model::Stmt;
using model::VariableSet;

bool names_any_of(const Expr& expression, const VariableSet& variables) {
  if (expression.kind == Expr::Kind::Reference && variables.contains(expression.variable)) return true;
  return std::ranges::any_of(expression.operands, [&](const Expr& one) { return names_any_of(one, variables); });
}

/// True if C++ needs the value of one of the variables, other than as a subscript or as an argument of a converted
/// call.
bool needs_value(const Expr& expression, const VariableSet& variables) {
  using Kind = Expr::Kind;
  if (expression.kind == Kind::Throw || expression.kind == Kind::AddressOf || expression.kind == Kind::IndirectWrite ||
      expression.kind == Kind::Unfollowed || expression.kind == Kind::OffStagedClass)
    return names_any_of(expression, variables);
  if (expression.kind == Kind::Reference && expression.takes_reference && variables.contains(expression.variable))
    return true;
  const bool takes = expression.kind == Kind::Subscript || expression.kind == Kind::Call;
  return std::ranges::any_of(expression.operands, [&](const Expr& one) {
    if (one.kind == Kind::Exit && !takes && names_any_of(one, variables)) return true;
    return needs_value(one, variables);
  });
}

/// True if a staged loop can carry every variable that the expression writes.
bool carries(const model::Function& function, const Expr& expression) {
  if (expression.kind == Expr::Kind::Reference && expression.variable != model::kNoVariable &&
      (expression.access == Access::Write || expression.access == Access::Update)) {
    const model::Variable& variable = function.variable(expression.variable);
    if (variable.is_function || expression.grows || expression.resizes) return false;
    const bool number = variable.has_numbers && variable.promotion.possible;
    if (!variable.can_be_named || (!number && !model::can_be_state(variable.type))) return false;
  }
  return std::ranges::all_of(expression.operands, [&](const Expr& one) { return carries(function, one); });
}

bool is_plain(const Stmt& statement) {
  using Kind = Stmt::Kind;
  switch (statement.kind) {
    case Kind::Try:
    case Kind::Goto:
    case Kind::Label:
    case Kind::InlineAssembly:
    case Kind::Coroutine:
    case Kind::Unknown:
      return false;
    default:
      return !statement.in_macro && !statement.never_returns && statement.loop_options.empty();
  }
}

bool has_symbolic_number(const Expr& expression) {
  if (expression.kind == Expr::Kind::Exit) return false;  // C++ receives a known number
  return (expression.kind == Expr::Kind::Reference && expression.binding_time > model::BindingTime::External) ||
         std::ranges::any_of(expression.operands, has_symbolic_number);
}

}  // namespace

bool gives_symbolic_range(const Stmt& loop) {
  return loop.range_for.of_numbers && std::ranges::any_of(loop.condition.operands, has_symbolic_number);
}

bool is_long_range_of_tensors(const model::Function& function, const Stmt& loop) {
  if (!loop.runs_long || !loop.range_for.of_numbers || loop.condition.staged) return false;
  const auto is_number = [&](model::VariableId id) { return function.variable(id).has_numbers; };
  if (loop.range_for.variables.empty() || std::ranges::any_of(loop.range_for.variables, is_number)) return false;
  bool fits = true;
  const auto check = [&](const Expr& one) { fits = fits && carries(function, one); };
  model::visit_statements(loop, [&](const Stmt& one) {
    fits = fits && is_plain(one);
    model::visit_own_expressions(one, check);
  });
  return fits;
}

VariableSet counters_of_long_loop(const model::Function& function, const Stmt& loop) {
  VariableSet counters;
  if (!loop.runs_long || loop.condition.staged || loop.header.declares_condition) return counters;
  const auto note = [&](const Expr& one) {
    if (one.kind != Expr::Kind::Reference || one.variable == model::kNoVariable) return;
    const model::Variable& variable = function.variable(one.variable);
    if (variable.has_numbers && variable.promotion.possible && variable.can_be_named) counters.insert(one.variable);
  };
  const bool ranged = loop.kind == Stmt::Kind::RangeFor;
  if (ranged) {
    for (const model::VariableId id : loop.range_for.variables) {
      const model::Variable& variable = function.variable(id);
      if (variable.has_numbers && variable.promotion.possible && variable.can_be_named) counters.insert(id);
    }
  } else {
    model::visit_expressions(loop.condition, note);
  }
  bool fits = true, written = ranged;
  model::visit_statements(loop, [&](const Stmt& one) { fits = fits && is_plain(one); });
  model::visit_all_expressions(loop, [&](const Expr& one) {
    const bool writes = one.kind == Expr::Kind::Reference && counters.contains(one.variable) &&
                        (one.access == Access::Write || one.access == Access::Update);
    written = written || writes;
  });
  const auto check = [&](const Expr& one) { fits = fits && !needs_value(one, counters) && carries(function, one); };
  if (fits) model::visit_statements(loop, [&](const Stmt& one) { model::visit_own_expressions(one, check); });
  return fits && written ? counters : VariableSet();
}

}  // namespace agc::analysis
