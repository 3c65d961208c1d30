#pragma once
/// Lists in braces that are written where a structure, or a list of numbers, is asked for.
#include <vector>

#include "parse/source_text.h"

namespace clang {
class Expr;
class QualType;
}  // namespace clang

namespace agc::parse {

/// {n, {m, 1}}: adds n, m and 1. False where the expression is no such list.
bool collect_braced(const clang::Expr* list, const SourceText& text, std::vector<const clang::Expr*>& out);

/// std::initializer_list<int>, or one of structures of numbers.
bool is_list_of_numbers(clang::QualType type);

}  // namespace agc::parse
