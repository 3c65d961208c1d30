#include "analysis/borrowing.h"

#include <algorithm>

#include "analysis/promotion.h"
#include "analysis/variable_promotion.h"
#include "model/visit.h"

namespace agc::analysis {

using model::Access;
using model::BindingTime;
using model::Borrowing;
using model::Expr;
using model::Function;
using Kind = Expr::Kind;

bool is_shared(const Borrowing& borrowing) { return borrowing.active && !borrowing.possible; }

/// True if no variable holds the container. The parser marks a copy of such a container as possible only for a constant
/// table.
static bool is_of_table(const Expr& element) {
  bool variable = false;
  model::visit_expressions(element.operands.front(), [&](const Expr& one) {
    variable =
        variable || one.kind == Kind::Reference || one.kind == Kind::External || one.kind == Kind::ExternalCapture;
  });
  return !variable;
}

bool is_used_alone(const Expr& element, const Function& function) {
  const Borrowing& borrowing = function.variable(element.borrower).borrowing;
  const auto lives_at = [&](model::Offset place) { return place > element.range.end && place < borrowing.scope.end; };
  bool used = false;
  const auto look = [&](const Expr& one, model::Offset full_expression) {
    if (one.kind != Kind::Reference || one.variable != borrowing.from) return;
    // In a call of a lambda, `place` is that of the use inside the lambda.
    const bool lives = lives_at(one.place) || lives_at(full_expression);
    const bool by_another = one.borrower != element.borrower;
    const bool changes = one.access != Access::Read && !one.grows && !one.resizes;  // elements keep their places
    used = used || (lives && by_another && (borrowing.writes || changes));
  };
  model::visit_statements(function.body, [&](const model::Stmt& statement) {
    model::visit_own_expressions(statement, [&](const Expr& whole) {
      model::visit_expressions(whole, [&](const Expr& one) { look(one, whole.place); });
    });
  });
  return !used;
}

bool can_borrow(const Expr& element, const Function& function) {
  if (element.borrower == model::kNoVariable) return false;
  const Borrowing& borrowing = function.variable(element.borrower).borrowing;
  if (!borrowing.possible || borrowing.active) return borrowing.possible;
  return borrowing.from == model::kNoVariable ? is_of_table(element) : is_used_alone(element, function);
}

bool names_parts(const Expr& element, const Function& function) {
  return element.borrower != model::kNoVariable && function.variable(element.borrower).name.empty();
}

/// True if the reference is used after the code at `place` in some execution. In a loop that begins while the reference
/// lives, that is every use in the loop.
static bool is_used_after(model::Offset place, const Expr& element, const Function& function) {
  const model::Range scope = function.variable(element.borrower).borrowing.scope;
  model::Offset from = place;
  model::visit_statements(function.body, [&](const model::Stmt& one) {
    using Of = model::Stmt::Kind;
    const bool loop =
        one.kind == Of::While || one.kind == Of::DoWhile || one.kind == Of::For || one.kind == Of::RangeFor;
    if (loop && one.range.begin > element.range.end && one.range.begin <= place && place < one.range.end)
      from = std::min(from, one.range.begin);
  });
  bool used = false;
  model::visit_all_expressions(function.body, [&](const Expr& one) {
    used = used || (one.borrower == element.borrower && one.place > from && one.place < scope.end);
  });
  return used;
}

/// True if the expression refers to a part of the container without a subscript, or stores a reference to it.
static bool escapes(const Expr& one, const Function& function, const Expr& element, bool subscripted) {
  const Borrowing& borrowing = function.variable(element.borrower).borrowing;
  const bool names = one.kind == Kind::Reference && one.variable == borrowing.from;
  if (names && one.borrower == model::kNoVariable && one.access != Access::Read && !subscripted &&
      !((one.grows || one.resizes) && !is_used_after(one.place, element, function)))
    return true;
  if (names && one.borrower == element.borrower && one.refers) return true;
  for (size_t k = 0; k < one.operands.size(); ++k) {
    const bool around = (subscripted && one.kind == Kind::Opaque && one.operands.size() == 1) || one.of_end ||
                        one.operation == model::LibraryOperation::ChangeEnd;
    if (escapes(one.operands[k], function, element, around || (one.kind == Kind::Subscript && k == 0))) return true;
  }
  return false;
}

/// Counts the uses of the container in order of evaluation: `changes` counts its changes, `later` the uses after a
/// change.
static void count_changes(const Expr& one, model::VariableId container, int& changes, int& later) {
  const size_t first = one.kind == Kind::Call && one.called.of_staged_class && !one.operands.empty() ? 1 : 0;
  for (size_t k = first; k < one.operands.size(); ++k) count_changes(one.operands[k], container, changes, later);
  if (first) count_changes(one.operands.front(), container, changes, later);  // a method reads its arguments first
  if (one.kind != Kind::Reference || one.variable != container) return;
  later += changes > 0;
  changes += one.access != Access::Read;
}

/// True if each full expression changes an element through the reference only as its last step, and no part of a copy
/// outlives the full expression.
static bool changes_last(const model::Stmt& statement, const Borrowing& borrowing, const Expr& element) {
  const bool plain =
      statement.kind == model::Stmt::Kind::Expression || statement.kind == model::Stmt::Kind::Declaration;
  bool last = true;
  const auto look = [&](const Expr& whole, bool may_change) {
    bool named = false, changed = false;
    model::visit_expressions(whole, [&](const Expr& one) {
      if (one.kind != Kind::Reference || one.variable != borrowing.from || one.borrower != element.borrower) return;
      named = true;
      changed = changed || one.access != Access::Read;
    });
    int changes = 0, later = 0;
    count_changes(whole, borrowing.from, changes, later);
    if (named && statement.kind == model::Stmt::Kind::RangeFor) last = false;
    if (changed) last = last && may_change && later == 0;
  };
  for (const Expr& one : statement.initialisers) look(one, false);
  if (statement.has_condition) look(statement.condition, false);
  for (const Expr& one : statement.expressions) look(one, plain);
  for (const Expr& one : statement.step) look(one, false);
  return last;
}

bool can_share(const Expr& element, const Function& function) {
  if (element.borrower == model::kNoVariable || element.of_at) return false;
  const model::Variable& reference = function.variable(element.borrower);
  const Borrowing& borrowing = reference.borrowing;
  if (is_shared(borrowing)) return true;
  const Expr* container = &element.operands.front();
  while (container->kind == Kind::Opaque && container->operands.size() == 1) container = &container->operands.front();
  const bool named = container->kind == Kind::Reference && container->variable == borrowing.from;
  if (borrowing.active || !borrowing.possible || borrowing.from == model::kNoVariable || !named) return false;
  if (borrowing.reference.empty() || reference.promotion.type_range.empty()) return false;
  const bool alone = std::ranges::none_of(function.variables, [&](const model::Variable& one) {
    return &one != &reference && one.promotion.type_range == reference.promotion.type_range &&
           one.borrowing.from != borrowing.from;
  });
  if (!alone) return false;
  bool possible = true;
  model::visit_statements(function.body, [&](const model::Stmt& statement) {
    model::visit_own_expressions(statement, [&](const Expr& one) {
      const bool lives =
          std::max(one.range.end, one.outer_range.end) > element.range.end && one.place < borrowing.scope.end;
      if (lives && escapes(one, function, element, false)) possible = false;
    });
    possible = possible && changes_last(statement, borrowing, element);
  });
  return possible;
}

/// Makes all references of one declaration hold the index of their element, because they have one type. Returns true if
/// that changed anything.
static bool share_together(const Expr& element, Function& function) {
  const model::Range type = function.variable(element.borrower).promotion.type_range;
  bool changed = false;
  for (model::Variable& one : function.variables) {
    if (!(one.promotion.type_range == type) || is_shared(one.borrowing)) continue;
    one.borrowing.active = changed = true;
    one.borrowing.possible = false;
  }
  return changed;
}

bool borrow(const Expr& element, Function& function) {
  if (!can_borrow(element, function)) return share_together(element, function);
  Borrowing& borrowing = function.variable(element.borrower).borrowing;
  const bool changed = !borrowing.active;
  borrowing.active = true;
  // The end of the scope reads the copy to write it back.
  if (borrowing.writes) function.variable(element.borrower).outlives_function = true;
  return changed;
}

bool borrow_from_list(const Expr& element, Function& function) {
  if (element.borrower == model::kNoVariable || names_parts(element, function)) return false;
  const bool changed = borrow(element, function);
  model::Variable& reference = function.variable(element.borrower);
  const bool numbers = reference.has_numbers && reference.promotion.possible;
  return (numbers && promote(reference, BindingTime::MaybeStaged, element.place)) || changed;
}

/// Returns an update of the container at the place where the copy is written back.
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
  if (!borrowing.active || is_shared(borrowing) || expression.kind == Kind::Subscript || expression.of_end) return;
  if (expression.declares_alias) {
    expression.kind = Kind::Reference;
    expression.type = function.variable(expression.borrower).type;
    expression.access = Access::Declare;
    expression.initialised = true;
    expression.declares_alias = false;
    if (borrowing.writes) expression.operands.push_back(put_back(expression, borrowing, function));
  }
  if (expression.kind == Kind::Opaque && expression.operands.empty()) {  // an element of a table that is no variable
    expression.kind = Kind::Reference;
    expression.type = function.variable(expression.borrower).type;
  }
  if (expression.kind == Kind::Reference) expression.variable = expression.borrower;
  expression.borrower = model::kNoVariable;
}

bool promote_targets(model::Function& function) {
  bool promoted = false;
  for (const model::Variable& pointer : function.variables) {
    if (!pointer.is_pointer || !pointer.promotion.may_be_staged()) continue;
    for (const model::VariableId target : pointer.targets)
      promoted =
          promote(function.variable(target), pointer.promotion.binding_time, pointer.promotion.cause) || promoted;
  }
  return promoted;
}

}  // namespace agc::analysis
