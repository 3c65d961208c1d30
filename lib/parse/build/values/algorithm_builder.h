#pragma once
/// Builds algorithms of the standard library on ranges whose numbers may be symbolic, and the positions that they
/// return. An algorithm that ag::cxx has, or whose text is valid for symbolic numbers, is converted; others need known
/// numbers. Internal to `parse`.
#include <llvm/ADT/SmallPtrSet.h>

#include <string>

#include "parse/build/builder_part.h"

namespace agc::parse {

struct AlgorithmCall;

class AlgorithmBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Collects an iterator. The distance by which an iterator moves has to be known, except in a list.
  void collect_iterator(const clang::Expr* iterator, model::Access access, Expressions& out);
  /// Collects v.begin(), v.data(), and v as a std::span: the callee iterates over known numbers. Returns false for
  /// other expressions.
  bool collect_lent_range(const clang::Expr* argument, const std::string& consumer, Expressions& out);
  /// Collects a call of an algorithm. Returns false if no container of numbers is among its arguments.
  bool collect_algorithm(const clang::CallExpr* source, bool finds, Expressions& out);
  /// Declares auto best = std::max_element(v.begin(), v.end()), which has another type if the numbers are symbolic.
  bool declare_found_position(const clang::VarDecl* variable, Expressions& out);
  /// Collects *std::max_element(first, last). (The result of std::find has to be compared with the end first.)
  bool collect_found_element(const clang::Expr* iterator, Use use, Expressions& out);
  /// Collects best->m that is assigned. Returns false for members of other objects.
  bool collect_found_member(const clang::MemberExpr* source, Expressions& out);
  /// Collects std::find(first, last, value) != last, std::max_element(first, last) - first and std::distance(first,
  /// std::find(…)). They are numbers, while the position would be no iterator.
  bool collect_found_position(const clang::Stmt* source, Expressions& out);

 private:
  void collect_moved(const clang::Expr* iterator, model::Access access, Expressions& out);
  bool collect_element_function(const clang::Expr* function, const Expressions& given, bool folds, bool by_binding_time,
                                Expressions& out);
  void collect_range(const AlgorithmCall& call, size_t index, model::Access access, Expressions& out);
  void collect_unfollowed(const clang::CallExpr* source, const AlgorithmCall& call, Expressions& out);
  bool is_found_position(const clang::Expr* iterator) const;

  llvm::SmallPtrSet<const clang::ValueDecl*, 4> found_positions_;  // variables that hold the result of a find algorithm
};

}  // namespace agc::parse
