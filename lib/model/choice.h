#pragma once
/// What decides a ?: of things that no graph has, and where the graph chooses elements.
#include <algorithm>

#include "model/expr.h"

namespace agc::model {

/// A choice between pointers to functions, texts, …: made while the graph is made, by a condition that is known there
/// unless the arguments are not.
inline bool chosen_on_host(const Expr& expression) {
  if (expression.kind != Expr::Kind::Conditional || expression.type != TypeClass::Other) return false;
  if (!expression.number_type.empty()) return false;  // a text, which the graph may choose
  const Expr& condition = expression.operands.front();
  return condition.level == Level::Maybe && condition.type == TypeClass::HostNumber && expression.sink == Sink::Host;
}

/// Is there an element in it that the graph chooses?
inline bool chooses_element(const Expr& expression) {
  return (expression.kind == Expr::Kind::Subscript && expression.rewritten) || expression.chosen ||
         std::ranges::any_of(expression.operands, chooses_element);
}

/// ?: that becomes a call. Also with a host condition: of a symbolic int and 0.5 C++ would make an int. Where both
/// sides are places of one type, and somebody gets a reference to the chosen one, only what decides counts.
inline bool becomes_choice(const Expr& expression) {
  if (expression.kind != Expr::Kind::Conditional || chosen_on_host(expression)) return false;
  if (expression.of_place)
    return expression.operands.front().staged || chooses_element(expression.operands[1]) ||
           chooses_element(expression.operands[2]);
  return expression.operands.front().staged || (expression.level != Level::Host && !expression.refers);
}

/// Does the graph decide whether its operands but the first are evaluated?
inline bool decides_on_operands(const Expr& expression) {
  return (expression.kind == Expr::Kind::Logical && expression.staged) || becomes_choice(expression);
}

/// Does C++ need the text, or the pointer, that it chooses? Where it becomes a call, no graph has one.
inline bool chooses_text(const Expr& choice) {
  return choice.sink == Sink::Host && choice.type == TypeClass::Other && choice.number_type.empty();
}

/// Is it a call of what takes symbolic numbers? An object with virtual methods runs them itself where it is given known
/// ones and no tensor decides what they give, and so does what is defaulted.
inline bool runs_on_symbols(const Expr& call, bool converted) {
  if (!call.of_dynamic && !call.compares && !call.of_functor) return converted;
  if (call.asks_tensors) return converted;
  const auto is_symbolic = [](const Expr& one) {
    return one.level != Level::Host || (one.kind == Expr::Kind::Exit && one.operands.front().level != Level::Host);
  };
  return (converted || call.compares) &&
         std::any_of(call.operands.begin() + (call.of_dynamic ? 1 : 0), call.operands.end(), is_symbolic);
}

}  // namespace agc::model
