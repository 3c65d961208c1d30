#pragma once
/// Subscripts that are in bounds by the text alone: constants, and loop variables whose bounds are those of the array.
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <cstdint>
#include <map>
#include <optional>

namespace agc::parse {

/// The interval of a loop variable in the body of `for (int i = 0; i < 8; ++i)`, both ends included.
struct LoopBounds {
  int64_t low = 0;
  int64_t high = 0;
  const clang::ValueDecl* below_size_of = nullptr;  // for (size_t i = 0; i < v.size(); ++i): replaces `high`
};

/// Returns the number of elements of an array with a fixed extent; nullopt for other containers.
std::optional<int64_t> extent_of(const clang::Expr* container);

/// The enclosing C loops, with the bounds of their variables.
class KnownLoops {
 public:
  /// Adds a loop with one variable that only its step changes. Other loops are ignored.
  void add(const clang::ForStmt* loop, const clang::ASTContext& ast);

  /// True if container[index] is in bounds whenever it is reached.
  bool is_in_bounds(const clang::Expr* container, const clang::Expr* index, const clang::ASTContext& ast) const;

  /// True if the integer is never zero.
  bool is_not_zero(const clang::Expr* number, const clang::ASTContext& ast) const;

 private:
  struct Interval {
    int64_t low, high;
  };
  bool interval(const clang::Expr* index, const clang::ASTContext& ast, Interval& out) const;

  std::map<const clang::ValueDecl*, LoopBounds> bounds_;
};

}  // namespace agc::parse
