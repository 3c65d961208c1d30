#pragma once
/// The lists that expressions name, or are elements or copies of.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <string_view>

#include "parse/list_uses.h"

namespace agc::parse {

class ListNames {
 public:
  explicit ListNames(const ListScope& scope) : scope_(scope) {}

  /// True if the variable itself, no reference to another one, may be a list.
  static bool is_list(const clang::VarDecl* variable);
  bool is_listed(const clang::FieldDecl* field) const;
  static const clang::ValueDecl* decl_of(const clang::Expr* list);
  /// The name of a variable, or of a member of an object, that may be a list.
  const clang::Expr* list_named(const clang::Expr* source) const;
  /// The name of a list without keys, over which an algorithm may run.
  const clang::Expr* sequence_named(const clang::Expr* source) const;
  /// The vector that the expression is an element of, or a part of an element; `whole`: of an element.
  const clang::Expr* element_list(const clang::Expr* source, bool& whole) const;
  /// The list without keys to which the function of the standard library with this name assigns.
  const clang::Expr* exchanged_list(const clang::CallExpr* call, std::string_view name) const;
  /// The list that a value is a copy of, or is moved from.
  const clang::Expr* copied_list(const clang::Expr* value) const;

 private:
  const ListScope& scope_;
};

}  // namespace agc::parse
