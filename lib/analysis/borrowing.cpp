#include "analysis/borrowing.h"

#include "model/visit.h"

namespace agc::analysis {

using model::Access;
using model::Borrowing;
using model::Expr;
using model::Function;
using Kind = Expr::Kind;

bool can_borrow(const Expr& element, const Function& function) {
  if (element.borrower == model::kNoVariable) return false;
  const Borrowing& borrowing = function.variable(element.borrower).borrowing;
  if (!borrowing.possible || borrowing.from == model::kNoVariable) return false;
  if (borrowing.active) return true;
  bool used = false;
  model::visit_all_expressions(function.body, [&](const Expr& one) {
    if (one.kind != Kind::Reference || one.variable != borrowing.from) return;
    const bool lives = one.place > element.range.end && one.place < borrowing.scope.end;
    const bool by_another = one.borrower != element.borrower;
    used = used || (lives && by_another && (borrowing.writes || one.access != Access::Read));
  });
  return !used;
}

bool borrow(const Expr& element, Function& function) {
  Borrowing& borrowing = function.variable(element.borrower).borrowing;
  const bool changed = !borrowing.active;
  borrowing.active = true;
  // It is read where it is put back, behind everything that names it.
  if (borrowing.writes) function.variable(element.borrower).outlives_function = true;
  return changed;
}

/// The container changes where the copy is put back.
static Expr put_back(const Expr& declared, const Borrowing& borrowing, const Function& function) {
  Expr result;
  result.kind = Kind::Reference;
  result.range = result.outer_range = declared.range;
  result.place = declared.place;
  result.variable = borrowing.from;
  result.type = function.variable(borrowing.from).type;
  result.access = Access::Update;
  result.repeated = true;
  return result;
}

void name_borrower(Expr& expression, Function& function) {
  const Borrowing& borrowing = function.variable(expression.borrower).borrowing;
  if (!borrowing.active || expression.kind == Kind::Subscript) return;
  if (expression.declares_alias) {
    expression.kind = Kind::Reference;
    expression.type = function.variable(expression.borrower).type;
    expression.access = Access::Declare;
    expression.initialised = true;
    expression.declares_alias = false;
    if (borrowing.writes) expression.operands.push_back(put_back(expression, borrowing, function));
  }
  if (expression.kind == Kind::Reference) expression.variable = expression.borrower;
  expression.borrower = model::kNoVariable;
}

}  // namespace agc::analysis
