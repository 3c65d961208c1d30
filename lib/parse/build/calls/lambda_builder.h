#pragma once
/// Builds lambdas. Each is a function of its own, converted where it stands. Its effects on the variables around it
/// occur where it is created or where it is called. Internal to `parse`.
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <string>
#include <vector>

#include "parse/build/builder_part.h"

namespace agc::parse {

class LambdaBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Returns the lambdas in the function, at any depth.
  std::vector<NestedLambda>& nested() { return nested_; }
  /// Returns the lambda that a variable of this function holds, or null.
  const LocalLambda* held_by(const clang::ValueDecl* variable) const;
  /// Records that the variable holds the lambda. `called`: the effects of a call.
  void hold(const clang::ValueDecl* variable, const clang::LambdaExpr* source, Expressions called);
  /// Returns the effects of a lambda that was built.
  const Closure& effects_of(const clang::LambdaExpr* source) { return effects_[source]; }
  /// Records a use of a lambda as the object of a call.
  void note_called(const clang::Expr* place) { called_.insert(place); }
  /// Records a use of a lambda as an argument of converted code.
  void note_passed_on(const clang::Expr* place) { passed_on_.insert(place); }
  /// Builds the body of a lambda, and returns its effects.
  Closure closure(const clang::LambdaExpr* source, std::string name);
  /// Handles auto next = [n = 0]() mutable { return ++n; }: a call changes the variable that holds the lambda.
  void declare_changing_lambda(const clang::VarDecl* variable, Closure& made, Expressions& out);
  /// Collects a lambda that is not stored in a variable and may be called at once.
  void collect_lambda(const clang::LambdaExpr* source, Expressions& out);
  /// Adds the effects of possible calls of the lambda. They do not make its value more symbolic.
  void add_calls(const clang::LambdaExpr* source, Expressions effects, Expressions& out) const;
  /// Returns the identity of its function. A lambda in a method of a class with a staged class exists twice.
  model::FunctionId identity_of(const clang::LambdaExpr* source) const;
  /// Returns the lambda that the expression is or names, or null.
  const clang::LambdaExpr* lambda_of(const clang::Expr* source) const;
  /// Returns the function of a lambda of this function, or of one around it, or null.
  model::Function* function_of(const clang::LambdaExpr* source);
  /// Handles lambdas among the arguments of a converted function. Converted code calls them if their type stays the
  /// lambda's own; a std::function has the types that it names.
  void pass_lambdas(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr*> arguments);
  /// Notes that `place` uses the lambda as a value.
  void note_use(const clang::LambdaExpr* source, const clang::Expr* place);
  /// Returns one expression for each argument of a function without a separate staged variant.
  Expressions arguments_by_binding_time(const clang::FunctionDecl* callee,
                                        llvm::ArrayRef<const clang::Expr*> arguments);
  /// Collects a call of a lambda of this function, or of one around it, with numbers in its signature, which are as
  /// symbolic as the arguments. Returns false for other calls.
  bool collect_lambda_call(const clang::CXXOperatorCallExpr* source, Expressions& out);
  /// Collects a variable of a function around this lambda. Returns false if it is none.
  bool collect_captured(const clang::ValueDecl* declaration, clang::SourceRange range, Use use, Expressions& out);
  /// Returns the effects of a call on the variables of the enclosing function. A call may skip any of them.
  Expressions effects_on_enclosing() const;

 private:
  model::LambdaState state_of(const NestedLambda& lambda) const;
  void collect_captures(const clang::LambdaExpr* source, Expressions& out);
  void collect_init_capture(const clang::VarDecl* variable, Expressions& out);
  bool captures_by_copy(const clang::ValueDecl* declaration) const;
  bool is_closure(const clang::ValueDecl* declaration) const;
  model::VariableId captured_variable(model::VariableId outer, const clang::ValueDecl* declaration);

  std::vector<NestedLambda> nested_;
  llvm::DenseMap<const clang::ValueDecl*, LocalLambda> held_;
  llvm::DenseMap<const clang::LambdaExpr*, Closure> effects_;
  llvm::SmallPtrSet<const clang::Expr*, 4> called_, passed_on_;  // uses of lambdas: calls, arguments of converted code
};

}  // namespace agc::parse
