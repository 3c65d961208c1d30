#pragma once
/// Builds references to variables, and finds the variable that an expression names, or names a part of. Internal to
/// `parse`.
#include <llvm/ADT/SmallPtrSet.h>

#include "parse/build/builder_part.h"

namespace agc::parse {

/// Returns the declaration that the expression names, or names a part of, or null. Clears `whole` for a part.
const clang::ValueDecl* root_of(const clang::Expr* source, bool& whole);

class ReferenceBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Notes the key of a map in a range-based loop.
  void note_key(const clang::ValueDecl* declaration) { keys_.insert(declaration); }
  /// Returns the member of this method's object that the expression names, or names a part of.
  model::VariableId root_member(const clang::Expr* source, bool& whole);
  /// Returns the expression for an assignment to the declaration; for a part of a variable, an update. Has no variable
  /// if the declaration is not tracked.
  model::Expr reference_to(const clang::ValueDecl* declaration);
  /// Collects the name of a variable or of a function.
  void collect_reference(const clang::DeclRefExpr* source, Use use, Expressions& out);
  /// Collects a use of the declared variable at `range`.
  void collect_variable(const clang::ValueDecl* declaration, clang::SourceRange range, Use use, Expressions& out);

 private:
  llvm::SmallPtrSet<const clang::ValueDecl*, 4> keys_;  // keys of maps in range loops, not changed with the elements
  bool names_only_ = false;                             // visits a variable alone, not the objects that it refers to
};

}  // namespace agc::parse
