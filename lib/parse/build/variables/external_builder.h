#pragma once
/// Builds accesses to external variables, and to members of an object that keeps its state: each number and each tensor
/// in them is read and written in its place. Internal to `parse`.
#include <llvm/ADT/SmallPtrSet.h>

#include <map>
#include <optional>
#include <string>

#include "parse/build/builder_part.h"

namespace agc::parse {

class ExternalBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Finds the way in which the function accesses its object and its constant arguments.
  void find_accesses(const clang::FunctionDecl* function);
  /// True for a method that accesses its members in place, and not for lambdas in it.
  bool is_in_place() const { return in_place_; }
  /// True if the method, or the one around this lambda, works on its object in place.
  bool keeps_object() const;
  /// Returns the external variable, or the part of one or of the object, that `source` names; nothing for other
  /// expressions.
  std::optional<Outside> outside(const clang::Expr* source) const;
  /// Returns the expression for an external number or tensor, which is tracked, or for another external value, which is
  /// not.
  model::Expr capture(const clang::Expr* source, const Outside& place, Use use);
  /// Collects the parts of the path to an external variable: vectors and indices.
  void collect_way(const Outside& place, Expressions& out);
  /// Collects the path to an external object.
  void collect_way(const clang::Expr* object, Expressions& out);
  /// True for a reference to the elements of an external vector.
  bool is_outside_element(const clang::ValueDecl* variable) const;
  /// Collects a loop over an external vector. A loop variable by reference names each element. Returns false for other
  /// loops.
  bool collect_outside_range(const clang::Expr* range, const clang::VarDecl* variable, Expressions& out);
  /// Collects a use of an external variable. Returns false if `source` is no part of one.
  bool collect_outside(const clang::Stmt* source, Use use, Expressions& out);
  /// True for an external object whose methods find its members themselves.
  bool is_kept_object(const clang::Expr* object, const clang::CXXMethodDecl* method) const;
  /// Refuses writes of external numbers and strings, unless `target` of an assignment is the whole variable. Other
  /// writes are assignments to an assignment, and calls with a reference parameter.
  void refuse_written(const clang::Expr* target, Expressions& list);

 private:
  bool is_followed_capture(const clang::ValueDecl* variable) const;
  const clang::FunctionDecl* changes_argument(const clang::Expr* source) const;
  std::string extent_outside(const clang::Expr* container) const;
  model::Expr followed_holder(const clang::Expr* source);
  std::string known_classes(const clang::CXXRecordDecl* base, const clang::Expr* place) const;
  bool is_followed_vector(const clang::Expr* source) const;
  bool is_followed_holder(const clang::Expr* source) const;

  std::map<const clang::Expr*, const clang::FunctionDecl*> changed_arguments_;  // of the outermost function
  llvm::SmallPtrSet<const clang::ValueDecl*, 4> outside_elements_;  // references to elements of external vectors
  bool in_place_ = false;
};

}  // namespace agc::parse
