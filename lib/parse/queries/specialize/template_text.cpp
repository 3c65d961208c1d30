#include "parse/queries/specialize/template_text.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/number_template.h"
#include "parse/queries/functions/signature.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/types/library_functor.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

class DependentReads : public AstVisitor {
 public:
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(node);
    if (!call || !call->isTypeDependent()) return true;
    const clang::Expr* callee = call->getCallee()->IgnoreParens();
    const auto* named = llvm::dyn_cast<clang::OverloadExpr>(callee);
    const auto* member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(callee);
    if (!named && !member) return true;
    const clang::DeclarationName name = named ? named->getName() : member->getMember();
    const bool listed = named ? named->hasExplicitTemplateArgs() : member->hasExplicitTemplateArgs();
    found = found || (listed && name.isIdentifier() && name.getAsString() == "item");
    return !found;
  }
};

}  // namespace

void describe_template(const clang::FunctionDecl* source, model::Function& result) {
  const auto* described = source->getDescribedFunctionTemplate();
  if (!described) return;
  bool numbers = false;
  for (const clang::FunctionDecl* one : described->specializations()) {
    result.templating.of_numbers = result.templating.of_numbers || number_template(one) == source;
    numbers = numbers || is_stageable_number(one->getReturnType());
  }
  result.returned.has_numbers = result.templating.of_numbers && numbers && source->getReturnType()->isDependentType();
}

bool any_handles_tensors(const clang::FunctionDecl* source) {
  const auto* described = source->getDescribedFunctionTemplate();
  const bool member = llvm::isa<clang::CXXMethodDecl>(source);
  if (!described || member) return source->isTemplated() || handles_tensors(source);
  return handles_tensors(source) || described->specializations().empty() ||
         std::ranges::any_of(described->specializations(), [](const auto* one) { return handles_tensors(one); });
}

bool reads_values_of_parameter_type(const clang::FunctionDecl* source) {
  DependentReads reads;
  reads.traverse(source->getBody());
  return reads.found;
}

bool takes_functions_of_the_host(const clang::FunctionDecl* source) {
  const auto is_of_the_host = [](const clang::ParmVarDecl* parameter) {
    if (!is_deduced_callable(parameter)) return false;
    if (library_functor(parameter->getType())) return true;
    const auto* closure = parameter->getType().getNonReferenceType()->getAsCXXRecordDecl();
    const clang::CXXMethodDecl* body = closure && closure->isLambda() ? closure->getLambdaCallOperator() : nullptr;
    if (!body || !has_numbers_in_signature(body)) return false;
    const auto* around = llvm::dyn_cast<clang::FunctionDecl>(closure->getDeclContext());
    return around && annotation_of(around).kind == Annotation::None && !handles_tensors(around);
  };
  const clang::FunctionTemplateDecl* described = source->getDescribedFunctionTemplate();
  return described && std::ranges::any_of(described->specializations(), [&](const clang::FunctionDecl* one) {
           return std::ranges::any_of(one->parameters(), is_of_the_host);
         });
}

}  // namespace agc::parse
