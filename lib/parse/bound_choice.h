#pragma once
/// Choices between variables, c ? a : b, that are bound to reference parameters, where that is not the same as a value.
#include <clang/AST/Expr.h>

#include <map>
#include <vector>

#include "model/expr.h"

namespace agc::parse {

/// What stands where one of the variables could be written while the reference lives.
using BoundChoices = std::map<const clang::ConditionalOperator*, clang::SourceRange>;

/// Those in a body: the other arguments of the call, and its object where that is the user's.
BoundChoices bound_choices(const clang::Stmt* body);

/// True if the expression is c ? a : b of variables, to one of which a reference can be bound.
bool chooses_place(const clang::Expr* source);

/// Marks expressions to which a reference is bound.
void note_bound(std::vector<model::Expr>& list);

}  // namespace agc::parse
