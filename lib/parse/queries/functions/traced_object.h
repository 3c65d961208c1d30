#pragma once
/// Calls of ag::function and the object that they trace; calls of ag::host_call and the function that runs on the host.
#include <clang/AST/ExprCXX.h>

#include <string>
#include <vector>

#include "model/function.h"
#include "parse/session/source_text.h"

namespace agc::parse {

struct TracedObject {
  const clang::LambdaExpr* lambda = nullptr;
  bool is_written = false;                        // the lambda is the argument itself
  const clang::Expr* named = nullptr;             // the argument of ag::function, if it is a name
  const clang::FunctionDecl* function = nullptr;  // a function, a method, or the call operator of a function object
};

/// Returns the object that a call of ag::function traces; empty for other calls, or if the object is not visible.
TracedObject traced_object(const clang::CallExpr* call);

/// Returns the functions that are arguments of a call of a traced function, which calls them in its graph.
std::vector<TracedObject> callbacks(const clang::CallExpr* call);

/// Returns the call of ag::function whose argument is a lambda; null for other expressions.
const clang::CallExpr* made_of_lambda(const clang::Expr* source);

/// Returns the names of the parameters, such as "x, n"; empty if there are none, or if one has no name.
std::string names_of_parameters(const clang::FunctionDecl* function);

/// Returns the positions where a lambda or a function is passed to ag::function by its name.
std::vector<model::NamedArgument> named_arguments(const std::vector<TracedObject>& objects,
                                                  const clang::LambdaExpr* lambda, const clang::FunctionDecl* function,
                                                  const SourceText& text);

/// True if the argument is a function that ag::host_call runs with values when the graph reaches the call. It is not
/// converted. A lambda with captures belongs to the enclosing function, and returns false.
bool runs_on_host(const clang::FunctionDecl* callee, unsigned index, const clang::Expr* argument);

/// True if the traced lambda accesses the variable in place. A copy that is never changed is a constant.
bool follows_capture(const clang::LambdaExpr* lambda, const clang::ValueDecl* variable);

}  // namespace agc::parse
