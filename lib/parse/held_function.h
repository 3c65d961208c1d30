#pragma once
/// Variables that hold one function for all of their life.
#include <clang/AST/Decl.h>

namespace agc::parse {

/// True if a local variable that a lambda initialises, of type `auto`, std::function or a pointer to a function, is
/// only called and read: the lambda is the function that it holds. Anything else, as `f = g` and `std::swap(f, g)`, may
/// change it.
bool holds_one_function(const clang::VarDecl* variable);

/// True for a local variable that holds functions of tensors or numbers, and not one lambda for good.
bool chooses_functions(const clang::VarDecl* variable);

}  // namespace agc::parse
