#include "parse/build/calls/callback_builder.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "model/visit.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/variables/reference_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/types/dynamic_class.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/escaping_references.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::TypeClass;

namespace {

bool may_hold_function(clang::QualType type) {
  const TypeClass kind = type_class(type);
  return kind == TypeClass::Other || kind == TypeClass::Dependent;
}

/// True for a function object that a call returns: another function's lambda, std::function, the result of std::bind.
bool is_made_function(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || !(record->isLambda() || is_in_std(record))) return false;
  if (record->getIdentifier() && record->getName() == "reference_wrapper") return false;
  const clang::DeclarationName call = record->getASTContext().DeclarationNames.getCXXOperatorName(clang::OO_Call);
  return reach(type) == Reach::Writes && !record->lookup(call).empty();
}

/// Returns the variables that a call of the value may change, because the value refers to them.
std::vector<const clang::ValueDecl*> referred_to(const clang::Expr* value) {
  std::vector<const clang::ValueDecl*> result;
  for (const KeptReference& one : references_in(value)) {
    if (!one.variable || one.captured) continue;
    const clang::QualType type = one.variable->getType().getNonReferenceType();
    if (!may_hold_function(type) && !type.isConstQualified()) result.push_back(one.variable);
  }
  return result;
}

/// Collects the lambdas, variables and function objects that the value of an argument may contain.
void find_functions(const clang::Stmt* source, std::vector<const clang::Expr*>& found) {
  const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(source);
  if (!expression) return;
  if (llvm::isa<clang::LambdaExpr>(expression)) return found.push_back(expression);
  if (llvm::isa<clang::CallExpr>(expression)) {
    if (!may_hold_function(expression->getType())) return;
    if (is_made_function(expression->getType())) found.push_back(expression);
  }
  if (llvm::isa<clang::CXXThisExpr>(expression)) return found.push_back(expression);
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    const bool local = variable && variable->hasLocalStorage();
    if (local && (may_hold_function(variable->getType()) || has_changing_call(variable->getType())))
      found.push_back(expression);
    return;
  }
  const bool made = llvm::isa<clang::CXXTemporaryObjectExpr, clang::InitListExpr>(expression);
  if (made && has_changing_call(expression->getType())) return found.push_back(expression);
  for (const clang::Stmt* child : source->children()) find_functions(child, found);
}

}  // namespace

void CallbackBuilder::note_given(const clang::FunctionDecl* definition, unsigned index, const clang::Expr* argument) {
  const clang::QualType taken = definition->getParamDecl(index)->getType();
  if (!may_hold_function(taken)) return;
  std::vector<const clang::Expr*> found;
  find_functions(argument, found);
  for (const clang::Expr* one : found) {
    // A function object that is passed as itself is a variable of the callee.
    const auto* record = one->getType()->getAsCXXRecordDecl();
    const bool whole = record && taken.getNonReferenceType()->getAsCXXRecordDecl() == record && !record->isLambda() &&
                       !is_in_std(record);
    if (!whole && definition->hasBody() && !llvm::isa<clang::CXXThisExpr>(one))
      given_.push_back({definition, index, one, call_});
  }
}

void CallbackBuilder::note_given_to_graph(const clang::FunctionDecl* callee, const clang::Expr* argument) {
  std::vector<const clang::Expr*> found;
  if (may_hold_function(argument->getType())) find_functions(argument, found);
  for (const clang::Expr* one : found) given_.push_back({callee, model::Callback::kGraph, one, call_});
}

void CallbackBuilder::note_given_object(const clang::CXXMethodDecl* method, const clang::Expr* object) {
  const clang::FunctionDecl* definition = nullptr;
  if (method->getParent()->isLambda() || !may_hold_function(object->getType())) return;
  if (!method->hasBody(definition) && method->isVirtual()) definition = method;  // an overrider is called
  if (!definition || !text_.is_in_user_file(definition->getLocation())) return;
  std::vector<const clang::Expr*> found;
  find_functions(object, found);
  for (const clang::Expr* one : found) given_.push_back({definition, model::Callback::kObject, one, call_});
}

bool CallbackBuilder::is_given(const clang::Expr* argument, size_t index) const {
  return std::ranges::any_of(given_, [&](const Given& one) { return one.value == argument && one.index == index; });
}

/// Returns the variable that the expression names, or kNoVariable.
model::VariableId CallbackBuilder::holder_of(const clang::Expr* value) const {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(value);
  return reference ? context_.variables().find(reference->getDecl()) : model::kNoVariable;
}

void CallbackBuilder::describe_given(const clang::FunctionDecl* function) {
  const auto slot_of = [](const clang::FunctionDecl* one) -> const void* {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(one);
    return method && method->isVirtual() ? first_declaration(method)->getCanonicalDecl() : nullptr;
  };
  function_.slot = slot_of(function);
  for (const Given& one : given_) {
    model::Callback given;
    if (one.index != model::Callback::kGraph && one.consumer->hasBody())
      given.consumer = text_.range(one.consumer->getBody()->getSourceRange()).begin;
    given.slot = slot_of(one.consumer);
    given.parameter = one.index;
    given.taker_name = one.consumer->getNameAsString();
    given.place = text_.offset(one.value->getBeginLoc());
    given.name = text_.flat_text(text_.range(one.value->getSourceRange()));
    given.own_object = llvm::isa<clang::CXXThisExpr>(one.value);
    if (const clang::LambdaExpr* lambda = context_.lambdas().lambda_of(one.value))
      given.lambda = context_.lambdas().identity_of(lambda);
    if (llvm::isa<clang::LambdaExpr>(one.value)) given.name = "this lambda";
    Expressions effects;
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(one.value)) {
      const Closure& closure = context_.lambdas().effects_of(lambda);
      effects = closure.called;
      given.changes_itself = closure.changes_itself;
    } else if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(one.value)) {
      context_.references().collect_variable(reference->getDecl(), reference->getSourceRange(), {}, effects);
      given.variable = context_.references().reference_to(reference->getDecl()).variable;
    } else if (llvm::isa<clang::CallExpr>(one.value)) {
      for (const clang::ValueDecl* variable : referred_to(one.value)) {
        const Expr reference = context_.references().reference_to(variable);
        if (reference.variable != model::kNoVariable) effects.push_back(reference);
      }
    }
    const model::VariableId own = holder_of(one.value);
    const auto change = [&](const Expr& effect) {
      if (effect.kind != Expr::Kind::Reference || effect.access == Access::Read) return;
      if (effect.variable == own) {
        given.changes_itself = true;
      } else if (std::ranges::find(given.changes, effect.variable) == given.changes.end()) {
        given.changes.push_back(effect.variable);
      }
      if (effect.grows || effect.resizes) given.grows.push_back(effect.variable);
    };
    for (const Expr& effect : effects) model::visit_expressions(effect, change);
    if (has_changing_call(one.value->getType()) && !given.lambda && one.index != model::Callback::kObject) {
      given.changes_itself = true;
      const auto* record = one.value->getType()->getAsCXXRecordDecl();
      if (!llvm::isa<clang::DeclRefExpr>(one.value)) given.name = record->getNameAsString();
    }
    if (one.call && text_.is_plain(one.call->getBeginLoc()) && text_.is_plain(one.call->getEndLoc())) {
      given.call = text_.range(one.call->getSourceRange());
      given.call_gives_reference = one.call->isGLValue();
    }
    function_.uses.callbacks.push_back(std::move(given));
  }
}

}  // namespace agc::parse
