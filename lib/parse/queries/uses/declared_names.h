#pragma once
/// Scopes of the variable names of a function. A later declaration of the same name hides an earlier one.
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/StringMap.h>

#include <vector>

#include "model/variable.h"
#include "parse/session/source_text.h"

namespace agc::parse {

class DeclaredNames {
 public:
  /// Collects the declarations of a function and of the lambdas in it.
  DeclaredNames(const clang::FunctionDecl* function, const SourceText& text);

  /// Returns the name with the range in which it denotes this declaration, and the ranges in which it is hidden.
  model::Name name_of(const clang::NamedDecl* declaration) const;

 private:
  struct Declared {
    const clang::NamedDecl* declaration;
    model::Range scope;
  };
  model::Offset end_of(const clang::Stmt* source) const;
  void walk(const clang::Stmt* source, model::Offset scope_end);
  void declare(const clang::NamedDecl* declaration, model::Offset scope_end);

  const SourceText& text_;
  llvm::StringMap<std::vector<Declared>> declared_;
};

}  // namespace agc::parse
