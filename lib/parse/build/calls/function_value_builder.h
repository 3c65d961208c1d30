#pragma once
/// Builds functions as values: function pointers, std::function, and calls of variables that hold them. Internal to
/// `parse`.
#include <llvm/ADT/ArrayRef.h>

#include <string>

#include "parse/build/builder_part.h"

namespace agc::parse {

class FunctionValueBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Returns the value of a known function: a lambda of this function, a function that is converted with its consumer,
  /// a parameter of this function, or the result of a converted function. Sets `unfollowed` if the function is unknown
  /// or if its changes would be lost.
  model::Expr function_value(const clang::Expr* source);
  /// Declares a local variable that holds `value`.
  void declare_function(const clang::VarDecl* variable, model::Expr value, Expressions& out);
  /// True for a variable of this function, or of an enclosing one, that can hold functions of symbolic numbers.
  bool is_function_variable(const clang::Expr* source);
  /// Collects f(x) and (*f)(x) of a variable that holds a function of numbers. A symbolic argument promotes the
  /// variable to one that holds functions of symbolic numbers.
  bool collect_function_call(const clang::CallExpr* source, const clang::Expr* called,
                             llvm::ArrayRef<const clang::Expr*> arguments, Expressions& out);
  /// Collects (object.*method)(…). The method, and therefore its effects, is known only when the call runs.
  void collect_pointer_call(const clang::CXXMemberCallExpr* source, Expressions& out);

 private:
  model::Expr function_type(const clang::Expr* made, clang::SourceRange type) const;
  model::Expr converted_function(const clang::Expr* source, clang::SourceRange type, const clang::Expr* given);
  model::Expr chosen_function(const clang::ConditionalOperator* choice);
  bool gives_function(const clang::Expr* written) const;
};

}  // namespace agc::parse
