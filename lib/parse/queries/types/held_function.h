#pragma once
/// Variables that hold the same function during their whole lifetime.
#include <clang/AST/Decl.h>

namespace agc::parse {

/// True if a local variable that a lambda initialises, of type `auto`, std::function or pointer to function, is only
/// called and read, so that it always holds that lambda. Other uses, such as `f = g` and `std::swap(f, g)`, may change
/// it.
bool holds_one_function(const clang::VarDecl* variable);

/// True for a local variable that holds functions of tensors or numbers, but not always the same lambda.
bool chooses_functions(const clang::VarDecl* variable);

}  // namespace agc::parse
