#pragma once
/// The two sides of a[i]. In a template, where i may be of any type, Clang takes i for the array unless it is an
/// integer.
#include <clang/AST/Expr.h>

namespace agc::parse {

/// a
inline const clang::Expr* subscripted(const clang::ArraySubscriptExpr* source) {
  return source->isTypeDependent() ? source->getLHS() : source->getBase();
}

/// i
inline const clang::Expr* subscript_of(const clang::ArraySubscriptExpr* source) {
  return source->isTypeDependent() ? source->getRHS() : source->getIdx();
}

}  // namespace agc::parse
