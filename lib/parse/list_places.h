#pragma once
/// Places in containers that may become lists, as the standard library has iterators for them.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <string_view>

namespace agc::parse {

/// True if it has this name, and no operator.
bool is_named(const clang::FunctionDecl* function, std::string_view name);

/// True if the body names the list itself, or the element in a lambda.
bool is_used_in(const clang::Stmt* body, const clang::ValueDecl* list, const clang::VarDecl* element);

/// The call that gives the iterator, without what it is moved by: v.begin() of v.begin() + k; null where it is none.
const clang::CallExpr* list_place(const clang::Expr* iterator);

/// v.rbegin(), v.rend()
bool is_reversed(const clang::Expr* iterator);

/// The container of v.back(), v.front() and v.top(), which may become a list.
const clang::Expr* container_of_end(const clang::Expr* source);

/// The call that a variable keeps the place of; null where it is no such variable.
const clang::CallExpr* found_by(const clang::Expr* iterator);

/// r.losses, fit.best.losses, and of the object of a method; no part of an element.
bool is_of_variable(const clang::MemberExpr* member);

/// The number of arguments without those that a method of ag::List has by default.
size_t written_arguments(const clang::CallExpr* call);

/// What the method of an adapter makes an element of.
bool makes_element(std::string_view method, const clang::Expr* list);

}  // namespace agc::parse
