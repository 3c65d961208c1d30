#pragma once
/// Builds references to parts of other variables, and the effects on variables to which others keep references.
/// Internal to `parse`.
#include <llvm/ADT/DenseMap.h>

#include <string>

#include "parse/build/builder_part.h"

namespace agc::parse {

class AliasBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Returns the target of a reference, or null for other declarations.
  const Alias* find(const clang::ValueDecl* declaration) const;
  /// Records the variable that the reference names a part of.
  Alias& remember_alias(const clang::ValueDecl* declaration, const clang::Expr* initialiser);
  /// Collects &a == &b of the variables of two loops over objects: both name the element itself, even if its numbers
  /// are symbolic. (Elsewhere a copy with its own address may stand for an object.)
  bool collect_same_element(const clang::Stmt* statement, Expressions& out);
  /// Collects the effects of a read or a change of `holder` on the variables that it refers to. They have no text of
  /// their own.
  void collect_kept(const clang::ValueDecl* holder, clang::SourceRange range, model::Access access, Expressions& out);
  /// Collects an access to the target of a reference that a variable keeps.
  void refer_to_kept(const KeptReference& kept, clang::SourceRange range, model::Access access, Expressions& out);
  /// Requires that the variables to which `holder` refers keep their types: a reference to a host number cannot refer
  /// to a symbolic one.
  void collect_references_of(const clang::ValueDecl* holder, Expressions& out);
  /// Adds changes of variables to which an argument refers, such as a span or an iterator: the callee may change them.
  void collect_lent(const clang::FunctionDecl* callee, const clang::Expr* argument, Expressions& out);
  /// Handles Particle& p = all[k]: `values` becomes one expression, which declares `p` if it is a copy.
  model::VariableId add_borrower(const clang::VarDecl* variable, Expressions& values);
  /// Marks v[n].f(…) if f may change the element. `target` holds the expressions of the object, `arguments` those of
  /// the arguments.
  void note_element_call(const clang::CallExpr* source, const clang::Expr* object, Use use, Expressions& target,
                         const Expressions& arguments) const;

 private:
  void keep(Expressions& found, const std::string& keeper, Expressions& out);
  void end_of_list(const clang::VarDecl* variable, Expressions& values) const;

  llvm::DenseMap<const clang::ValueDecl*, Alias> aliases_;
};

}  // namespace agc::parse
