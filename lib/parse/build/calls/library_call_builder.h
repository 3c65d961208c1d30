#pragma once
/// Builds calls of functions of the standard library that converted code calls under the same name, values of its
/// classes that are made of numbers, and output. Internal to `parse`.
#include "parse/build/builder_part.h"

namespace agc::parse {

class LibraryCallBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Collects std::swap and std::exchange: each variable receives the value of the other.
  bool collect_exchange(const clang::CallExpr* source, Expressions& out);
  /// Collects z * w, z += w, z.real(), order < 0. Returns false for other expressions.
  bool collect_library_value(const clang::CallExpr* source, Expressions& out);
  /// Collects a <=> b of numbers, and comparisons of pairs and the like: ag::cxx::three_way(a, b) < 0. Returns false
  /// for other expressions.
  bool collect_three_way(const clang::Expr* source, clang::BinaryOperatorKind operation, clang::SourceLocation token,
                         const clang::Expr* left, const clang::Expr* right, Expressions& out);
  /// Collects a > b and a != b of objects whose class defines <=> and ==, if the staged class has these operators, too.
  /// Returns false otherwise.
  bool collect_own_comparison(const clang::CXXRewrittenBinaryOperator* source, Expressions& out);
  /// Collects std::visit(f, v), whose result is that of f in converted code. Returns false if f is unknown.
  bool collect_visit(const clang::CallExpr* source, Expressions& out);
  /// Collects a call of a function that ag::cxx has under the same name, with numbers only.
  bool collect_standard_call(const clang::CallExpr* source, Expressions& out);
  /// Collects o.value_or(n) of an optional number that is a variable here: if n is symbolic, the optional becomes
  /// symbolic.
  bool collect_value_or(const clang::CXXMemberCallExpr* source, Expressions& out);
  /// Collects an output statement. Returns false if `source` is no output, or if its result is used.
  bool collect_output(const clang::Stmt* source, Use use, Expressions& out);

 private:
  bool collect_extremum_of_list(const clang::CallExpr* source, Expressions& out);
};

}  // namespace agc::parse
