#pragma once
/// Finds the lists that an expression names, or is an element or a copy of.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <string_view>

#include "parse/queries/uses/list_uses.h"

namespace agc::parse {

class ListNames {
 public:
  explicit ListNames(const ListScope& scope) : scope_(scope) {}

  /// True if the variable itself, and not the target of a reference, may be a list.
  static bool is_list(const clang::VarDecl* variable);
  bool is_listed(const clang::FieldDecl* field) const;
  static const clang::ValueDecl* decl_of(const clang::Expr* list);
  /// Returns the name of a variable, or of a member of an object, that may be a list; null for other expressions.
  const clang::Expr* list_named(const clang::Expr* source) const;
  /// Returns the name of a list without keys, on which an algorithm may work.
  const clang::Expr* sequence_named(const clang::Expr* source) const;
  /// Returns the vector that the expression is an element of, or a part of an element. `whole`: true if it is the
  /// element itself.
  const clang::Expr* element_list(const clang::Expr* source, bool& whole) const;
  /// Returns the list without keys that a call of the standard function `name` assigns to.
  const clang::Expr* exchanged_list(const clang::CallExpr* call, std::string_view name) const;
  /// Returns the list that a value is copied or moved from.
  const clang::Expr* copied_list(const clang::Expr* value) const;

 private:
  const ListScope& scope_;
};

}  // namespace agc::parse
