#pragma once
/// The functions of the standard library that take symbolic numbers.
#include <clang/AST/Decl.h>

namespace agc::parse {

/// Does ag::cxx have it?
bool is_standard(const clang::FunctionDecl* callee);

}  // namespace agc::parse
