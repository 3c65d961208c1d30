#pragma once
/// Builds calls of methods of classes of numbers and tensors. The staged class of such a class has them as well, with
/// the same text; a call keeps its text. Internal to `parse`.
#include <llvm/ADT/ArrayRef.h>

#include "parse/build/builder_part.h"

namespace agc::parse {

class StagedClassBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// True for a method of the class to whose staged class this function belongs.
  bool is_own(const clang::FunctionDecl* callee) const;
  /// True for a class that derives from the class of the staged method, as D in Base<D>.
  bool is_derived_class(const clang::CXXRecordDecl* record) const;
  /// Collects a call of a method of a staged class. Returns false if the method runs on the class itself.
  bool collect_staged_method_call(const clang::CallExpr* source, const clang::Expr* object,
                                  const clang::CXXMethodDecl* method, llvm::ArrayRef<const clang::Expr*> arguments,
                                  Use use, Expressions& out);
  /// Collects an object that an algorithm calls with elements. It becomes one of the staged class if the elements, or
  /// its own numbers, are symbolic. Returns false if its class has no such method.
  bool collect_functor(const clang::Expr* function, const Expressions& given, Expressions& out);
  /// Collects a == b and a < b of objects with a defaulted comparison operator. Returns false for other comparisons.
  bool collect_default_comparison(const clang::Expr* source, const clang::Expr* inner, const clang::Expr* left,
                                  const clang::Expr* right, Expressions& out);
  /// Collects a call of a static method, or of a friend defined in its class.
  bool collect_staged_method(const clang::CallExpr* source, Expressions& out);

 private:
  bool can_be_promoted(const Expressions& list) const;
  model::Expr staged_method_call(const clang::CallExpr* source, const clang::FunctionDecl* definition,
                                 Expressions operands);
  bool names_staged_class(clang::NestedNameSpecifierLoc qualifier, const clang::CXXRecordDecl* record,
                          model::Expr& call) const;
  const clang::FunctionDecl* own_staged_method(const clang::CXXMethodDecl* method);
  bool leaves_object_alone(const clang::CXXMethodDecl* method, llvm::ArrayRef<const clang::FunctionDecl*> called);
  bool collect_dynamic_call(const clang::CallExpr* source, const clang::Expr* object,
                            const clang::CXXMethodDecl* method, llvm::ArrayRef<const clang::Expr*> arguments, Use use,
                            Expressions& out);
};

}  // namespace agc::parse
