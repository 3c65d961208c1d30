#include "parse/queries/types/library_value.h"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/map_uses.h"

namespace agc::parse {
namespace {

const clang::CXXRecordDecl* library_class(clang::QualType type) {
  if (type.isNull() || type->isDependentType()) return nullptr;
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() && is_in_std(record) ? record : nullptr;
}

}  // namespace

bool is_complex(clang::QualType type) {
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(library_class(type));
  return record && record->getName() == "complex" && is_stageable_number(record->getTemplateArgs()[0].getAsType()) &&
         record->getTemplateArgs()[0].getAsType()->isFloatingType();
}

bool is_ordering(clang::QualType type) {
  const clang::CXXRecordDecl* record = library_class(type);
  return record && record->getName().ends_with("_ordering") &&
         !llvm::isa<clang::ClassTemplateSpecializationDecl>(record);
}

bool is_constant_span(clang::QualType type) {
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(library_class(type));
  if (!record || record->getName() != "span") return false;
  const clang::QualType element = record->getTemplateArgs()[0].getAsType();
  return element.isConstQualified() && is_stageable_number(element) &&
         record->getTemplateArgs()[1].getAsIntegral().isAllOnes();
}

bool is_library_value(clang::QualType type) { return is_complex(type) || is_ordering(type); }

std::string plain_structure(const clang::Expr* structure, const clang::PrintingPolicy& policy) {
  const clang::Expr* source = is_constant_span(structure->getType()) ? as_written(structure) : structure;
  const clang::QualType type = source->getType().getNonReferenceType().getUnqualifiedType();
  if (!is_constant_span(type)) return type.getAsString(policy);
  const auto* record = llvm::cast<clang::ClassTemplateSpecializationDecl>(library_class(type));
  return "std::vector<" + record->getTemplateArgs()[0].getAsType().getUnqualifiedType().getAsString(policy) + ">";
}

bool is_compared_in_order(clang::QualType type) {
  if (type_class(type) != model::TypeClass::NumberStructure) return false;
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier() || !is_in_std(record)) return false;
  const llvm::StringRef name = record->getName();
  return name == "pair" || name == "tuple" || name == "array" || name == "vector";
}

bool is_library_function(const clang::FunctionDecl* callee) {
  static constexpr std::array<std::string_view, 31> kNames{
      "abs",   "acos", "acosh", "arg",   "asin",    "asinh", "atan",    "atanh",  "conj", "cos",   "cosh",
      "exp",   "imag", "is_eq", "is_gt", "is_gteq", "is_lt", "is_lteq", "is_neq", "log",  "log10", "norm",
      "polar", "pow",  "proj",  "real",  "sin",     "sinh",  "sqrt",    "tan",    "tanh"};
  return callee && callee->getIdentifier() && is_in_std(callee) && !llvm::isa<clang::CXXMethodDecl>(callee) &&
         std::ranges::find(kNames, std::string_view(callee->getName())) != kNames.end();
}

bool gives_map(const clang::Expr* value) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(as_written(value));
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && !llvm::isa<clang::CXXMethodDecl>(callee) && !is_in_std(callee) && !is_in_ag(callee) &&
         gives_map_of_numbers(callee);
}

}  // namespace agc::parse
