#pragma once
/// Builds expressions of templates whose meaning depends on the template's arguments. Their effects are the union of
/// those in the instantiations. Internal to `parse`.
#include <llvm/ADT/ArrayRef.h>

#include "parse/build/builder_part.h"

namespace agc::parse {

class DependentCallBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Collects a call in a template for which overload resolution is pending. Returns false for other expressions.
  bool collect_dependent(const clang::Stmt* source, Use use, Expressions& out);

 private:
  void collect_dependent_call(const clang::CallExpr* call, llvm::ArrayRef<const clang::FunctionDecl*> callees, Use use,
                              Expressions& out);
  bool collect_dependent_standard_call(const clang::CallExpr* source,
                                       llvm::ArrayRef<const clang::FunctionDecl*> callees, Expressions& out);
};

}  // namespace agc::parse
