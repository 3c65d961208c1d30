#pragma once
/// Builds declarations of local and of static variables, with their initialisers. Internal to `parse`.
#include "parse/build/builder_part.h"

namespace agc::parse {

class DeclarationBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Builds a declaration statement.
  void declaration(const clang::DeclStmt* source, model::Stmt& result);
  /// Collects the declaration of one variable.
  void variable_declaration(const clang::VarDecl* variable, Expressions& out);

 private:
  bool declare_lambda(const clang::VarDecl* variable, const clang::Expr* initialiser, Expressions& out);
  bool declare_followed(const clang::VarDecl* variable, const clang::Expr* initialiser, bool refers, Expressions& out);
  Expressions initial_value(const clang::VarDecl* variable, const clang::Expr* initialiser, bool refers,
                            Expressions& keys);
  void declare_reference(const clang::ValueDecl* declaration, const clang::VarDecl* variable,
                         model::VariableId borrower, Expressions& out);
  void declare_object(const clang::ValueDecl* declaration, const clang::VarDecl* variable, const Expressions& values,
                      Expressions& out);
  bool has_type_of_call(const clang::VarDecl* variable) const;
  void first_value(const clang::VarDecl* variable, model::Expr& value) const;
  void static_variable(const clang::VarDecl* variable, Expressions& out);
};

}  // namespace agc::parse
