#pragma once
/// Positions that are used after their container has changed. The iterators of sets, maps and lists stay valid then,
/// while an index does not.
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

namespace agc::parse {

/// True if `position`, a local variable, may be used in `body` after elements of `container` were added or removed.
bool may_be_stale(const clang::Stmt* body, const clang::VarDecl* position, const clang::ValueDecl* container);

}  // namespace agc::parse
