#include "parse/queries/functions/functor.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "parse/queries/functions/accessor.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {

const clang::FunctionDecl* functor_method(const clang::Expr* function, const SourceText& text) {
  return functor_method(function->getType().getNonReferenceType(), text);
}

const clang::FunctionDecl* functor_method(clang::QualType type, const SourceText& text) {
  const auto* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (!record || record->isLambda() || !is_value_class(record)) return nullptr;
  const clang::DeclarationName name = record->getASTContext().DeclarationNames.getCXXOperatorName(clang::OO_Call);
  const auto found = record->getDefinition()->lookup(name);
  if (!found.isSingleResult()) return nullptr;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(*found.begin());
  if (!method || !method->isConst()) return nullptr;
  const clang::FunctionDecl* definition = method_of_staged_class(method, text);
  if (!definition || is_accessor(definition) || definition->getReturnType()->isReferenceType()) return nullptr;
  const auto is_number = [](const clang::ParmVarDecl* one) {
    const clang::QualType taken = one->getType();
    const bool changes = taken->isReferenceType() && !taken->getPointeeType().isConstQualified();
    return !changes && (is_stageable_number(taken) || is_structure_of_numbers(taken));
  };
  return std::ranges::all_of(definition->parameters(), is_number) ? definition : nullptr;
}

}  // namespace agc::parse
