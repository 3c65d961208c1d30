#pragma once
/// Builds pointers and iterators that are followed to the variables of the function, pointers and references whose
/// target a tensor may select, and pointers to variables of the caller. Internal to `parse`.
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

#include "parse/build/builder_part.h"

namespace agc::parse {

class PointerBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Returns the number of pointers through which the current operation writes.
  size_t written_count() const { return written_.size(); }
  /// Declares auto& r = c ? a : b;
  bool declare_chosen_reference(const clang::VarDecl* variable, Expressions& out);
  /// Wraps an operation that writes through the pointers after the first `outer` pending ones: the expressions of `out`
  /// from `first` on.
  void write_through(const clang::Expr* source, Use use, size_t first, size_t outer, Expressions& out);
  /// True for a pointer or an iterator that is followed.
  bool is_position_variable(const clang::Expr* source) const;
  /// Declares auto it = v.begin() or double* p = &a.
  bool declare_position(const clang::VarDecl* variable, Expressions& out);
  /// Collects *p, p[k] and p->m: each may be any of the variables assigned to the pointer.
  void collect_pointee(const clang::Expr* position, Use use, Expressions& out);
  /// Collects the argument of f(&n) or f(p), where f has a pointer parameter that it uses as a reference.
  bool collect_output_argument(const clang::ParmVarDecl* parameter, const clang::Expr* argument, Expressions& out);
  /// Collects a use of a tracked position. Returns false for other statements.
  bool collect_position(const clang::Stmt* source, Use use, Expressions& out);

 private:
  bool has_selectable_targets(const clang::VarDecl* pointer) const;
  void select_pointer(const clang::VarDecl* variable, model::VariableId id,
                      const std::vector<model::VariableId>& targets);
  model::VariableId selected_variable(const clang::ValueDecl* variable) const;
  model::Expr chosen_pointer(const clang::ConditionalOperator* choice, model::VariableId pointer,
                             llvm::function_ref<model::Expr(const clang::Expr*)> side);
  model::Expr position_value(const clang::Expr* value, model::VariableId pointer);
  model::Expr compared_pointer(const clang::Expr* side);
  model::Expr chosen_target(const clang::Expr* source, model::VariableId reference);
  bool collect_chosen_reference(const clang::DeclRefExpr* source, Use use, Expressions& out);
  void collect_target(const clang::Expr* source, const clang::Expr* pointer, Use use, Expressions& out);
  std::vector<model::VariableId> targets_of(const clang::VarDecl* variable);
  void share_binding_times_of(const std::vector<model::VariableId>& roots, const clang::VarDecl* variable,
                              Expressions& out);
  void collect_position_value(const clang::Expr* value, Expressions& out);
  model::VariableId output_parameter(const clang::Expr* pointer) const;
  bool collect_output_parameter(const clang::Expr* source, Use use, Expressions& out);

  llvm::SmallPtrSet<const clang::ValueDecl*, 4> positions_;  // pointers and iterators that are followed
  std::vector<model::VariableId> written_;                   // pointers through which the current operation writes
};

}  // namespace agc::parse
