#pragma once
/// Lambdas that the user's functions return with a deduced type: auto line(const Tensor& c) { return [c](double x) { …
/// }; }
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>

namespace agc::parse {

/// Returns the identity of the lambda (its call operator) that a function returns; null if the function returns
/// something else, or is a template or a method.
const void* lambda_made_by(const clang::FunctionDecl* maker);

/// Returns the same identity for a lambda's type, if a function returns the lambda.
const void* returned_lambda(const clang::CXXRecordDecl* closure);

/// A call of such a function. `caller`: null outside of functions.
struct CallOfMaker {
  const void* lambda = nullptr;
  const clang::FunctionDecl* caller = nullptr;
};

/// True if the lambda leaves the function only as its result, so that every call of it is visible.
bool makes_lambda(const clang::FunctionDecl* maker, const clang::CXXRecordDecl* closure);

}  // namespace agc::parse
