#include "parse/queries/types/library_functor.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/queries/types/type_class.h"

namespace agc::parse {
namespace {

/// Returns the class of the function object; null for other types.
const clang::ClassTemplateSpecializationDecl* functor_class(clang::QualType type) {
  static constexpr std::array<std::string_view, 16> kNames{
      "bit_and", "bit_not",    "bit_or", "bit_xor", "divides",    "equal_to", "greater",      "greater_equal",
      "less",    "less_equal", "minus",  "modulus", "multiplies", "negate",   "not_equal_to", "plus"};
  if (type.isNull()) return nullptr;
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !record->hasDefinition() || !is_in_std(record) || !record->getIdentifier()) return nullptr;
  const bool known = std::ranges::find(kNames, std::string_view(record->getName())) != kNames.end();
  const bool of_type =
      record->getTemplateArgs().size() == 1 && record->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type;
  return known && of_type ? record : nullptr;
}

}  // namespace

const clang::FunctionProtoType* library_functor(clang::QualType type) {
  const auto* record = functor_class(type);
  if (!record || !is_stageable_number(record->getTemplateArgs()[0].getAsType())) return nullptr;
  const clang::DeclarationName call = record->getASTContext().DeclarationNames.getCXXOperatorName(clang::OO_Call);
  const auto found = record->lookup(call);
  const auto* method = found.isSingleResult() ? llvm::dyn_cast<clang::CXXMethodDecl>(*found.begin()) : nullptr;
  return method ? method->getType()->getAs<clang::FunctionProtoType>() : nullptr;
}

bool is_transparent_functor(clang::QualType type) {
  const auto* record = functor_class(type);
  return record && record->getTemplateArgs()[0].getAsType()->isVoidType();
}

}  // namespace agc::parse
