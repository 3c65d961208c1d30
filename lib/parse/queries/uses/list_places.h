#pragma once
/// Positions in containers that may become lists, which the standard library expresses as iterators.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <string_view>

namespace agc::parse {

/// True if the function has this name and is not an operator.
bool is_named(const clang::FunctionDecl* function, std::string_view name);

/// True if the body names the list itself, or the element in a lambda.
bool is_used_in(const clang::Stmt* body, const clang::ValueDecl* list, const clang::VarDecl* element);

/// Returns the call that produces the iterator, without offsets: v.begin() of v.begin() + k; null if there is none.
const clang::CallExpr* list_place(const clang::Expr* iterator);

/// True for v.rbegin() and v.rend().
bool is_reversed(const clang::Expr* iterator);

/// Returns the container v, which may become a list, of v.back(), v.front() and v.top(); null for other expressions.
const clang::Expr* container_of_end(const clang::Expr* source);

/// Returns the call whose position a variable holds; null for other expressions.
const clang::CallExpr* found_by(const clang::Expr* iterator);

/// True for r.losses, fit.best.losses, and members of the object of a method; false for a part of an element.
bool is_of_variable(const clang::MemberExpr* member);

/// Returns the number of arguments without those that methods of ag::List have by default.
size_t written_arguments(const clang::CallExpr* call);

/// True if the method of a container adapter constructs an element from its arguments.
bool makes_element(std::string_view method, const clang::Expr* list);

}  // namespace agc::parse
