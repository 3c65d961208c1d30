#include "analysis/list_binding_times.h"

#include <algorithm>
#include <utility>

#include "analysis/borrowing.h"
#include "analysis/variable_promotion.h"
#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Access;
using model::BindingTime;
using model::Expr;
using model::Function;
using Kind = Expr::Kind;

/// Returns the containers among the operands of an algorithm that may become lists.
std::vector<const Expr*> ranges_of(const Function& function, const Expr& call) {
  std::vector<const Expr*> result;
  for (const Expr& operand : call.operands) {
    const Expr& named = operand.of_iterator && !operand.operands.empty() ? operand.operands.front() : operand;
    if (named.kind == Kind::Reference && named.variable != model::kNoVariable &&
        (named.listed || function.variable(named.variable).growth.possible))
      result.push_back(&named);
  }
  return result;
}

/// Promotes the variable, or its named member, to a list.
bool promote_list(Function& function, const Expr& named, model::Offset cause) {
  model::Variable& variable = function.variable(named.variable);
  return named.listed ? promote(variable, BindingTime::MaybeStaged, cause)
                      : promote_growth(variable, BindingTime::MaybeStaged, cause);
}

bool promote_all(Function& function, const std::vector<const Expr*>& lists, model::Offset cause) {
  bool changed = false;
  for (const Expr* one : lists) changed = promote_list(function, *one, cause) || changed;
  return changed;
}

}  // namespace

bool share_growth(Function& function, const Expr& target, const FindCallee& find_callee) {
  bool changed = false;
  for (const Expr& value : target.operands) {
    const Expr* named = value.of_iterator && !value.operands.empty() ? &value.operands.front() : &value;
    while ((named->kind == Kind::Opaque || named->kind == Kind::Structure) && named->operands.size() == 1)
      named = &named->operands.front();
    const bool given = named->kind == Kind::Call && named->range == value.range && find_callee(*named).gives_list &&
                       function.variable(target.variable).growth.refused.empty();
    if (given || function.names_list(*named)) changed = promote_list(function, target, target.place) || changed;
  }
  return changed;
}

BindingTime binding_time_of_length(const Function& function, const Expr& length, const FindCallee& find_callee) {
  const Expr& object = length.operands.front();
  if (object.kind == Kind::Call) return find_callee(object).gives_list ? BindingTime::MaybeStaged : BindingTime::Host;
  const model::Variable& variable = function.variable(length.variable);
  if (!object.listed) return variable.growth.binding_time;
  if (function.copy.in_staged_class && !variable.has_numbers)
    return BindingTime::MaybeStaged;  // the object itself holds a list of tensors
  return variable.promotion.may_be_staged() ? std::max(BindingTime::MaybeStaged, variable.promotion.binding_time)
                                            : BindingTime::Host;
}

bool share_key(Function& function, const Expr& call) {
  const auto is_symbolic = [](const Expr& key) { return key.binding_time > BindingTime::External; };
  return std::any_of(call.operands.begin() + 1, call.operands.end(), is_symbolic) &&
         promote_list(function, call.operands.front(), call.place);
}

bool share_growth_of_ranges(Function& function, const Expr& call) {
  const std::vector<const Expr*> lists = ranges_of(function, call);
  const bool some = std::ranges::any_of(lists, [&](const Expr* one) { return function.names_list(*one); });
  // An algorithm whose operands are symbolic may have a symbolic result.
  const bool symbolic =
      call.needs_list &&
      (std::ranges::any_of(call.operands, [](const Expr& one) { return one.binding_time > BindingTime::External; }) ||
       std::ranges::any_of(
           lists, [&](const Expr* one) { return function.variable(one->variable).promotion.may_be_staged(); }));
  return (some || symbolic) && promote_all(function, lists, call.place);
}

