// Lambdas. Each is a function of its own, converted where it stands; what it does to the variables around it is an
// effect of the place where it is created, or of those where it is called.
#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "model/visit.h"
#include "parse/function_builder.h"
#include "parse/signature.h"

namespace agc::parse {

using model::Access;
using model::Expr;

FunctionBuilder::Closure FunctionBuilder::closure(const clang::LambdaExpr* source, std::string name) {
  Closure result;
  collect_captures(source, result.created);
  const clang::CXXMethodDecl* body = source->getCallOperator();
  Lambda lambda;
  lambda.source = source;
  lambda.function.nested = true;
  lambda.function.enclosing = function_.range.begin;
  lambda.function.name = name;
  lambda.function.qualified_name = std::move(name);
  describe_result(session_, text_, body, lambda.function);
  lambda.function.range = text_.range(source->getSourceRange());
  lambda.function.name_place = lambda.function.range.begin;
  FunctionBuilder builder(session_, text_, lambda.function, this, source);
  builder.build(body);
  result.called = builder.effects_on_enclosing();
  model::visit_all_expressions(lambda.function.body, [&](const Expr& expression) {
    const bool writes = expression.kind == Expr::Kind::Reference && expression.access != Access::Read;
    if (writes && lambda.function.variable(expression.variable).copied) result.changes_itself = true;
  });
  callees_.insert(builder.callees_.begin(), builder.callees_.end());
  lambdas_.push_back(std::move(lambda));
  for (Lambda& inner : builder.lambdas_) lambdas_.push_back(std::move(inner));
  return result;
}

/// A lambda that is not kept in a variable may be called at once.
void FunctionBuilder::collect_lambda(const clang::LambdaExpr* source, Expressions& out) {
  Closure made = closure(source, "lambda");
  out.insert(out.end(), made.created.begin(), made.created.end());
  out.insert(out.end(), made.called.begin(), made.called.end());
}

/// What is captured by value is read where the lambda is written.
void FunctionBuilder::collect_captures(const clang::LambdaExpr* source, Expressions& out) {
  for (const clang::LambdaCapture& capture : source->captures()) {
    if (!capture.capturesVariable()) continue;
    const auto* variable = capture.getCapturedVar();
    if (source->isInitCapture(&capture)) {
      const auto* declared = llvm::cast<clang::VarDecl>(variable);
      if (declared->getType()->isReferenceType()) remember_alias(declared, declared->getInit());
      collect(declared->getInit(), {}, out);
    } else if (capture.getCaptureKind() == clang::LCK_ByCopy) {
      collect_variable(variable, {capture.getLocation(), capture.getLocation()}, {}, out);
    }
  }
}

bool FunctionBuilder::captures_by_copy(const clang::ValueDecl* declaration) const {
  for (const clang::LambdaCapture& capture : lambda_->captures()) {
    if (!capture.capturesVariable() || capture.getCapturedVar() != declaration) continue;
    if (lambda_->isInitCapture(&capture)) return !declaration->getType()->isReferenceType();
    return capture.getCaptureKind() == clang::LCK_ByCopy;
  }
  return lambda_->getCaptureDefault() == clang::LCD_ByCopy;
}

/// A variable of a function around this lambda; false where it is none.
bool FunctionBuilder::collect_captured(const clang::ValueDecl* declaration, clang::SourceRange range, Use use,
                                       Expressions& out) {
  if (!lambda_) return false;
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
  const bool automatic = variable ? variable->hasLocalStorage() : llvm::isa<clang::BindingDecl>(declaration);
  if (!automatic) return false;
  if (!parent_ || captures_by_copy(declaration)) {
    // The copy is a part of the lambda, and keeps its value from call to call.
    const model::VariableId id = add_variable(declaration, declaration->getType());
    function_.variable(id).outlives_function = true;
    function_.variable(id).copied = true;
    if (parent_ && parent_->variables_.count(declaration)) {
      function_.variable(id).copy_of = parent_->variables_.lookup(declaration);
      function_.variable(id).promotion.spelled = false;
    }
    collect_variable(declaration, range, use, out);
    return true;
  }
  Expressions outer;
  parent_->collect_variable(declaration, range, use, outer);
  for (Expr& expression : outer) {
    model::visit_expressions(expression, [&](Expr& inner) {
      if (inner.kind == Expr::Kind::Reference) inner.variable = captured_variable(inner.variable, declaration);
    });
    out.push_back(std::move(expression));
  }
  return true;
}

/// The variable that stands for `outer` in this lambda. `declaration`: the name through which it was reached.
model::VariableId FunctionBuilder::captured_variable(model::VariableId outer, const clang::ValueDecl* declaration) {
  for (size_t k = 0; k < function_.variables.size(); ++k) {
    if (function_.variables[k].captured == outer) return model::VariableId(k);
  }
  const auto is_outer = [&](const clang::ValueDecl* other) {
    const auto known = parent_->variables_.find(other);
    if (known != parent_->variables_.end()) return known->second == outer;
    const auto alias = parent_->aliases_.find(other);
    return alias != parent_->aliases_.end() && alias->second.whole && alias->second.target == outer;
  };
  model::Variable variable = parent_->function_.variable(outer);
  variable.captured = outer;
  variable.outlives_function = true;
  const bool renamed = std::ranges::any_of(lambda_->captures(), [&](const clang::LambdaCapture& capture) {
    return lambda_->isInitCapture(&capture) && capture.getCapturedVar() == declaration;
  });
  if (renamed || is_outer(declaration)) {
    variable.name = declaration->getNameAsString();
    variable.type = class_of(declaration);
  } else if (lambda_->getCaptureDefault() != clang::LCD_ByRef) {
    variable.can_be_named = false;
    for (const clang::LambdaCapture& capture : lambda_->captures()) {
      if (capture.capturesVariable() && is_outer(capture.getCapturedVar())) variable.can_be_named = true;
    }
  }
  function_.variables.push_back(std::move(variable));
  return model::VariableId(function_.variables.size() - 1);
}

/// What a call does to the variables of the enclosing function. It may or may not come to each of these.
FunctionBuilder::Expressions FunctionBuilder::effects_on_enclosing() const {
  Expressions result;
  const auto add = [&](const Expr& found, Access access) {
    const model::VariableId outer = function_.variable(found.variable).captured;
    for (const Expr& known : result) {
      if (known.variable == outer && known.access == access) return;
    }
    Expr effect = found;
    effect.variable = outer;
    effect.access = access;
    effect.operands.clear();
    result.push_back(std::move(effect));
  };
  model::visit_all_expressions(function_.body, [&](const Expr& expression) {
    if (expression.kind != Expr::Kind::Reference) return;
    if (function_.variable(expression.variable).captured == model::kNoVariable) return;
    add(expression, expression.access == Access::Read ? Access::Read : Access::Update);
  });
  return result;
}

}  // namespace agc::parse
