#include "parse/queries/functions/function_pointer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <llvm/Support/raw_ostream.h>

#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/function_reference.h"

namespace agc::parse {
namespace {

std::string plain_name(clang::QualType type) {
  return type.getNonReferenceType().getCanonicalType().getUnqualifiedType().getAsString();
}

}  // namespace

std::string pointee_type(const clang::FunctionProtoType* type) {
  std::string result = plain_name(type->getReturnType()) + "(";
  for (unsigned k = 0; k < type->getNumParams(); ++k) result += (k ? ", " : "") + plain_name(type->getParamType(k));
  return result + ")";
}

std::string pointee_type(const clang::FunctionDecl* function) {
  const auto* type = function->getType()->getAs<clang::FunctionProtoType>();
  return type ? pointee_type(type) : std::string();
}

void describe_function_pointer(const clang::FunctionDecl* function, bool named, model::Function& result) {
  if (function->isTemplated() || function->isTemplateInstantiation() || function->isOverloadedOperator()) return;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method && (!method->isStatic() || !is_public(method) || method->getParent()->isLocalClass())) return;
  result.pointee.type = pointee_type(function);
  const bool declared = function->isExternallyVisible() && function->getPreviousDecl() != nullptr;
  if (!named && !(declared && annotation_of(function).kind != Annotation::None)) return;
  clang::PrintingPolicy policy = function->getASTContext().getPrintingPolicy();
  policy.SuppressUnwrittenScope = true;
  std::string name;
  llvm::raw_string_ostream stream(name);
  function->printQualifiedName(stream, policy);
  result.pointee.reference = reference_to(function, name, policy, Place::AtEndOfFile);
  result.pointee.staged_reference = is_overloaded(function) ? "[](auto&&... given) { return " + name +
                                                                  "_staged(static_cast<decltype(given)>(given)...); }"
                                                            : "&" + name + "_staged";
}

}  // namespace agc::parse
