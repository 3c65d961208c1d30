#pragma once
/// Local variables that hold where an algorithm found an element: auto best = std::max_element(v.begin(), v.end());
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace agc::parse {

/// An algorithm of the library that gives the place of an element, and that ag::cxx has.
bool finds_element(const clang::CallExpr* call);

/// One that finds an element of every range that has some.
bool is_always_found(const clang::CallExpr* call);

/// Such a call of a range; none where it is something else.
const clang::CallExpr* finding_call(const clang::Expr* iterator);

/// The call that the variable is initialised with, where only the value there is read, its distance from a place of its
/// container is asked, or whether it is such a place.
const clang::CallExpr* finding_call(const clang::VarDecl* variable);

}  // namespace agc::parse
