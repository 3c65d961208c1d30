#pragma once
/// Calls of ag::function: what they make a traced function of.
#include <clang/AST/ExprCXX.h>

namespace agc::parse {

struct TracedObject {
  const clang::LambdaExpr* lambda = nullptr;
  const clang::FunctionDecl* function = nullptr;  // a function, a method, or the call operator of a function object
};

/// Nothing where it is another call, or where what it is given is not seen.
TracedObject traced_object(const clang::CallExpr* call);

/// Does the traced lambda use the variable in its place? A copy that nobody changes is a constant.
bool follows_capture(const clang::LambdaExpr* lambda, const clang::ValueDecl* variable);

}  // namespace agc::parse
