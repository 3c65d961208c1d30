#pragma once
/// The operands of a[i]. In a template, where i may have any type, Clang takes i for the array unless it is an integer.
#include <clang/AST/Expr.h>

namespace agc::parse {

/// Returns a of a[i].
inline const clang::Expr* subscripted(const clang::ArraySubscriptExpr* source) {
  return source->isTypeDependent() ? source->getLHS() : source->getBase();
}

/// Returns i of a[i].
inline const clang::Expr* subscript_of(const clang::ArraySubscriptExpr* source) {
  return source->isTypeDependent() ? source->getRHS() : source->getIdx();
}

/// True for sizeof a / sizeof a[0], which has the same value for an array of symbolic numbers.
bool is_count_of_elements(const clang::BinaryOperator* source);

}  // namespace agc::parse
