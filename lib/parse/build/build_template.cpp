// Function templates with numbers. For symbolic numbers, the argument of the template is ag::Staged<T>, if its text has
// the same meaning for that type.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprConcepts.h>

#include <algorithm>

#include "parse/build/function_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/number_template.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {
namespace {

using model::Expr;

/// True if the explicit template arguments name a number type, which would have to be the staged one.
bool names_number_type(const clang::DeclRefExpr* reference) {
  const auto arguments = reference->template_arguments();
  return std::ranges::any_of(arguments, [](const clang::TemplateArgumentLoc& one) {
    return one.getArgument().getKind() == clang::TemplateArgument::Type &&
           is_stageable_number(one.getArgument().getAsType());
  });
}

}  // namespace

/// Collects a call of a function template with numbers of dependent type. Returns false for other calls, and if the
/// numbers have to be known.
bool FunctionBuilder::collect_template_call(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  const clang::FunctionDecl* pattern = callee ? number_template(callee) : nullptr;
  if (!pattern || !text_.is_in_user_file(pattern->getLocation()) || !text_.is_plain(pattern->getLocation()))
    return false;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!reference || names_number_type(reference)) return false;
  bool numbers = false;
  for (unsigned k = 0; k < source->getNumArgs(); ++k) {
    const clang::ParmVarDecl* parameter = pattern->getParamDecl(std::min(k, pattern->getNumParams() - 1));
    const bool dependent = parameter->getType()->isDependentType();
    // Numbers of a written type have the same type for all callers.
    if (!dependent && is_stageable_number(parameter->getType())) return false;
    numbers = numbers || (dependent && is_stageable_number(source->getArg(k)->getType()));
  }
  if (!numbers) return false;
  Expressions operands = arguments_by_binding_time(callee, {source->getArgs(), source->getNumArgs()});
  for (unsigned k = 0; k < operands.size(); ++k) {
    const clang::ParmVarDecl* parameter = callee->getParamDecl(k);
    const bool written = !llvm::isa<clang::CXXDefaultArgExpr>(source->getArg(k));
    if (written && !may_change_argument(callee, k) && is_stageable_number(parameter->getType()) &&
        pattern->getParamDecl(std::min(k, pattern->getNumParams() - 1))->getType()->isDependentType()) {
      operands[k].shares_type = true;
      operands[k].number_type = parameter->getType().getNonReferenceType().getUnqualifiedType().getAsString(
          session_.ast().getPrintingPolicy());
    }
  }
  Expr result = wrapped(Expr::Kind::Call, source, std::move(operands));
  result.of_lambda = result.of_generic = true;
  result.argument_count = result.operands.size();
  result.name = callee->getNameAsString();
  result.callee = pattern;
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
