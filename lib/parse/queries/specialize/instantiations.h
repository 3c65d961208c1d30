#pragma once
/// Types and callees that the template instantiations of the main file determine. A template is converted once, and its
/// own AST has neither the types of its variables nor the functions that it calls.
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <vector>

#include "agc/transform.h"
#include "model/variable.h"

namespace agc::parse {

class Session;

class Instantiations {
 public:
  explicit Instantiations(const Session& session);

  /// Returns the class of the type in all instantiations: `Dependent` if they differ, or if there are none.
  model::TypeClass type_of(const clang::Expr* source) const;
  model::TypeClass type_of(const clang::ValueDecl* declaration) const;

  /// Returns the class of the result of a lambda that is not generic itself.
  model::TypeClass result_of(const clang::LambdaExpr* source) const;

  /// Returns the type of the declaration in all instantiations; null if they differ.
  clang::QualType only_type_of(const clang::ValueDecl* declaration) const;

  /// True if the declaration is a number in some instantiation.
  bool can_be_number(const clang::ValueDecl* declaration) const;

  /// True if the expression is a tensor in some instantiation, or if there are no instantiations.
  bool can_be_tensor(const clang::Expr* source) const;

  /// Returns the callees of the call in the instantiations.
  llvm::ArrayRef<const clang::FunctionDecl*> callees_of(const clang::Expr* call) const;

 private:
  class Collector;
  using Place = std::pair<unsigned, unsigned>;
  /// The classes of the types that occur.
  struct Types {
    bool tensor = false, structure = false, number = false, other = false, several = false;
    clang::QualType first;
    void add(clang::QualType type);
    model::TypeClass joined() const;
  };

  llvm::DenseMap<Place, Types> expressions_, results_;
  llvm::DenseMap<unsigned, Types> declarations_;
  llvm::DenseMap<Place, llvm::SmallVector<const clang::FunctionDecl*, 2>> callees_;
};

/// Returns the instantiations of a function template, or of a member of a class template, sorted by name.
std::vector<Instance> instances_of(const clang::FunctionDecl* function);

}  // namespace agc::parse
