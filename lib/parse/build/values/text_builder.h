#pragma once
/// Builds texts that a tensor may select, such as `x > 0 ? "up" : "down"`, the result of std::to_string for a symbolic
/// number, and texts composed of these. Internal to `parse`.
#include "parse/build/builder_part.h"

namespace agc::parse {

class TextBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// True if a value of a dependent type is the result of a function of texts, or a choice between texts.
  bool may_give_text(const clang::Expr* source) const;
  /// Describes a text variable. `const` before the type is a part of the pointer's type.
  void describe_text(const clang::DeclaratorDecl* declaration, model::Variable& variable) const;
  /// Returns the expression for a value of const char* or std::string, or for a character appended to one.
  model::Expr text_value(const clang::Expr* source);
  /// Collects assignments to texts, their methods, and comparisons. Returns false for other statements.
  bool collect_text(const clang::Stmt* source, Expressions& out);
  /// Collects a call of a function of texts whose result unconverted C++ uses.
  void collect_known_text(const clang::CallExpr* source, const clang::FunctionDecl* callee, Expressions& out);

 private:
  bool is_text_variable(const clang::Expr* source) const;
  bool is_a_known_text(const clang::Expr* source) const;
  bool collect_text_element(const clang::Expr* source, Expressions& out);
  bool collect_text_assignment(const clang::Expr* target, const clang::Expr* value, model::Access access,
                               Expressions& out);
  void collect_text_comparison(const clang::Expr* source, const clang::Expr* left, const clang::Expr* right,
                               Expressions& out);
};

}  // namespace agc::parse
