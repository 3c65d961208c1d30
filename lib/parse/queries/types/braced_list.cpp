#include "parse/queries/types/braced_list.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include "parse/queries/types/type_class.h"

namespace agc::parse {

bool collect_braced(const clang::Expr* list, const SourceText& text, std::vector<const clang::Expr*>& out) {
  list = list->IgnoreImplicit();
  if (list->getSourceRange().isInvalid() || text.text(text.token(list->getBeginLoc())) != "{") return false;
  if (const auto* standard = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(list))
    list = standard->getSubExpr()->IgnoreImplicit();
  const auto collect_all = [&](auto&& elements) {
    for (const clang::Expr* element : elements) {
      if (element->getSourceRange().isValid() && !collect_braced(element, text, out)) out.push_back(element);
    }
    return true;
  };
  if (const auto* elements = llvm::dyn_cast<clang::InitListExpr>(list)) return collect_all(elements->inits());
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(list);
  return construct && collect_all(construct->arguments());
}

bool is_list_of_numbers(clang::QualType type) {
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !is_in_std(record) || record->getName() != "initializer_list") return false;
  const clang::QualType element = record->getTemplateArgs()[0].getAsType();
  return is_stageable_number(element) || is_structure_of_numbers(element);
}

}  // namespace agc::parse
