#include "parse/queries/functions/expressions.h"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/queries/types/tensor_part.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {

using model::Expr;
using Kind = Expr::Kind;

bool may_be_promoted(const model::Expr& expression) {
  switch (expression.kind) {
    case Kind::FromTensor:
    case Kind::Dimension:
    case Kind::Length:
    case Kind::External:
    case Kind::Call:
    case Kind::Conditional:
    case Kind::Logical:
    case Kind::Negation:
      return true;
    case Kind::Reference:
      if (expression.type != model::TypeClass::Tensor) return true;
      break;
    default:
      break;
  }
  return std::ranges::any_of(expression.operands, may_be_promoted);
}

bool is_overloaded(const clang::FunctionDecl* function) {
  unsigned count = 0;
  const clang::FunctionDecl* seen = nullptr;
  for (const clang::NamedDecl* other :
       function->getDeclContext()->getRedeclContext()->lookup(function->getDeclName())) {
    const auto* canonical = llvm::dyn_cast<clang::FunctionDecl>(other->getCanonicalDecl());
    if (!llvm::isa<clang::FunctionDecl>(other)) return true;  // a template of the same name
    if (canonical != seen) ++count;
    seen = canonical;
  }
  return count > 1;
}

bool takes_staged(const clang::CXXConstructExpr* construct, unsigned index) {
  static constexpr std::array<std::string_view, 11> kOfNumbers{
      "Tensor",         "TensorArg", "Dim",   "Index",   "PrintItem", "PrintHead",
      "CheckCondition", "Predicate", "Slice", "Literal", "KeyArg"};
  const clang::CXXConstructorDecl* constructor = construct->getConstructor();
  const clang::CXXRecordDecl* record = constructor->getParent();
  const auto is_of_numbers = [](const clang::CXXRecordDecl* one) {
    return one && one->getIdentifier() && is_in_ag(one) &&
           std::ranges::find(kOfNumbers, std::string_view(one->getName())) != kOfNumbers.end();
  };
  if (is_of_numbers(record) || is_value_class(record)) return true;
  if (!is_in_std(constructor) || !record->getIdentifier()) return false;
  if (makes_tensor(construct, index)) return true;
  const std::string_view name = record->getName();
  if (name == "optional") {  // an optional dimension, as in slice(0, n)
    const auto* specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    return specialization && (is_structure_of_numbers(construct->getType()) ||
                              is_of_numbers(specialization->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl()));
  }
  if (!is_structure_of_numbers(construct->getType())) return false;
  return name != "vector" || index > 0;  // the first argument is a size
}

const clang::Expr* as_written(const clang::Expr* source) {
  for (;;) {
    const clang::Expr* inner = source->IgnoreParens()->IgnoreUnlessSpelledInSource();
    if (inner == source) return source;
    source = inner;
  }
}

bool is_no_function(const clang::Expr* written) {
  written = as_written(written);
  if (llvm::isa<clang::CXXNullPtrLiteralExpr, clang::CXXDefaultArgExpr>(written)) return true;
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(written);
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(written);
  return (list && list->getNumInits() == 0) || (construct && construct->getNumArgs() == 0);
}

bool names(const clang::LambdaExpr* lambda, const clang::VarDecl* variable) {
  return std::ranges::any_of(lambda->captures(), [&](const clang::LambdaCapture& capture) {
    return capture.capturesVariable() && capture.getCapturedVar() == variable;
  });
}

bool is_this(const clang::Expr* source) {
  source = source->IgnoreParenImpCasts();
  if (const auto* star = llvm::dyn_cast<clang::UnaryOperator>(source); star && star->getOpcode() == clang::UO_Deref)
    source = star->getSubExpr()->IgnoreParenImpCasts();
  return llvm::isa<clang::CXXThisExpr>(source);
}

bool is_this_as_derived(const clang::Expr* object) {
  const auto* cast = llvm::dyn_cast<clang::CXXStaticCastExpr>(object->IgnoreParenImpCasts());
  return cast && cast->getCastKind() == clang::CK_BaseToDerived && is_this(cast->getSubExpr());
}

void need_known(std::vector<model::Expr>& list, const std::string& consumer) {
  for (model::Expr& one : list) {
    need_known(one.operands, consumer);
    if (one.kind != Kind::Reference) continue;
    one.takes_reference = true;
    one.detail = consumer;
    one.remedy = model::Remedy::WriteLoop;
  }
}

}  // namespace agc::parse
