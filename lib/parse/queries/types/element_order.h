#pragma once
/// The operator < of the user's classes, by which algorithms of the standard library order elements.
#include <clang/AST/Decl.h>

#include "model/expr.h"
#include "parse/session/source_text.h"

namespace agc::parse {

/// Returns the operator < (or another one) that a class of numbers defines, as a method or a friend; null if there is
/// none, and for other types.
const clang::FunctionDecl* own_order(clang::QualType element, clang::OverloadedOperatorKind kind = clang::OO_Less);

/// Returns the function of a staged class that orders the elements of a std::priority_queue: an operator of the
/// elements, or operator() of a comparison class. Null for elements that the runtime compares.
const clang::FunctionDecl* order_of_queue(clang::QualType queue, const SourceText& text);

/// Makes `call` a call of the method of the staged class that orders elements, or of a comparison class. `element` is
/// one of the elements.
void call_order(const clang::FunctionDecl* definition, const model::Expr& element, model::Expr& call);

/// True if the runtime can compare such elements: numbers, pairs and tuples of them, and classes with an operator <
/// that their staged classes can have.
bool is_comparable(clang::QualType element, const SourceText& text);

/// True if the algorithm, called without a comparison function, has the same effect on the elements of a list.
bool compares_elements(const clang::FunctionDecl* algorithm, clang::QualType element, const SourceText& text);

}  // namespace agc::parse
