#pragma once
/// Function templates whose text computes the same with symbolic numbers.
#include <clang/AST/Decl.h>

namespace agc::parse {

/// Returns the template that `callee` instantiates, if its text computes the same with symbolic numbers; null
/// otherwise.
const clang::FunctionDecl* number_template(const clang::FunctionDecl* callee);

}  // namespace agc::parse
