#pragma once
/// Builds host numbers that may become symbolic: every use is classified, so that a promoted variable is rewritten or
/// rejected at that use. Internal to `parse`.
#include <string>

#include "parse/build/builder_part.h"

namespace agc::parse {

class NumberBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Collects int(t), static_cast<float>(n), U{n}, and bool(o) of an optional. Returns false for other expressions.
  /// `type` is the written type, `converted` the operand.
  bool collect_number_cast(const clang::Expr* source, clang::QualType type, const clang::Expr* converted,
                           Expressions& out);
  /// Returns the expression for `argument`, a number that its consumer needs to know.
  model::Expr exit(const clang::Expr* argument, std::string why);
  /// Collects a number, or a structure of numbers, that its consumer needs to know. Other arguments are collected as
  /// they are.
  void collect_exit(const clang::Expr* argument, std::string why, Expressions& out,
                    model::Remedy remedy = model::Remedy::Convert);
  /// Returns the expression for a number that is made of a tensor.
  model::Expr from_tensor(const clang::Expr* whole, const clang::Expr* tensor, clang::QualType type);
  /// Collects a number or a structure of numbers to which `consumer` gets a reference. `consumer` is empty if the
  /// reference may be one to symbolic numbers.
  void collect_changed_number(const clang::Expr* argument, std::string consumer, Expressions& out);
  /// Collects the object of a method that its staged class does not have: the method runs on the class itself.
  void collect_receiver(const clang::Expr* object, const clang::CXXMethodDecl* method, Use use, Expressions& out);
  /// Collects x.shape(axis), x.size(), x.defined().
  bool collect_dimension(const clang::CXXMemberCallExpr* source, Expressions& out);
  /// Collects x.shape()[axis].
  bool collect_dimension(const clang::CXXOperatorCallExpr* source, Expressions& out);
  /// Collects a number that a conversion operator makes of an object. Symbolic numbers cannot convert the object
  /// implicitly, so the conversion is written out if one may be needed.
  bool collect_conversion(const clang::ImplicitCastExpr* source, Expressions& out);
  /// Collects a value that goes into a structure of numbers, which may hold symbolic ones.
  void collect_value(const clang::Expr* value, Expressions& out);
  /// Returns the expression for a value in a place where other values may be symbolic.
  model::Expr value(const clang::Expr* source, Use use);
};

}  // namespace agc::parse
