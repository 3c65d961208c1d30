#pragma once
/// Predicates on ?: and other expressions whose operands the graph may choose or skip.
#include <algorithm>

#include "model/expr.h"

namespace agc::model {

/// True for a choice between pointers to functions, texts, …, which is made while tracing. Its condition is a host
/// value, unless the arguments of the function make it symbolic.
inline bool chosen_on_host(const Expr& expression) {
  if (expression.kind != Expr::Kind::Conditional || expression.type != TypeClass::Other) return false;
  if (!expression.number_type.empty()) return false;  // a text, which the graph may choose
  const Expr& condition = expression.operands.front();
  return condition.binding_time == BindingTime::MaybeStaged && condition.type == TypeClass::HostNumber &&
         expression.sink == Sink::Host;
}

/// True if the expression contains an element that the graph chooses.
inline bool chooses_element(const Expr& expression) {
  return (expression.kind == Expr::Kind::Subscript && expression.rewritten) || expression.called.chosen ||
         std::ranges::any_of(expression.operands, chooses_element);
}

/// True if an operand is an element of a list, which is an object that refers to it.
inline bool names_list_element(const Expr& expression) {
  return (expression.kind == Expr::Kind::Subscript && expression.of_list) ||
         std::ranges::any_of(expression.operands, names_list_element);
}

/// True for a ?: that becomes a call. A host condition may require it too: of a symbolic int and 0.5 C++ would make an
/// int. If both sides are lvalues of one type and a reference is bound to the result, only the condition and the choice
/// of elements count.
inline bool becomes_choice(const Expr& expression) {
  if (expression.kind != Expr::Kind::Conditional || chosen_on_host(expression)) return false;
  if (expression.of_place)
    return expression.operands.front().staged || chooses_element(expression.operands[1]) ||
           chooses_element(expression.operands[2]);
  return expression.operands.front().staged || (expression.binding_time != BindingTime::Host && !expression.refers);
}

/// True if the graph decides whether the operands after the first are evaluated.
inline bool decides_on_operands(const Expr& expression) {
  return (expression.kind == Expr::Kind::Logical && expression.staged) || becomes_choice(expression);
}

/// True if C++ requires the chosen text or pointer itself. It cannot become a call: a graph has no such values.
inline bool chooses_text(const Expr& choice) {
  return choice.sink == Sink::Host && choice.type == TypeClass::Other && choice.number_type.empty() &&
         !choice.chooses_pointer;
}

/// True for a call of a variant that takes symbolic numbers. A virtual method runs on the object itself if its
/// arguments are known and no tensor influences the result. The same holds for defaulted comparisons.
inline bool runs_on_symbols(const Expr& call, bool converted) {
  if (!call.called.of_dynamic && !call.called.compares && !call.called.of_functor) return converted;
  if (call.called.asks_tensors) return converted;
  const auto is_symbolic = [](const Expr& one) {
    return one.binding_time != BindingTime::Host ||
           (one.kind == Expr::Kind::Exit && one.operands.front().binding_time != BindingTime::Host);
  };
  return (converted || call.called.compares) &&
         std::any_of(call.operands.begin() + (call.called.of_dynamic ? 1 : 0), call.operands.end(), is_symbolic);
}

}  // namespace agc::model
