#pragma once
/// Loops over numbers of the host that run for many iterations, as far as the constants in their headers say.
#include <clang/AST/Stmt.h>

namespace agc::parse {

/// Whether the loop, a `for` or a `while`, surely counts for hundreds of iterations if nothing leaves it:
/// for (int k = 0; k < 100000; ++k), while (k < kLimit).
bool runs_long(const clang::Stmt* loop, const clang::ASTContext& ast);

}  // namespace agc::parse
