#pragma once
/// Variables that hold one function for all of their life.
#include <clang/AST/Decl.h>

namespace agc::parse {

/// True if a local variable of the type of a lambda, of a std::function or of a pointer to a function is only called
/// and read: its initialiser is the function that it holds. Everything else, as `f = g` and `std::swap(f, g)`, may
/// change it.
bool holds_one_function(const clang::VarDecl* variable);

}  // namespace agc::parse
