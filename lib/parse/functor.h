#pragma once
/// Objects of the user's classes that are called like functions: f(x), std::transform(…, f).
#include <clang/AST/Expr.h>

#include "parse/source_text.h"

namespace agc::parse {

/// The call operator of what the expression is, where the twin of its class has it, it is the only one, it changes
/// nothing of the object, and takes nothing but numbers; none otherwise.
const clang::FunctionDecl* functor_method(const clang::Expr* function, const SourceText& text);

}  // namespace agc::parse
