#pragma once
/// Builds statements: the dispatch over their kinds, blocks, `if`, `return`, `switch`, `try`, and the member
/// initialisers of constructors. Internal to `parse`.
#include <llvm/ADT/DenseMap.h>

#include <string>
#include <vector>

#include "parse/build/builder_part.h"

namespace agc::parse {

class StatementBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Finds the branches of `if constexpr` in the template of an instantiation.
  void find_choices(const clang::FunctionDecl* function);
  /// Builds the declarations in the header of an `if`, a `switch` or a loop. `declared` takes those of `variable`.
  void header(const clang::Stmt* initialiser, const clang::VarDecl* variable, model::Stmt& result,
              Expressions& declared);
  /// Returns the statement, with the locations of its tokens.
  model::Stmt statement(const clang::Stmt* source);
  /// Adds the member initialisers of a constructor, which come before the braces and run first.
  void member_initialisers(const clang::CXXConstructorDecl* constructor);

 private:
  bool chosen_branch(const clang::Stmt* source, model::Stmt& result);
  void collect_result(const clang::Expr* value, const std::string& consumer, Expressions& out);
  model::Expr initialised_class(const clang::CXXRecordDecl* record, const clang::CXXCtorInitializer* initialiser);
  void block(const clang::Stmt* source, model::Stmt& result);
  void append(const clang::Stmt* source, std::vector<model::Stmt>& out);
  void if_statement(const clang::IfStmt* source, model::Stmt& result);
  void collect_returned(const clang::Expr* value, bool braced, Expressions& out);
  void return_statement(const clang::ReturnStmt* source, model::Stmt& result);
  void switch_statement(const clang::SwitchStmt* source, model::Stmt& result);
  void switch_body(const clang::SwitchStmt* source, model::Stmt& result);
  void try_statement(const clang::CXXTryStmt* source, model::Stmt& result);

  llvm::DenseMap<unsigned, const clang::IfStmt*> choices_;  // of the template, if this is an instantiation
};

}  // namespace agc::parse
