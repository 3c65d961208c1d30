#pragma once
/// Conditional expressions c ? a : b of variables that are bound to reference parameters, in places where a value would
/// behave differently.
#include <clang/AST/Expr.h>

#include <map>
#include <vector>

#include "model/expr.h"

namespace agc::parse {

/// Maps each conditional expression to the source range in which a variable could be written while the reference lives.
using ConditionalLvalues = std::map<const clang::ConditionalOperator*, clang::SourceRange>;

/// Returns these expressions of a body with their ranges: the other arguments of the call, and its object if it is of a
/// class of the user.
ConditionalLvalues conditional_lvalues(const clang::Stmt* body);

/// True if the expression is c ? a : b of variables, to one of which a reference can be bound.
bool chooses_place(const clang::Expr* source);

/// Marks expressions to which a reference is bound.
void note_bound(std::vector<model::Expr>& list);

}  // namespace agc::parse
