#pragma once
/// Containers that are elements of other containers and whose iterators are taken: r[n].begin(). Iterators must not
/// point into a copy of the element.
#include <clang/AST/Expr.h>

#include <vector>

#include "model/expr.h"

namespace agc::parse {

/// Marks the subscripts in the first expression of `found` as references, because iterators into the element are taken:
/// a symbolic index cannot select the container there.
void refer_to_element(std::vector<model::Expr>& found);

/// Allows a symbolic index of r[n], if that is `container`: the range of an algorithm that reads and assigns its
/// numbers one by one. The first expression of `found` describes `container`.
void choose_row(const clang::Expr* container, std::vector<model::Expr>& found);

}  // namespace agc::parse
