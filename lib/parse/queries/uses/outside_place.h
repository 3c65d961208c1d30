#pragma once
/// Parts of external variables.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/SmallVector.h>

namespace agc::parse {

/// A part of an external variable, or of the object of a method that works in place.
struct OutsidePlace {
  /// container[subscript]
  struct Index {
    const clang::Expr *container, *subscript;  // no container: the subscript itself is evaluated first
  };
  const clang::VarDecl* variable = nullptr;  // null: the object
  const clang::ValueDecl* leaf = nullptr;    // the named variable or member
  bool follows = true;                       // at the same place in every object
  const clang::Expr* holder = nullptr;       // the last vector or pointer on the path
  bool at_end = false;                       // the first or last element of the holder
  llvm::SmallVector<Index, 2> indices;       // after the holder
};

}  // namespace agc::parse