bool take_numbers(Function& function, Expr& place) {
  bool changed = false;
  Expr* list = nullptr;
  const bool reserves = place.operation == model::LibraryOperation::Reserve;
  const bool erases = place.operation == model::LibraryOperation::Erase;
  for (Expr& operand : place.operands) {
    const bool resized = place.of_iterator || operand.grows || operand.resizes || reserves;
    if (operand.kind == Kind::Reference && operand.variable != model::kNoVariable && resized &&
        (operand.listed || function.variable(operand.variable).growth.possible))
      list = &operand;
  }
  if (!list) return false;
  model::Variable& variable = function.variable(list->variable);
  for (const Expr& operand : place.operands) {
    const bool symbolic = operand.kind == Kind::Exit && operand.operands.front().binding_time > BindingTime::External;
    // The result of an algorithm on symbolic numbers is no iterator of a vector.
    const bool found = (operand.kind == Kind::StandardCall && operand.binding_time > BindingTime::External) ||
                       (operand.kind == Kind::Reference && &operand != list && operand.variable != list->variable &&
                        erases && function.variable(operand.variable).promotion.may_be_staged());
    if ((symbolic || found) && variable.growth.refused.empty() && !reserves)
      changed = promote_list(function, *list, place.place) || changed;
  }
  place.of_list = function.names_list(*list);
  for (Expr& operand : place.operands) {
    if (operand.kind == Kind::Exit && !operand.is_element) operand.rewritten = place.of_list;
  }
  return changed;
}

namespace {

/// Adds a reason why the variable cannot become a list.
bool refuse(model::Variable& variable, model::Offset place, const std::string& what) {
  auto& refused = variable.growth.refused;
  if (!variable.growth.possible || std::ranges::find(refused, place, &model::Growth::Use::place) != refused.end())
    return false;
  refused.push_back({place, what});
  return true;
}

bool can_be_list(const model::Variable& variable) {
  return variable.growth.possible && variable.growth.refused.empty();
}

Function* find_callee(std::vector<Function>& functions, const Expr& call) {
  if (call.kind != Kind::Call || call.called.of_lambda || call.called.of_staged_class || !call.callee) return nullptr;
  const auto found = std::ranges::find(functions, call.callee, &Function::identity);
  return found == functions.end() ? nullptr : &*found;
}

/// Refuses the variables that the function returns by name.
bool refuse_returned(Function& function, model::Offset place, const std::string& what) {
  bool changed = false;
  model::visit_all_expressions(function.body, [&](const Expr& one) {
    if (one.kind == Kind::Reference && one.returned && one.variable != model::kNoVariable)
      changed = refuse(function.variable(one.variable), place, what) || changed;
  });
  return changed;
}

bool refuse_arguments(Function& caller, const Expr& call, Function& callee, std::vector<Function>& functions) {
  bool changed = false;
  for (size_t k = 0; k < callee.parameters.size(); ++k) {
    model::Variable& parameter = callee.variable(callee.parameters[k].variable);
    const auto passed = std::ranges::find(call.operands, unsigned(k + 1), &Expr::list_argument);
    if (passed != call.operands.end() && passed->kind == Kind::Call) {
      Function* source = find_callee(functions, *passed);
      if (source && !can_be_list(parameter))
        changed = refuse_returned(*source, passed->place, "an argument of '" + callee.name + "'") || changed;
      continue;
    }
    const bool variable = passed != call.operands.end() && caller.variable(passed->variable).growth.possible;
    if (variable && !can_be_list(parameter))
      changed =
          refuse(caller.variable(passed->variable), passed->place, "an argument of '" + callee.name + "'") || changed;
    const bool own = variable && can_be_list(caller.variable(passed->variable));
    if (callee.parameters[k].writable_reference && !own && can_be_list(parameter))
      changed = refuse(parameter, parameter.declared, "what '" + caller.name + "' passes by reference") || changed;
  }
  return changed;
}

/// Shares the reasons between a lambda and the function around it for each captured variable.
bool share_refusals(Function& lambda, std::vector<Function>& functions) {
  const auto around = std::ranges::find_if(functions, [&](const Function& one) { return one.encloses(lambda); });
  if (around == functions.end()) return false;
  bool changed = false;
  for (model::Variable& inner : lambda.variables) {
    const model::VariableId id = inner.captured != model::kNoVariable ? inner.captured : inner.copy_of;
    if (id == model::kNoVariable) continue;
    model::Variable& outer = around->variable(id);
    for (const auto& use : std::vector(inner.growth.refused)) changed = refuse(outer, use.place, use.what) || changed;
    for (const auto& use : std::vector(outer.growth.refused)) changed = refuse(inner, use.place, use.what) || changed;
  }
  return changed;
}

/// Refuses lists with a reference to an element that can become neither a copy nor an index.
void refuse_references(Function& function) {
  model::visit_all_expressions(function.body, [&](const Expr& one) {
    if (one.borrower == model::kNoVariable || !(one.kind == Kind::Subscript || one.of_end)) return;
    const model::VariableId from = function.variable(one.borrower).borrowing.from;
    if (from == model::kNoVariable || !function.variable(from).growth.possible) return;
    const bool followed = names_parts(one, function) ? is_used_alone(one, function)
                                                     : can_borrow(one, function) || can_share(one, function);
    if (!followed) refuse(function.variable(from), one.place, "a reference to an element");
  });
}

}  // namespace

