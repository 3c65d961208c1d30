#pragma once
/// Parts of variables outside of a function.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/SmallVector.h>

namespace agc::parse {

/// A part of a variable outside of the function, or of the object of a method that works in place.
struct OutsidePlace {
  /// container[subscript]
  struct Index {
    const clang::Expr *container, *subscript;  // no container: looks first itself
  };
  const clang::VarDecl* variable = nullptr;  // none: the object
  const clang::ValueDecl* leaf = nullptr;    // the variable or the member that is named
  bool follows = true;                       // at the same place in every object
  const clang::Expr* holder = nullptr;       // the last vector or pointer on the way
  bool at_end = false;                       // the first or last element of it
  llvm::SmallVector<Index, 2> indices;       // the subscripts after it
};

}  // namespace agc::parse
