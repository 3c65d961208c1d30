#pragma once
/// Choices between variables, c ? a : b, that are bound to reference parameters, where that is not the same as a value.
#include <clang/AST/Expr.h>

#include <map>

namespace agc::parse {

/// What stands where one of the variables could be written while the reference lives.
using BoundChoices = std::map<const clang::ConditionalOperator*, clang::SourceRange>;

/// Those in a body: the other arguments of the call, and its object where that is the user's.
BoundChoices bound_choices(const clang::Stmt* body);

}  // namespace agc::parse
