#pragma once
/// What the instantiations of the templates of the main file say about their text: a template is converted once, and
/// its own tree knows neither the types of its variables nor the functions that it calls.
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

  /// The class of its type in all instantiations: `Dependent` where these differ, or where there are none.
  model::TypeClass type_of(const clang::Expr* source) const;
  model::TypeClass type_of(const clang::ValueDecl* declaration) const;

  /// That of what the lambda, which is not generic itself, gives.
  model::TypeClass result_of(const clang::LambdaExpr* source) const;

  /// The type that it has in all of them; null where these differ.
  clang::QualType only_type_of(const clang::ValueDecl* declaration) const;

  /// Is it a number in one of them?
  bool can_be_number(const clang::ValueDecl* declaration) const;

  /// Is it a tensor in one of them? True where there are none.
  bool can_be_tensor(const clang::Expr* source) const;

  /// What the call comes to in them.
  llvm::ArrayRef<const clang::FunctionDecl*> callees_of(const clang::Expr* call) const;

 private:
  class Collector;
  using Place = std::pair<unsigned, unsigned>;
  /// The kinds of types that were seen.
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

/// The instantiations of a function template, or of a member of a class template, in order of their names.
std::vector<Instance> instances_of(const clang::FunctionDecl* function);

}  // namespace agc::parse
