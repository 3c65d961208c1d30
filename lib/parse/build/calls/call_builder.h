#pragma once
/// Builds calls: the dispatch over their kinds, and calls of functions that stay unconverted. Internal to `parse`.
#include <llvm/ADT/ArrayRef.h>

#include "parse/build/builder_part.h"

namespace agc::parse {

struct MethodCall;

class CallBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Collects a call.
  void collect_any_call(const clang::CallExpr* source, Use use, Expressions& out);
  /// Records a function that may have to be converted.
  void note_callee(const clang::FunctionDecl* callee);
  /// Collects the arguments from index `first` on of a function that stays unconverted. `callee` is null if it is
  /// unknown.
  void collect_arguments(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr*> arguments,
                         unsigned first, Expressions& out);
  /// Collects a call of an overloaded operator.
  void collect_operator(const clang::CXXOperatorCallExpr* source, Use use, Expressions& out);

 private:
  void collect_call(const clang::CallExpr* source, Use use, Expressions& out);
  void collect_method(const MethodCall& call, Use use, Expressions& out);
};

}  // namespace agc::parse
