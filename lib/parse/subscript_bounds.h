#pragma once
/// Subscripts of which the text alone says that they name an element: a constant, or the number of a loop, whose bounds
/// are those of the array.
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <cstdint>
#include <map>
#include <optional>

namespace agc::parse {

/// What a variable may be in the body of `for (int i = 0; i < 8; ++i)`, both ends included.
struct LoopBounds {
  int64_t low = 0;
  int64_t high = 0;
  const clang::ValueDecl* below_size_of = nullptr;  // for (size_t i = 0; i < v.size(); ++i): instead of `high`
};

/// How many elements an array has; nothing of what is no array with a fixed extent.
std::optional<int64_t> extent_of(const clang::Expr* container);

/// The loops of C around what is read.
class KnownLoops {
 public:
  /// Of a loop with one variable that only its step changes; others are left out.
  void add(const clang::ForStmt* loop, const clang::ASTContext& ast);

  /// Does container[index] name an element wherever it is reached?
  bool is_in_bounds(const clang::Expr* container, const clang::Expr* index, const clang::ASTContext& ast) const;

  /// Is the integer never zero?
  bool is_not_zero(const clang::Expr* number, const clang::ASTContext& ast) const;

 private:
  struct Interval {
    int64_t low, high;
  };
  bool interval(const clang::Expr* index, const clang::ASTContext& ast, Interval& out) const;

  std::map<const clang::ValueDecl*, LoopBounds> bounds_;
};

}  // namespace agc::parse