void refuse_list_arguments(std::vector<Function>& functions) {
  std::ranges::for_each(functions, refuse_references);
  for (bool changed = true; std::exchange(changed, false);) {
    for (Function& caller : functions) {
      if (caller.is_lambda()) changed = share_refusals(caller, functions) || changed;
      model::visit_all_expressions(caller.body, [&](const Expr& call) {
        if (Function* callee = find_callee(functions, call))
          changed = refuse_arguments(caller, call, *callee, functions) || changed;
      });
    }
  }
}

bool share_list_arguments(Function& caller, const Expr& call, Function& callee,
                          const std::vector<Function*>& functions) {
  bool changed = false;
  for (const Expr& passed : call.operands) {
    if (passed.list_argument == 0 || passed.list_argument > callee.parameters.size()) continue;
    const model::Parameter& taken = callee.parameters[passed.list_argument - 1];
    model::Variable& parameter = callee.variable(taken.variable);
    if (passed.kind == Kind::Call) {
      const auto source = std::ranges::find(functions, passed.callee, &Function::identity);
      if (source != functions.end() && (*source)->returned.is_list && (*source)->has_staged_variant())
        changed = promote_growth(parameter, BindingTime::MaybeStaged, parameter.declared) || changed;
      continue;
    }
    model::Variable& variable = caller.variable(passed.variable);
    if (variable.growth.may_be_staged())
      changed = promote_growth(parameter, BindingTime::MaybeStaged, parameter.declared) || changed;
    if (taken.writable_reference && parameter.growth.may_be_staged())
      changed = promote_growth(variable, BindingTime::MaybeStaged, passed.place) || changed;
  }
  return changed;
}

bool declare_lists_together(Function& function, const std::vector<Expr>& list) {
  bool changed = false;
  const auto declared = [&](const Expr& one) -> model::Variable* {
    const bool is_one = one.kind == Kind::Reference && one.access == Access::Declare;
    return is_one && !function.variable(one.variable).growth.type_range.empty() ? &function.variable(one.variable)
                                                                                : nullptr;
  };
  for (const Expr& one : list) {
    const model::Variable* promoted = declared(one);
    if (!promoted || !promoted->growth.may_be_staged()) continue;
    for (const Expr& other : list) {
      model::Variable* beside = declared(other);
      if (beside && beside->growth.type_range == promoted->growth.type_range)
        changed = promote_growth(*beside, promoted->growth.binding_time, one.place) || changed;
    }
  }
  return changed;
}

}  // namespace agc::analysis
