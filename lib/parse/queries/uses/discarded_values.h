#pragma once
/// Expressions whose values are discarded.
#include <clang/AST/Stmt.h>

#include <vector>

namespace agc::parse {

/// Returns the substatements in positions where the value of an expression is discarded: those of a block, the branches
/// of an `if`, the body and the step of a loop.
std::vector<const clang::Stmt*> discarded_in(const clang::Stmt* statement);

}  // namespace agc::parse
