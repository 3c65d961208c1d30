#pragma once
/// Lambdas that functions of the user give by a deduced type: auto line(const Tensor& c) { return [c](double x) { … };
/// }
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>

namespace agc::parse {

/// What names the lambda (its call operator) that a function gives; null where it gives something else, or is a
/// template or a method.
const void* lambda_made_by(const clang::FunctionDecl* maker);

/// The same of the type of a lambda, if a function gives it.
const void* returned_lambda(const clang::CXXRecordDecl* closure);

/// A call of such a function. `caller`: none outside of functions.
struct CallOfMaker {
  const void* lambda = nullptr;
  const clang::FunctionDecl* caller = nullptr;
};

/// True if the lambda leaves the function by its name alone, so that every call of it is seen.
bool makes_lambda(const clang::FunctionDecl* maker, const clang::CXXRecordDecl* closure);

}  // namespace agc::parse
