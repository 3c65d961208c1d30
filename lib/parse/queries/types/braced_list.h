#pragma once
/// Braced lists that initialize a structure, or a list of numbers.
#include <vector>

#include "parse/session/source_text.h"

namespace clang {
class Expr;
class QualType;
}  // namespace clang

namespace agc::parse {

/// Adds n, m and 1 of {n, {m, 1}} to `out`. Returns false if the expression is no such list.
bool collect_braced(const clang::Expr* list, const SourceText& text, std::vector<const clang::Expr*>& out);

/// True for std::initializer_list<int> and for one of structures of numbers.
bool is_list_of_numbers(clang::QualType type);

}  // namespace agc::parse
