#include "parse/queries/functions/returned_lambda.h"

#include <clang/AST/ASTContext.h>

namespace agc::parse {

bool makes_lambda(const clang::FunctionDecl* maker, const clang::CXXRecordDecl* closure) {
  if (!maker || llvm::isa<clang::CXXMethodDecl>(maker) || maker->isTemplated() || maker->isTemplateInstantiation())
    return false;
  if (!maker->getDeclaredReturnType()->getContainedDeducedType()) return false;
  const clang::QualType result = maker->getReturnType();
  const auto* given = result->isUndeducedType() ? nullptr : result->getAsCXXRecordDecl();
  return given && given->isLambda() && !given->isGenericLambda() && (!closure || given == closure) &&
         given->getDeclContext() == maker;
}

const void* lambda_made_by(const clang::FunctionDecl* maker) {
  const clang::FunctionDecl* definition = nullptr;
  if (!maker || !maker->hasBody(definition) || !makes_lambda(definition, nullptr)) return nullptr;
  return definition->getReturnType()->getAsCXXRecordDecl()->getLambdaCallOperator()->getCanonicalDecl();
}

const void* returned_lambda(const clang::CXXRecordDecl* closure) {
  if (!closure || !closure->isLambda()) return nullptr;
  const auto* maker = llvm::dyn_cast<clang::FunctionDecl>(closure->getDeclContext());
  return makes_lambda(maker, closure) ? closure->getLambdaCallOperator()->getCanonicalDecl() : nullptr;
}

}  // namespace agc::parse
