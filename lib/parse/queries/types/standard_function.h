#pragma once
/// The functions of the standard library that take symbolic numbers.
#include <clang/AST/Decl.h>

namespace agc::parse {

/// True if ag::cxx provides the function.
bool is_standard(const clang::FunctionDecl* callee);

}  // namespace agc::parse
