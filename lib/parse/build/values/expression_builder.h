#pragma once
/// Builds expressions: the dispatch over their kinds, conditions, operators and assignments, and the order of
/// evaluation of operands. Internal to `parse`.
#include "parse/build/builder_part.h"
#include "parse/queries/uses/conditional_lvalue.h"

namespace agc::parse {

class ExpressionBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Finds the conditional expressions that are bound to references.
  void find_bound_choices(const clang::FunctionDecl* function);
  /// Collects an assignment. `divides`: it divides by `value`, which may be zero.
  void collect_assignment(const clang::Expr* target, const clang::Expr* value, model::Access access, Expressions& out,
                          bool divides = false);
  /// Returns the expression of a condition.
  model::Expr condition(const clang::Expr* source) { return condition(source, {{}, model::Sink::Condition}); }
  model::Expr condition(const clang::Expr* source, Use use);
  /// Returns one expression for `source`.
  model::Expr expression(const clang::Expr* source, Use use);
  /// Collects the subexpressions.
  void collect_children(const clang::Stmt* source, Use use, Expressions& out);
  /// Collects the uses of variables in `source`, and its parts that may have to be rewritten.
  void collect(const clang::Stmt* source, Use use, Expressions& out);

 private:
  model::Range bound_in(const clang::ConditionalOperator* choice) const;
  void collect_operands(const clang::BinaryOperator* source, Use use, Expressions& out);
  void copy_changed(const clang::Expr* target, const clang::Expr* value, const Expressions& found, Expressions& out);
  model::Expr logical(const clang::BinaryOperator* source, Use use);
  model::Expr conditional(const clang::ConditionalOperator* source, Use use);
  void collect_unary(const clang::UnaryOperator* source, Use use, Expressions& out);
  void collect_binary(const clang::BinaryOperator* source, Use use, Expressions& out);
  void collect_rewritten(const clang::CXXRewrittenBinaryOperator* source, Expressions& out);
  void collect_array_element(const clang::ArraySubscriptExpr* source, Use use, Expressions& out);
  bool collect_cast(const clang::Stmt* source, Expressions& out);
  model::Expr thrown(const clang::CXXThrowExpr* source);

  ConditionalLvalues conditional_lvalues_;  // of the outermost function
};

}  // namespace agc::parse
