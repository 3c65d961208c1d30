#pragma once
/// What a call does to its object and its arguments, and what it gives, as far as that is known from what is called.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

namespace agc::parse {

/// A call of a method on an object, which may be of an operator. Where the type of an argument depends on a parameter
/// of a template, Clang knows the object and the only method of its name, but makes no CXXMemberCallExpr.
struct MethodCall {
  explicit MethodCall(const clang::CallExpr* call);
  explicit operator bool() const { return method && object; }
  const clang::CallExpr* source;
  llvm::ArrayRef<const clang::Expr*> arguments;
  const clang::CXXMethodDecl* method = nullptr;
  const clang::Expr* object = nullptr;
};

/// What the call names on an object that is known, where the arguments of an instantiation choose among overloads.
const clang::UnresolvedMemberExpr* overloaded_method(const clang::CallExpr* call);

/// What is called gives a reference through which something may be written.
bool gives_lvalue(const clang::CallExpr* call);

/// A method or function that gives access to a part of its object: what is done to the result is done to the object.
bool gives_part(const clang::FunctionDecl* callee);

/// A method that does not change its object gives a reference through which something is written: not to the object.
bool gives_away(const clang::CallExpr* call, const clang::CXXMethodDecl* method);

/// What a function of std gives is what it gets, or a part of it; a range of ag has the numbers of its bounds, or of
/// what it runs over.
bool passes_on(const clang::FunctionDecl* callee);

/// std::make_pair, make_tuple, make_optional.
bool makes_structure(const clang::FunctionDecl* callee);

/// Is the parameter a reference through which the callee may change its argument?
bool may_change_argument(const clang::FunctionDecl* callee, unsigned index);

/// std::invoke and std::apply call their first argument.
bool calls_first(const clang::FunctionDecl* callee);

/// std::size and its like, of a container.
bool counts_elements(const clang::FunctionDecl* callee);

/// Is a variable given to it by std::move? Then the callee may change it as through a reference.
bool moves_variable(clang::QualType parameter, const clang::Expr* argument);

/// A function of std that changes nothing of what it gets, nor what that refers to.
bool looks_only(const clang::FunctionDecl* callee);

/// A function template of ag with a parameter of deduced type: it takes symbolic numbers, too.
bool takes_any_number(const clang::FunctionDecl* callee, unsigned index);

/// A function of ag that makes a branch or a loop of the functions that it is given (ag/higher_order.h).
bool makes_control_flow(const clang::FunctionDecl* callee);

/// A method of std::optional, or the operator *o or ->.
bool is_of_optional(const clang::FunctionDecl* callee);

/// o of o->m, where o is an optional; none otherwise.
const clang::Expr* value_of_optional(const clang::MemberExpr* source);

/// o == std::nullopt
bool asks_for_value(const clang::FunctionDecl* callee);

}  // namespace agc::parse
