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
  bool has_type_of_call(const clang::VarDecl* variable) const;
  void first_value(const clang::VarDecl* variable, model::Expr& value) const;
  void static_variable(const clang::VarDecl* variable, Expressions& out);
};

}  // namespace agc::parse
