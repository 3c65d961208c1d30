#pragma once
/// Local variables that hold the position of an element that an algorithm found: auto best =
/// std::max_element(v.begin(), v.end()).
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace agc::parse {

/// True for a library algorithm that returns the position of an element, and that ag::cxx provides.
bool finds_element(const clang::CallExpr* call);

/// True for such an algorithm that finds an element in every range that is not empty.
bool is_always_found(const clang::CallExpr* call);

/// Returns such a call on a range; null for other expressions.
const clang::CallExpr* finding_call(const clang::Expr* iterator);

/// Returns the call that initialises the variable, if all its uses can be followed: the element is read or assigned, or
/// the position is subtracted from or compared with a position of its container. Null otherwise.
const clang::CallExpr* finding_call(const clang::VarDecl* variable);

}  // namespace agc::parse
