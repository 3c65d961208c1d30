#pragma once
/// Where the names of the variables of a function stand for them: a later declaration of the same name hides them.
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/StringMap.h>

#include <vector>

#include "model/variable.h"
#include "parse/source_text.h"

namespace agc::parse {

class DeclaredNames {
 public:
  /// Of a function, and of the lambdas in it.
  DeclaredNames(const clang::FunctionDecl* function, const SourceText& text);

  /// Where the name of this declaration is seen.
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
