#include "parse/build/calls/lambda_builder.h"

#include <set>

#include "model/visit.h"
#include "parse/build/calls/callback_builder.h"
#include "parse/build/function_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"

namespace agc::parse {

using model::Access;
using model::Expr;

namespace {}  // namespace

const LocalLambda* LambdaBuilder::held_by(const clang::ValueDecl* variable) const {
  const auto known = held_.find(variable);
  return known == held_.end() ? nullptr : &known->second;
}

void LambdaBuilder::hold(const clang::ValueDecl* variable, const clang::LambdaExpr* source, Expressions called) {
  held_[variable] = {source, std::move(called)};
}

Closure LambdaBuilder::closure(const clang::LambdaExpr* source, std::string name) {
  Closure result;
  collect_captures(source, result.created);
  const clang::CXXMethodDecl* body = source->getCallOperator();
  NestedLambda lambda;
  lambda.source = source;
  lambda.function.closure.enclosing = function_.range.begin;
  lambda.function.name = name;
  lambda.function.qualified_name = std::move(name);
  lambda.function.copy.in_staged_class = function_.copy.in_staged_class;
  lambda.function.copy.instance = function_.copy.instance;
  FunctionBuilder builder(session_, text_, lambda.function, &context_, source);
  builder.describe_lambda(source);
  builder.build(body);
  LambdaBuilder& inside = builder.context().lambdas();
  result.called = inside.effects_on_enclosing();
  model::visit_all_expressions(lambda.function.body, [&](const Expr& expression) {
    const bool writes = expression.kind == Expr::Kind::Reference && expression.access != Access::Read;
    if (writes && lambda.function.variable(expression.variable).copied) result.changes_itself = true;
  });
  if (result.changes_itself) result.state = state_of(lambda);
  context_.callees().insert(builder.callees());
  nested_.push_back(std::move(lambda));
  for (NestedLambda& inner : inside.nested_) nested_.push_back(std::move(inner));
  return effects_[source] = result;
}

/// Returns the lambda's own state that its calls change; empty if a graph has no such values, or if the captures are
/// not plain text here.
model::LambdaState LambdaBuilder::state_of(const NestedLambda& lambda) const {
  model::LambdaState result;
  const clang::SourceRange captures = lambda.source->getIntroducerRange();
  if (!text_.is_plain(captures.getBegin()) || !text_.is_plain(lambda.source->getEndLoc())) return result;
  std::set<model::VariableId> written;
  model::visit_all_expressions(lambda.function.body, [&](const Expr& expression) {
    const bool writes = expression.kind == Expr::Kind::Reference && expression.access != Access::Read;
    if (writes && lambda.function.variable(expression.variable).copied) written.insert(expression.variable);
  });
  for (const model::VariableId id : written) {
    const model::Variable& variable = lambda.function.variable(id);
    const bool number = variable.has_numbers && variable.promotion.possible && !variable.is_function;
    if (!number && !model::can_be_state(variable.type)) return {};
    result.parts.push_back(variable.name);
  }
  result.lambda = identity_of(lambda.source);
  result.captures = text_.range(captures);
  result.end = text_.range(lambda.source->getSourceRange()).end;
  return result;
}

void LambdaBuilder::declare_changing_lambda(const clang::VarDecl* variable, Closure& made, Expressions& out) {
  Expr change = finding(Expr::Kind::Reference, variable->getLocation());
  change.variable = context_.variables().add_variable(variable, variable->getType());
  change.access = Access::Declare;
  out.push_back(change);
  change.access = Access::Update;
  made.called.push_back(std::move(change));
  model::Variable& holder = function_.variable(made.called.back().variable);
  // A variable of a written type, such as a std::function, would not hold the lambda's parts.
  if (!made.state.lambda || !variable->getType()->getContainedDeducedType()) return;
  holder.lambda_state = made.state;
  holder.has_numbers = holder.promotion.possible = true;
  holder.promotion.spelled = false;
  holder.type = model::TypeClass::TensorStructure;
}

void LambdaBuilder::collect_lambda(const clang::LambdaExpr* source, Expressions& out) {
  Closure made = closure(source, "lambda");
  note_use(source, source);
  out.insert(out.end(), made.created.begin(), made.created.end());
  add_calls(source, std::move(made.called), out);
}

void LambdaBuilder::add_calls(const clang::LambdaExpr* source, Expressions effects, Expressions& out) const {
  if (effects.empty()) return;
  Expr calls = wrapped(Expr::Kind::Opaque, source, std::move(effects));
  calls.function_value.passes.push_back(identity_of(source));
  calls.repeated = true;
  out.push_back(std::move(calls));
}

model::FunctionId LambdaBuilder::identity_of(const clang::LambdaExpr* source) const {
  const void* identity = source->getCallOperator()->getCanonicalDecl();
  if (function_.copy.instance != 0) return model::FunctionId::instance(identity);
  return function_.copy.in_staged_class ? model::FunctionId::staged_method(identity) : model::FunctionId(identity);
}

const clang::LambdaExpr* LambdaBuilder::lambda_of(const clang::Expr* source) const {
  const clang::Expr* written = as_written(source);
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(written)) return lambda;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(written);
  if (!reference) return nullptr;
  for (FunctionContext* at = &context_; at; at = at->parent()) {
    if (const LocalLambda* known = at->lambdas().held_by(reference->getDecl())) return known->source;
  }
  return nullptr;
}

model::Function* LambdaBuilder::function_of(const clang::LambdaExpr* source) {
  for (FunctionContext* at = &context_; at; at = at->parent()) {
    for (NestedLambda& one : at->lambdas().nested_) {
      if (one.source == source) return &one.function;
    }
  }
  return nullptr;
}

void LambdaBuilder::pass_lambdas(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr*> arguments) {
  const clang::FunctionDecl* definition = nullptr;
  if (!callee) return;
  if (!makes_control_flow(callee)) {  // ag::while_loop and the like take symbolic numbers
    if (!callee->hasBody(definition) || !text_.is_in_user_file(definition->getLocation())) return;
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
    const bool of_lambda = method && method->getParent()->isLambda();
    if (!of_lambda && !converts_callee(definition)) return;
  }
  // For a member operator, the object comes before the parameters.
  const unsigned object = arguments.size() > callee->getNumParams() && callee->isCXXInstanceMember() ? 1 : 0;
  for (unsigned k = object; k < arguments.size(); ++k) {
    if (k - object >= callee->getNumParams()) break;
    if (definition) {
      context_.callbacks().note_given(definition, k - object, arguments[k]);
    } else {
      context_.callbacks().note_given_to_graph(callee, arguments[k]);
    }
    const clang::LambdaExpr* lambda = lambda_of(arguments[k]);
    if (!lambda) continue;
    const clang::QualType taken = callee->getParamDecl(k - object)->getType().getNonReferenceType();
    const clang::CXXRecordDecl* closure = taken->getAsCXXRecordDecl();
    if (taken->isDependentType() || (closure && closure->isLambda())) passed_on_.insert(as_written(arguments[k]));
  }
}

void LambdaBuilder::note_use(const clang::LambdaExpr* source, const clang::Expr* place) {
  model::Function* function = function_of(source);
  if (!function || called_.contains(place)) return;
  (passed_on_.contains(place) ? function->outside_callers.converted : function->outside_callers.unconverted) = true;
}

}  // namespace agc::parse
