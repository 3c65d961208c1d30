#pragma once
/// The operator < of the user's classes, by which the standard library orders elements.
#include <clang/AST/Decl.h>

#include "model/expr.h"
#include "parse/source_text.h"

namespace agc::parse {

/// The operator < that a class of numbers defines, as a method or a friend; null where there is none, and for other
/// types.
const clang::FunctionDecl* own_order(clang::QualType element);

/// Makes of `call` one of the method of the twin that orders elements; `element`: one of them.
void call_order(const clang::FunctionDecl* definition, const model::Expr& element, model::Expr& call);

/// True if the runtime compares such elements: numbers, pairs and tuples of them, and classes with an operator < that
/// their twins can have.
bool is_comparable(clang::QualType element, const SourceText& text);

/// True if the algorithm, without a function that compares, does the same with the elements of a list.
bool compares_elements(const clang::FunctionDecl* algorithm, clang::QualType element, const SourceText& text);

}  // namespace agc::parse
