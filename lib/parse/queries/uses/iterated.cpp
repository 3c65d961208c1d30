#include "parse/queries/uses/iterated.h"

#include <clang/AST/DeclTemplate.h>

#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/subscript.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {

using model::Expr;
using Kind = Expr::Kind;

namespace {

/// Returns the subscript whose element is the container, or contains it as a part.
Expr* subscript_in(Expr& container) {
  Expr* part = &container;
  while (part->kind != Kind::Subscript && part->operands.size() == 1) part = &part->operands.front();
  return part->kind == Kind::Subscript ? part : nullptr;
}

/// True for r[n].
bool is_subscript(const clang::Expr* container) {
  const clang::Expr* written = as_written(container);
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(written);
  return llvm::isa<clang::ArraySubscriptExpr>(written) || (call && call->getOperator() == clang::OO_Subscript);
}

/// True for a std::vector or std::array of numbers.
bool is_row_of_numbers(clang::QualType type) {
  type = type.getNonReferenceType();
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || !is_sequence(type) || record->getTemplateArgs().size() == 0) return false;
  const clang::TemplateArgument& element = record->getTemplateArgs()[0];
  return element.getKind() == clang::TemplateArgument::Type && is_stageable_number(element.getAsType());
}

}  // namespace

void refer_to_element(std::vector<Expr>& found) {
  if (found.empty()) return;
  for (Expr* element = subscript_in(found.front()); element; element = subscript_in(element->operands.front()))
    element->refers = true;
}

void choose_row(const clang::Expr* container, std::vector<Expr>& found) {
  if (!container || found.empty() || !is_subscript(container) || !is_row_of_numbers(container->getType())) return;
  Expr* row = subscript_in(found.front());
  if (!row || row->range != row->outer_range || !row->of_sequence || !row->part.empty() || row->in_macro) return;
  if (subscript_in(row->operands.front())) return;
  row->refers = false;
  row->of_row = true;
  row->iterated = true;
}

}  // namespace agc::parse
