#include "parse/queries/functions/function_reference.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "parse/queries/functions/expressions.h"

namespace agc::parse {
namespace {

/// True for a function at file scope, if a `using namespace` there makes a function of the same name visible.
bool meets_namesake(const clang::FunctionDecl* function) {
  const clang::DeclContext* around = function->getDeclContext()->getRedeclContext();
  if (!around->isTranslationUnit() || !function->getIdentifier()) return false;
  for (const clang::UsingDirectiveDecl* one : around->using_directives()) {
    const clang::NamespaceDecl* space = one->getNominatedNamespace();
    if (!space->isAnonymousNamespace() && !space->lookup(function->getDeclName()).empty()) return true;
  }
  return false;
}

}  // namespace

bool is_public(const clang::CXXMethodDecl* method) {
  if (method->getAccess() == clang::AS_private || method->getAccess() == clang::AS_protected) return false;
  const clang::DeclContext* context = method->getParent();
  while (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(context)) {
    if (record->getAccess() == clang::AS_private || record->getAccess() == clang::AS_protected) return false;
    context = record->getDeclContext();
  }
  return !context->isFunctionOrMethod();
}

std::string template_arguments(const clang::FunctionDecl* function) {
  const clang::FunctionTemplateDecl* described = function->getDescribedFunctionTemplate();
  if (!described || llvm::isa<clang::CXXMethodDecl>(function)) return {};
  if (function->getDeclaredReturnType()->getContainedDeducedType()) return {};
  std::string result;
  for (const clang::NamedDecl* parameter : *described->getTemplateParameters()) {
    if (!parameter->getIdentifier() || parameter->isImplicit()) return {};
    result +=
        (result.empty() ? "<" : ", ") + parameter->getNameAsString() + (parameter->isParameterPack() ? "..." : "");
  }
  return result + ">";
}

std::string reference_to(const clang::FunctionDecl* function, const std::string& name, clang::PrintingPolicy policy,
                         Place place) {
  const clang::FunctionTemplateDecl* described = function->getDescribedFunctionTemplate();
  const auto same_name = function->getDeclContext()->getRedeclContext()->lookup(function->getDeclName());
  const bool alone = described && std::ranges::all_of(same_name, [&](const clang::NamedDecl* other) {
                       return other->getCanonicalDecl() == described->getCanonicalDecl();
                     });
  if (meets_namesake(function)) return "&::" + name;
  if (alone || !is_overloaded(function)) return "&" + name;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const bool of_object = method && !method->isStatic();
  const std::string scope = of_object ? name.substr(0, name.rfind("::") + 2) : std::string();
  const bool qualified =
      place == Place::AtEndOfFile && !function->getDeclContext()->getRedeclContext()->isTranslationUnit();
  if (qualified) policy.SuppressUnwrittenScope = true;  // unnamed namespaces
  const auto text = [&](clang::QualType type) {
    return (qualified ? type.getCanonicalType() : type).getAsString(policy);
  };
  std::string type = text(function->getReturnType()) + " (" + scope + "*)(";
  for (unsigned k = 0; k < function->getNumParams(); ++k) {
    type += (k ? ", " : "") + text(function->getParamDecl(k)->getType());
  }
  type += ")";
  if (of_object && method->isConst()) type += " const";
  if (of_object && method->getRefQualifier() == clang::RQ_LValue) type += " &";
  return "static_cast<" + type + ">(&" + name + ")";
}

}  // namespace agc::parse
