#pragma once
/// Calls of ag::function: what they make a traced function of; and of ag::host_call: what the host runs.
#include <clang/AST/ExprCXX.h>

#include <string>
#include <vector>

#include "model/function.h"
#include "parse/source_text.h"

namespace agc::parse {

struct TracedObject {
  const clang::LambdaExpr* lambda = nullptr;
  bool is_written = false;                        // the lambda is the argument itself
  const clang::Expr* named = nullptr;             // the argument of ag::function, where it is the name of something
  const clang::FunctionDecl* function = nullptr;  // a function, a method, or the call operator of a function object
};

/// Nothing where it is another call, or where what it is given is not seen.
TracedObject traced_object(const clang::CallExpr* call);

/// The functions that a call of a traced function gives it: it calls them in its graph.
std::vector<TracedObject> given_functions(const clang::CallExpr* call);

/// The call of ag::function whose argument is a lambda; none where it is something else.
const clang::CallExpr* made_of_lambda(const clang::Expr* source);

/// "x, n"; nothing where there are none, or one has no name.
std::string names_of_parameters(const clang::FunctionDecl* function);

/// The places where ag::function is given a lambda, or a function, by its name.
std::vector<model::NamedArgument> named_arguments(const std::vector<TracedObject>& objects,
                                                  const clang::LambdaExpr* lambda, const clang::FunctionDecl* function,
                                                  const SourceText& text);

/// Is the argument a function that ag::host_call runs, with values, when the graph gets there? It stays as it is. A
/// lambda that captures something is a part of the function around it.
bool runs_on_host(const clang::FunctionDecl* callee, unsigned index, const clang::Expr* argument);

/// Does the traced lambda use the variable in its place? A copy that nobody changes is a constant.
bool follows_capture(const clang::LambdaExpr* lambda, const clang::ValueDecl* variable);

}  // namespace agc::parse
