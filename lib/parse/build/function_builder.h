#pragma once
/// Builds the model of one function from Clang's AST: its parameters, its body and its lambdas. Internal to `parse`.
///
/// The work is divided among parts, each a class with its own header and state, which reach each other through
/// FunctionContext: `statements` has the parts for statements, `variables` those for variables, members and pointers,
/// `calls` those for calls and functions, and `values` those for the other expressions.
#include <clang/AST/ExprCXX.h>

#include <vector>

#include "model/function.h"
#include "parse/build/builder_records.h"
#include "parse/build/function_context.h"
#include "parse/session/clang_session.h"
#include "parse/session/source_text.h"

namespace agc::parse {

class FunctionBuilder {
 public:
  /// Builds the body of the lambda `lambda`, or a function of its own. `parent` is the context of the enclosing
  /// function, if that is converted as well.
  FunctionBuilder(const Session& session, const SourceText& text, model::Function& function,
                  FunctionContext* parent = nullptr, const clang::LambdaExpr* lambda = nullptr)
      : context_(session, text, function, parent, lambda) {}

  /// Describes a lambda, before its body is built.
  void describe_lambda(const clang::LambdaExpr* source);
  /// Builds parameters and body. `function` has a body in the main file.
  void build(const clang::FunctionDecl* function);

  /// Returns the functions that have to be converted with this one.
  const Callees& callees() { return context_.callees(); }
  /// Returns the lambdas in the function, at any depth.
  std::vector<NestedLambda>& lambdas();
  FunctionContext& context() { return context_; }

 private:
  void find_uses(const clang::FunctionDecl* function);
  void keep_unconverted_body(const clang::FunctionDecl* function);

  FunctionContext context_;
};

}  // namespace agc::parse
