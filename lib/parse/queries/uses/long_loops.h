#pragma once
/// Loops over host numbers with a large trip count, as far as the constants in their headers show.
#include <clang/AST/Stmt.h>

namespace agc::parse {

/// True if the constants in the header of a `for` or `while` show a trip count above the limit for unrolling, unless
/// the loop is left early: for (int k = 0; k < 100000; ++k), while (k < kLimit).
bool runs_long(const clang::Stmt* loop, const clang::ASTContext& ast);

}  // namespace agc::parse
