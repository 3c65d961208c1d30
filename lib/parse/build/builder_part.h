#pragma once
/// The base of the parts of the builder: the context, the recursion into expressions, and the plainest expressions of
/// the model. Internal to `parse`.
#include <clang/AST/ExprCXX.h>

#include <string>

#include "model/function.h"
#include "parse/build/builder_records.h"
#include "parse/build/function_context.h"

namespace agc::parse {

class BuilderPart {
 public:
  explicit BuilderPart(FunctionContext& context);
  BuilderPart(const BuilderPart&) = delete;
  BuilderPart& operator=(const BuilderPart&) = delete;

 protected:
  ~BuilderPart() = default;

  // The recursion into an expression: any part may come across any expression.
  void collect(const clang::Stmt* source, Use use, Expressions& out);
  void collect_value(const clang::Expr* value, Expressions& out);
  void collect_exit(const clang::Expr* argument, std::string why, Expressions& out,
                    model::Remedy remedy = model::Remedy::Convert);
  model::Expr expression(const clang::Expr* source, Use use);
  model::Expr exit(const clang::Expr* argument, std::string why);

  /// Returns an expression without operands.
  model::Expr finding(model::Expr::Kind kind, clang::SourceRange range, std::string name = {}) const;
  /// Returns an expression with the range and the type of `source`.
  model::Expr wrapped(model::Expr::Kind kind, const clang::Expr* source, Expressions operands) const;
  /// Returns the class of a type, which the instantiations determine if it depends on template parameters.
  model::TypeClass class_of(const clang::Expr* source) const;
  model::TypeClass class_of(const clang::ValueDecl* declaration) const;

  FunctionContext& context_;
  FunctionContext* const parent_;  // of the function around this lambda, or null
  const Session& session_;
  const SourceText& text_;
  model::Function& function_;
  const clang::LambdaExpr* const lambda_;  // the lambda whose body is built, or null
};

}  // namespace agc::parse
