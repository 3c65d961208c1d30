#pragma once
/// Builds the variables of a function, and finds those of declarations. Internal to `parse`.
#include <llvm/ADT/DenseMap.h>

#include "parse/build/builder_part.h"

namespace agc::parse {

class VariableBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Returns the variable of the declaration, or kNoVariable.
  model::VariableId find(const clang::ValueDecl* declaration) const;
  bool contains(const clang::ValueDecl* declaration) const { return find(declaration) != model::kNoVariable; }
  /// Returns the variable of a declaration that has one.
  model::VariableId id_of(const clang::ValueDecl* declaration) { return ids_[declaration]; }
  /// Separates the declaration from its variable.
  void forget(const clang::ValueDecl* declaration) { ids_.erase(declaration); }
  /// Adds the variable of a declaration.
  model::VariableId add_variable(const clang::ValueDecl* declaration, clang::QualType type);
  /// Sets whether the declared variable holds numbers, and how its declaration could be rewritten.
  void describe_number(const clang::DeclaratorDecl* declaration, model::Variable& variable) const;

 private:
  clang::QualType describe_promotion(const clang::DeclaratorDecl* declaration, clang::QualType type,
                                     model::Promotion& promotion) const;
  void describe_written_type(const clang::DeclaratorDecl* declaration, clang::QualType type, clang::QualType plain,
                             model::Variable& variable) const;

  llvm::DenseMap<const clang::ValueDecl*, model::VariableId> ids_;
};

}  // namespace agc::parse
