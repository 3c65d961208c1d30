#include "analysis/subscripts.h"

#include "analysis/activity.h"
#include "analysis/borrowing.h"
#include "analysis/promotion.h"
#include "analysis/variable_promotion.h"
#include "model/visit.h"

namespace agc::analysis {

using model::Access;
using model::BindingTime;
using model::Expr;
using model::Function;
using model::TypeClass;
using Kind = Expr::Kind;

/// Returns v[n] of v[n][m] if the graph computes n, else null.
static Expr* rewritten_row(Expr& expression) {
  Expr* row = &expression.operands[0];
  while (row->kind == Kind::Opaque && row->operands.size() == 1) row = &row->operands.front();
  return row->kind == Kind::Subscript && row->of_row && row->rewritten ? row : nullptr;
}

/// True if `one` changes a variable that `other` uses or changes.
static bool order_shows(const Expr& one, const Expr& other) {
  const model::VariableSet changed = written(one);
  bool meets = false;
  model::visit_expressions(other, [&](const Expr& part) {
    meets = meets ||
            (part.kind == Kind::Reference && part.variable != model::kNoVariable && changed.contains(part.variable));
  });
  return meets;
}

/// Converts subscripts with a symbolic index. A read selects among the elements; a write updates every element that the
/// index can select. Of an object, the whole object can be assigned, or a number or tensor that is a part of it.
static void choose_element(Expr& expression, Function& function, bool& changed) {
  const Expr* container = &expression.operands[0];
  while (container->kind != Kind::Reference && (container->kind == Kind::Subscript || container->operands.size() == 1))
    container = &container->operands.front();
  const bool named = container->kind == Kind::Reference && container->variable != model::kNoVariable;
  const bool value = expression.type == TypeClass::HostNumber || expression.type == TypeClass::Tensor;
  Expr* row = rewritten_row(expression);
  if (row && (order_shows(row->operands[1], expression.operands[1]) ||
              order_shows(expression.operands[1], row->operands[1]))) {
    // The subscripts become arguments of one call, and C++ leaves their order of evaluation open.
    expression.operands[1].detail = "a subscript beside one that changes the same variable";
    return;
  }
  expression.placed = !expression.part.empty() || (expression.assigned && !value);
  const bool placeable = !expression.of_at && !row && (value || expression.assigned);
  const bool whole = expression.of_row || expression.of_method || (expression.placed ? placeable : value);
  const bool written = named && container->access != Access::Read;
  const bool borrowed = expression.refers && (can_borrow(expression, function) || can_share(expression, function));
  if ((expression.refers && !borrowed) || (written && !whole)) {
    expression.operands[1].detail = expression.refers ? "a reference to an element" : "a part of an element";
    expression.operands[1].remedy = model::Remedy::CopyElement;
    return;
  }
  const bool numbers = named && function.variable(container->variable).has_numbers &&
                       function.variable(container->variable).promotion.possible;
  const bool object = expression.type == TypeClass::TensorStructure && (borrowed || expression.of_method || !written);
  const bool tensors =
      named && expression.of_sequence && (expression.type == TypeClass::Tensor || expression.of_row || object);
  const bool looked_up = expression.of_table && !written;
  expression.rewritten = numbers || tensors || looked_up;
  if (numbers && !looked_up)
    changed = promote(function.variable(container->variable), BindingTime::MaybeStaged, expression.place) || changed;
  if (borrowed && expression.rewritten) changed = borrow(expression, function) || changed;
}

/// Returns the name of a map that may become a list; null for other containers.
static Expr* named_map(Expr& container, const Function& function) {
  Expr* named = &container;
  while (named->kind == Kind::Opaque && named->operands.size() == 1) named = &named->operands.front();
  if (named->kind != Kind::Reference || named->variable == model::kNoVariable) return nullptr;
  const model::Growth& growth = function.variable(named->variable).growth;
  const bool map = growth.kind == model::ListKind::SortedMap;
  return map && growth.possible && growth.refused.empty() ? named : nullptr;
}

BindingTime subscript_level(Expr& expression, Function& function, const FindCallee& find_callee, bool& changed) {
  Expr* map = named_map(expression.operands[0], function);
  const Expr& subscript = expression.operands[1];
  const BindingTime index = subscript.kind == Kind::Exit ? subscript.operands.front().binding_time
                            : map                        ? subscript.binding_time
                                                         : BindingTime::Host;
  expression.rewritten = expression.of_list = false;
  const Expr& object = expression.operands[0];
  const Expr* called = &object;
  while (called->kind == Kind::Opaque && called->operands.size() == 1) called = &called->operands.front();
  const bool of_result = called->kind == Kind::Call && find_callee(*called).gives_list;
  if (map && index > BindingTime::External)
    changed = promote_growth(function.variable(map->variable), BindingTime::MaybeStaged, expression.place) || changed;
  if (of_result || function.names_list(object)) {
    if (map && map->access == Access::Read && !expression.of_at) map->access = Access::Update;  // adds an absent key
    expression.of_list = true;
    if (expression.operands[1].kind == Kind::Exit) {
      expression.operands[1].rewritten = true;
      expression.placed = expression.rewritten = !expression.part.empty();
    }
    if (!of_result) changed = borrow_from_list(expression, function) || changed;
    return object.binding_time;
  }
  Expr* row = rewritten_row(expression);
  if (index > BindingTime::External || row) choose_element(expression, function, changed);
  if (row && !expression.rewritten) {  // the graph can select an element of the row itself, but not of a part of a row
    row->rewritten = false;
    row->operands[1].detail = expression.operands[1].detail;
    row->operands[1].remedy = expression.operands[1].remedy;
  }
  return std::max(expression.operands[0].binding_time, expression.rewritten ? index : BindingTime::Host);
}

}  // namespace agc::analysis
