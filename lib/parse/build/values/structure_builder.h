#pragma once
/// Builds structures of numbers: their parts, constructor calls, and the places where a structure may have to hold
/// symbolic numbers. Internal to `parse`.
#include <vector>

#include "parse/build/builder_part.h"

namespace agc::parse {

class StructureBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Collects a call of a constructor.
  void collect_construct(const clang::CXXConstructExpr* source, Expressions& out);
  /// Collects the ranges of the numbers, and structures of numbers, that make up a structure.
  void collect_parts(const clang::Expr* source, std::vector<model::Range>& out) const;
  /// Collects std::pair<int, Tensor>(n, x) and std::array<int, 2>{n, 1}, which write the type. In std::pair{n, 1} and
  /// std::make_pair(n, 1) it is deduced.
  void collect_spelled(const clang::Expr* source, clang::SourceRange type, Expressions operands, Expressions& out);
  /// Collects a part of a structure. std::get<int>(t) finds it by its type, which may become a staged type.
  void collect_part(const clang::CallExpr* source, Expressions whole, Expressions& out);
  /// Collects the elements of a braced list.
  void collect_elements(const clang::InitListExpr* source, Expressions& out);
  /// Collects the elements of a container whose numbers may be symbolic: std::vector<int>{n, m}. Returns false for
  /// other arguments.
  bool collect_listed(const clang::Expr* argument, Expressions& out);
  /// Collects an element, which stays known if possible, so that the algorithms of the standard library accept the
  /// container.
  void collect_listed_element(const clang::Expr* element, Expressions& out);

 private:
  void collect_construct_arguments(const clang::CXXConstructExpr* source, Expressions& out);
  void collect_element(const clang::Expr* element, clang::QualType structure, Expressions& out);
};

}  // namespace agc::parse
