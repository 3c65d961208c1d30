#pragma once
/// Objects of the user's classes that are called like functions: f(x), std::transform(…, f).
#include <clang/AST/Expr.h>

#include "parse/session/source_text.h"

namespace agc::parse {

/// Returns the call operator of the class of the expression; null unless the staged class has it, it is the only one,
/// it is const, and all its parameters are numbers or structures of numbers.
const clang::FunctionDecl* functor_method(const clang::Expr* function, const SourceText& text);
const clang::FunctionDecl* functor_method(clang::QualType type, const SourceText& text);

}  // namespace agc::parse
