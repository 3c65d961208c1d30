#pragma once
/// Builds vectors whose number of elements changes, which may become lists. Internal to `parse`.
#include <string_view>

#include "parse/build/builder_part.h"
#include "parse/queries/uses/list_uses.h"
#include "parse/queries/uses/map_uses.h"

namespace agc::parse {

/// Returns the range of the vector type in the declaration of a parameter, without `const` and &, or an empty range for
/// other types.
model::Range list_type_range(const clang::ParmVarDecl* parameter, const SourceText& text);

class ListBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// True if the expression names a local container that may become a list.
  bool names_possible_list(const clang::Expr* container) const;
  /// Finds the variables of the outermost function that may become lists.
  void find_list_uses(const clang::FunctionDecl* function);
  /// True for a map that may hold symbolic numbers.
  bool is_promotable_map(const clang::ValueDecl* declaration) const;
  /// Returns the uses of lists in the outermost function.
  const ListUses& list_uses() const;
  /// True if the call initializes a map that may hold symbolic numbers.
  bool initialises_promotable_map(const clang::CallExpr* source) const;
  /// Marks the argument among the found expressions as one that may be a list, if the callee's parameter may be one.
  void note_list(const clang::FunctionDecl* callee, unsigned index, const clang::Expr* argument, size_t first,
                 Expressions& out) const;
  /// Determines if the variable may become a list, and records its declaration.
  void describe_growth(const clang::ValueDecl* declaration, model::Variable& variable) const;
  /// Returns the vector whose number of elements the method of this name changes or reserves.
  model::Expr* collect_resized(const clang::Expr* object, std::string_view name, Expressions& out);
  /// Collects a call of such a method where overloads, such as those of push_back, depend on the instantiation.
  bool collect_overloaded_resizing(const clang::CallExpr* source, Expressions& out);
  /// Collects a call of a method of std::vector that concerns the number of elements. Returns false for other calls.
  bool collect_resizing(const clang::CXXMemberCallExpr* source, Expressions& out);

 private:
  bool may_take_list(const clang::ParmVarDecl* parameter) const;
  void list_arguments(const clang::CXXMemberCallExpr* source, model::Expr& list, Expressions& out);
  bool collect_by_key(const clang::CXXMemberCallExpr* source, Expressions& out);
  bool collect_length(const clang::CXXMemberCallExpr* source, Expressions& out);

  ListUses list_uses_;
  PromotableMaps promotable_maps_;  // of the outermost function
};

}  // namespace agc::parse
