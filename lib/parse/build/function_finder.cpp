#include "parse/build/function_finder.h"

#include "parse/queries/functions/conversion_scope.h"

namespace agc::parse {

bool FunctionFinder::visit(clang::Decl* node) {
  if (auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(node)) {
    for (const clang::CXXMethodDecl* other : method->overridden_methods())
      overriders[other->getCanonicalDecl()].push_back(method);
  }
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(node);
  if (function && function->doesThisDeclarationHaveABody() && text_.is_in_user_file(function->getLocation())) {
    (annotation_of(function).kind != Annotation::None ? found : others).push_back(function);
  }
  return true;
}

void FunctionFinder::add_named(const clang::DeclRefExpr* name) {
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()))
    named.insert(function->getCanonicalDecl());
}

// The visitor does not reach the call operator of a lambda as a declaration.
bool FunctionFinder::visit(clang::Stmt* node) {
  const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(node);
  if (lambda && text_.is_in_user_file(lambda->getBeginLoc()) &&
      annotation_of(lambda->getCallOperator()).kind != Annotation::None) {
    lambdas.push_back(lambda);
  }
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(node); name && !called_.contains(name)) add_named(name);
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(node)) {  // the semantic form has the chosen overloads
    if (list->getSemanticForm()) list = list->getSemanticForm();
    for (const clang::Expr* value : list->inits()) {
      if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(value->IgnoreParenImpCasts())) add_named(name);
    }
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
    called_.insert(call->getCallee()->IgnoreParenImpCasts());
    traced.push_back(traced_object(call));
    for (const TracedObject& given : callbacks(call)) (given.lambda ? converted : traced).push_back(given);
    if (const void* lambda = lambda_made_by(call->getDirectCallee()))
      made_lambdas.push_back({lambda, around_.empty() ? nullptr : around_.back()});
  }
  return true;
}

}  // namespace agc::parse
