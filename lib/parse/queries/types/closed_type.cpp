#include "parse/queries/types/closed_type.h"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/tensor_class.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {
namespace {

/// True for a container or a smart pointer with modules, which a call does not pass by identity.
bool holds_modules(const clang::CXXRecordDecl* record) {
  const auto* specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!specialization) return false;
  const auto is_one = [](const clang::TemplateArgument& argument, const auto& self) -> bool {
    if (argument.getKind() == clang::TemplateArgument::Pack)
      return llvm::any_of(argument.pack_elements(), [&](const auto& part) { return self(part, self); });
    if (argument.getKind() != clang::TemplateArgument::Type) return false;
    const clang::CXXRecordDecl* held = argument.getAsType()->getAsCXXRecordDecl();
    return held && (is_module(held) || (is_in_std(held) && holds_modules(held)));
  };
  return llvm::any_of(specialization->getTemplateArgs().asArray(),
                      [&](const clang::TemplateArgument& argument) { return is_one(argument, is_one); });
}

/// True if objects of the class refer to elements of other objects, or do not allow access to all of their own.
bool refers_or_hides(const clang::CXXRecordDecl* record) {
  static constexpr std::array<std::string_view, 12> kNames{
      "bitset", "forward_list", "initializer_list",   "multiset",      "priority_queue", "queue", "set",
      "span",   "stack",        "unordered_multiset", "unordered_set", "valarray"};
  return record->getIdentifier() && std::ranges::find(kNames, std::string_view(record->getName())) != kNames.end();
}

/// True for a member, or an element, that is a std::function: its target has no part in a signature.
bool holds_function(clang::QualType type) {
  while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || is_in_ag(record) || contains_itself(record)) return false;
  record = record->getDefinition();
  if (!is_in_std(record)) {
    return record->isAggregate() &&
           llvm::any_of(record->fields(), [](const auto* field) { return holds_function(field->getType()); });
  }
  if (is_function_type(type)) return true;
  const auto holds = [](const clang::TemplateArgument& argument, const auto& self) -> bool {
    if (argument.getKind() == clang::TemplateArgument::Pack)
      return llvm::any_of(argument.pack_elements(), [&](const auto& part) { return self(part, self); });
    return argument.getKind() == clang::TemplateArgument::Type && holds_function(argument.getAsType());
  };
  const auto* specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  return specialization && llvm::any_of(specialization->getTemplateArgs().asArray(),
                                        [&](const auto& argument) { return holds(argument, holds); });
}

}  // namespace

bool is_closed(clang::QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType() && !type->isFunctionPointerType()) return !type->getPointeeType()->isCharType();
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isDependentType() || is_in_ag(record)) return false;
  if (is_in_std(record)) {
    if (is_function_type(type)) return false;  // has an error of its own
    return holds_modules(record) || refers_or_hides(record) || holds_function(type);
  }
  if (record->isLambda() || has_identity(type) || is_tensor(type) || has_fields_function(record)) return false;
  const bool is_text = !record->getVisibleConversionFunctions().empty();
  const bool of_template = llvm::isa<clang::ClassTemplateSpecializationDecl>(record);
  const bool shown = record->isAggregate() || is_value_class(record) || is_tensor_class(record);
  return record->isPolymorphic() || !(shown || is_text || of_template) || holds_function(type);
}

}  // namespace agc::parse
