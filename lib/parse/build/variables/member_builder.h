#pragma once
/// Builds accesses to members of the object of a method, and finds the effects of methods on their objects. Each path
/// from `this` (h, cell.c) is a variable that outlives the function. Internal to `parse`.
#include <llvm/ADT/DenseMap.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "parse/build/builder_part.h"

namespace agc::parse {

class MemberBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Adds updates of the members that an accessor of this object returns, for effects on its result.
  void update_given(const clang::FunctionDecl* accessor, clang::SourceRange range, Expressions& out);
  /// Returns the member of this object of which the result of x() or (*this)[i] is a part.
  model::VariableId given_member(const clang::Expr* source);
  /// Returns the variable of `field` in the object, or in its member `base`.
  model::VariableId member(model::VariableId base, const clang::FieldDecl* field, bool names_this);
  /// Returns the variable of the path h, this->h or cell.c, or none if the path does not start at `this`.
  model::VariableId member_path(const clang::MemberExpr* source);
  /// Collects an access to the whole object. `method`: the method called on it.
  void collect_object(const clang::CXXRecordDecl* record, const clang::CXXMethodDecl* method, clang::SourceRange range,
                      model::Access access, Expressions& out);
  /// Returns the effects of a method on its object, or null if its body is unknown.
  const MethodEffects* effects_of(const clang::CXXMethodDecl* method);
  /// Returns the same for the method that the declaration names.
  const MethodEffects* effects_of_body(const clang::FunctionDecl* method);
  /// Merges overlapping paths into the shortest path that is written. A read of a whole with a written part reads that
  /// part.
  void settle_members();
  /// Collects h, cell.c and (*p).m.
  void collect_member(const clang::MemberExpr* source, Use use, Expressions& out);

 private:
  bool is_hidden(const std::string& name) const;
  void refer_to_member(model::VariableId id, clang::SourceRange range, model::Access access, Expressions& out);
  void name_part(const clang::MemberExpr* source, model::Expr& element) const;

  std::map<std::pair<model::VariableId, const clang::FieldDecl*>, model::VariableId> members_;
  std::set<model::VariableId> written_;  // those of `members_`, once settled
  llvm::DenseMap<const clang::FunctionDecl*, std::unique_ptr<MethodEffects>> effects_;
};

}  // namespace agc::parse
