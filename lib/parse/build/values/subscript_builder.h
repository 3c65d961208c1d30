#pragma once
/// Builds subscripts of arrays and vectors, built-in arrays as a whole, and operations that are invalid in a branch
/// that is traced but never taken. A built-in array is handled like a std::array, except that code with a pointer to it
/// cannot be followed. Internal to `parse`.
#include <string>
#include <vector>

#include "parse/build/builder_part.h"
#include "parse/queries/functions/subscript_bounds.h"

namespace agc::parse {

/// True for a named array that is never changed.
bool is_table(const clang::Expr* container);

class SubscriptBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Notes a loop whose variable may subscript arrays.
  void note_loop(const clang::ForStmt* source);
  /// True if the subscript is in bounds wherever it is reached.
  bool is_in_bounds(const clang::Expr* container, const clang::Expr* index) const;
  /// True for an integer division whose divisor may be zero.
  bool may_divide_by_zero(const clang::BinaryOperator* source) const;
  /// Returns the expression of `source` as a divisor of an integer.
  model::Expr divisor(const clang::Expr* source);
  /// Handles v.back(), v.front() and v.pop_back() of a container: the expressions of the call in `out` from `first` on
  /// become one operand, the container.
  void guard_end(const clang::CallExpr* source, size_t first, Expressions& out);
  /// Collects v[n] or v.at(n) of a container of the standard library.
  void collect_subscript(const clang::CallExpr* source, const clang::Expr* container, const clang::Expr* index, Use use,
                         Expressions& out);
  /// Collects v.at(n) of a vector, an array or a map that may become a list. Returns false for other calls.
  bool collect_at(const clang::CXXMemberCallExpr* source, Use use, Expressions& out);
  /// Collects a[n] of a built-in array. Returns false for other subscripts.
  bool collect_array_subscript(const clang::ArraySubscriptExpr* source, Use use, Expressions& out);
  /// Collects the conversion of an array to a pointer, through which other code may read and write. Returns false for
  /// other casts.
  bool collect_pointer_to_array(const clang::ImplicitCastExpr* source, Expressions& out);
  /// Collects a built-in array whose user needs known numbers.
  void collect_whole_array(const clang::Expr* array, std::string consumer, model::Access access, Expressions& out);
  /// Collects sizeof n: a symbolic number has a different size.
  void collect_size(const clang::UnaryExprOrTypeTraitExpr* source, Expressions& out);
  /// Collects decltype(n) and the like: a symbolic number has a different type.
  void collect_asked(const std::vector<const clang::Expr*>& asked, Expressions& out);

 private:
  bool is_known_not_zero(const clang::Expr* number) const;

  KnownLoops loops_;  // loops whose variables subscript arrays
};

}  // namespace agc::parse
