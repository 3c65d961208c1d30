#pragma once
/// The effect of a call on its object and its arguments, and properties of its result, as far as the callee determines
/// them.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

namespace agc::parse {

/// A call of a method or a member operator on an object. Where the type of an argument depends on a template parameter,
/// Clang knows the object and the only method of its name, but builds no CXXMemberCallExpr.
struct MethodCall {
  explicit MethodCall(const clang::CallExpr* call);
  explicit operator bool() const { return method && object; }
  const clang::CallExpr* source;
  llvm::ArrayRef<const clang::Expr*> arguments;
  const clang::CXXMethodDecl* method = nullptr;
  const clang::Expr* object = nullptr;
};

/// Returns the method name of a call on an object of known type, where overload resolution depends on the arguments of
/// an instantiation; null otherwise.
const clang::UnresolvedMemberExpr* overloaded_method(const clang::CallExpr* call);

/// True if the call returns a reference through which something may be written.
bool gives_lvalue(const clang::CallExpr* call);

/// True if a method or function returns access to a part of its object, so that a change of the result is a change of
/// the object.
bool gives_part(const clang::FunctionDecl* callee);

/// True if a method that does not change its object returns a mutable reference to something other than the object.
bool gives_away(const clang::CallExpr* call, const clang::CXXMethodDecl* method);

/// True if the result of a function of std is its argument or a part of it. A range of ag holds the numbers of its
/// bounds or of the sequence that it iterates over.
bool passes_on(const clang::FunctionDecl* callee);

/// True for std::make_pair, std::make_tuple and std::make_optional.
bool makes_structure(const clang::FunctionDecl* callee);

/// True if the parameter is a reference through which the callee may change its argument.
bool may_change_argument(const clang::FunctionDecl* callee, unsigned index);

/// True for std::invoke and std::apply, which call their first argument.
bool calls_first(const clang::FunctionDecl* callee);

/// True for std::size and similar functions that count the elements of a container.
bool counts_elements(const clang::FunctionDecl* callee);

/// True if the argument is a variable in std::move. The callee may change it as through a reference.
bool moves_variable(clang::QualType parameter, const clang::Expr* argument);

/// True for a function of std that changes neither its arguments nor the objects that they refer to.
bool looks_only(const clang::FunctionDecl* callee);

/// True for a function template of ag with a parameter of deduced type, which accepts symbolic numbers as well.
bool takes_any_number(const clang::FunctionDecl* callee, unsigned index);

/// True for a function of ag that makes a branch or a loop of its function arguments (ag/higher_order.h).
bool makes_control_flow(const clang::FunctionDecl* callee);

/// True for a method of std::optional, and for its operators * and ->.
bool is_of_optional(const clang::FunctionDecl* callee);

/// Returns o of o->m where o is an optional; null otherwise.
const clang::Expr* value_of_optional(const clang::MemberExpr* source);

/// True for a comparison with std::nullopt, as in o == std::nullopt.
bool asks_for_value(const clang::FunctionDecl* callee);

}  // namespace agc::parse
