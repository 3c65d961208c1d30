#pragma once
/// Types that the text asks for: a symbolic number has another one, and the answer would be another.
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <vector>

namespace agc::parse {

/// Whose types are asked for inside of this expression: n of std::numeric_limits<decltype(n)>::max(),
/// sizeof(decltype(n)), typeid(n).
std::vector<const clang::Expr*> asked_in(const clang::Stmt* source);
/// The same for `using T = decltype(n);`.
std::vector<const clang::Expr*> asked_in(const clang::Decl* source);

/// Does the body of a generic lambda depend on the types of its parameters in another way than by computing with
/// them?
bool asks_for_types(const clang::FunctionDecl* generic);

}  // namespace agc::parse
