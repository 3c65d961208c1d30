#pragma once
/// Containers that are elements of others, where somebody gets their iterators: r[n].begin(). A copy of the element is
/// no place that iterators may lead into.
#include <clang/AST/Expr.h>

#include <string_view>
#include <vector>

#include "model/expr.h"

namespace agc::parse {

/// The function of the runtime that gives a row: ag::row(r, n).
inline constexpr std::string_view kRow = "row";

/// Iterators into what the first of `found` names are taken: no number of the graph chooses among containers there.
void refer_to_element(std::vector<model::Expr>& found);

/// The first of `found` is what `container`, the range of an algorithm that reads and assigns its numbers one by one,
/// names. Of a row, r[n], a number of the graph may choose it.
void choose_row(const clang::Expr* container, std::vector<model::Expr>& found);

}  // namespace agc::parse
