#pragma once
/// Type queries in the text: a symbolic number has another type, so the result of a query would differ.
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <vector>

namespace agc::parse {

/// Returns the expressions whose types are queried inside of this one: n of std::numeric_limits<decltype(n)>::max(),
/// sizeof(decltype(n)), typeid(n).
std::vector<const clang::Expr*> asked_in(const clang::Stmt* source);
/// Returns the same for a declaration such as `using T = decltype(n);`.
std::vector<const clang::Expr*> asked_in(const clang::Decl* source);

/// True if the body of a generic lambda depends on its parameter types in a way other than computing with the values.
bool asks_for_types(const clang::FunctionDecl* generic);

}  // namespace agc::parse
