#pragma once
/// Traversals of expressions and statements, outside in and in source order. The callable receives every node.
#include "model/function.h"

namespace agc::model {

template <class E, class F>
void visit_expressions(E& expression, const F& use) {
  use(expression);
  for (auto& operand : expression.operands) visit_expressions(operand, use);
}

/// The expressions directly in `statement`, not those of nested statements, in order of evaluation.
template <class S, class F>
void visit_own_expressions(S& statement, const F& use) {
  for (auto& expression : statement.initialisers) use(expression);
  if (statement.has_condition) use(statement.condition);
  for (auto& expression : statement.expressions) use(expression);
  for (auto& expression : statement.step) use(expression);
}

template <class S, class F>
void visit_statements(S& statement, const F& use) {
  use(statement);
  for (auto& child : statement.children) visit_statements(child, use);
}

/// Every expression inside `statement`, at any depth.
template <class S, class F>
void visit_all_expressions(S& statement, const F& use) {
  visit_own_expressions(statement, [&](auto& expression) { visit_expressions(expression, use); });
  for (auto& child : statement.children) visit_all_expressions(child, use);
}

}  // namespace agc::model
