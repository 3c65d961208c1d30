#include "parse/queries/types/tensor_class.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "parse/queries/types/class_instance.h"
#include "parse/queries/types/memberwise.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {
namespace {

/// True for an operator, other than an assignment, or a conversion, that takes or returns a number. `object` is the
/// class of an operand of an operator that is not a member.
bool is_numeric_operator(const clang::FunctionDecl* function, const clang::CXXRecordDecl* object) {
  if (!function || function->isImplicit() || function->isDefaulted() || function->isDeleted()) return false;
  const auto operation = function->getOverloadedOperator();
  const bool converts = llvm::isa<clang::CXXConversionDecl>(function);
  if ((operation == clang::OO_None && !converts) || operation == clang::OO_Equal) return false;
  const clang::QualType result = function->getReturnType();
  if (result->isReferenceType() && !result->getPointeeType().isConstQualified() && is_tensor(result)) return false;
  const auto is_object = [&](const clang::ParmVarDecl* one) {
    const auto* record = one->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return record && record->getCanonicalDecl() == object->getCanonicalDecl();
  };
  if (!llvm::isa<clang::CXXMethodDecl>(function) && std::ranges::none_of(function->parameters(), is_object))
    return false;
  return is_stageable_number(result) || std::ranges::any_of(function->parameters(), [](const auto* one) {
           return is_stageable_number(one->getType());
         });
}

/// True if the declaration is such an operator, or a template with such an instantiation.
bool declares_numeric_operator(const clang::Decl* declaration, const clang::CXXRecordDecl* object) {
  if (const auto* befriended = llvm::dyn_cast<clang::FriendDecl>(declaration))
    declaration = befriended->getFriendDecl();
  const auto* described = llvm::dyn_cast_or_null<clang::FunctionTemplateDecl>(declaration);
  if (!described) return is_numeric_operator(llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration), object);
  return std::ranges::any_of(described->specializations(),
                             [&](const clang::FunctionDecl* one) { return is_numeric_operator(one, object); });
}

/// True if the field is a tensor, a structure of tensors only, or a text.
bool holds_tensors(const clang::FieldDecl* field) {
  const clang::QualType type = field->getType();
  if (is_text_member(type)) return !type.isConstQualified();
  if (type->isReferenceType() || type.isConstQualified() || is_structure_of_numbers(type)) return false;
  const model::TypeClass kind = type_class(type);
  return kind == model::TypeClass::Tensor || kind == model::TypeClass::TensorStructure;
}

}  // namespace

bool operates_on_numbers(const clang::CXXRecordDecl* record) {
  if (std::ranges::any_of(record->ctors(), [](const auto* one) { return one->isDelegatingConstructor(); }))
    return false;
  const auto declares = [&](const clang::Decl* one) { return declares_numeric_operator(one, record); };
  if (std::ranges::any_of(record->decls(), declares)) return true;
  clang::DeclarationNameTable& names = record->getASTContext().DeclarationNames;
  for (int operation = clang::OO_None + 1; operation < clang::NUM_OVERLOADED_OPERATORS; ++operation) {
    const auto name = names.getCXXOperatorName(static_cast<clang::OverloadedOperatorKind>(operation));
    if (std::ranges::any_of(record->getEnclosingNamespaceContext()->lookup(name), declares)) return true;
  }
  return false;
}

bool is_tensor_class(const clang::CXXRecordDecl* record) {
  if (!record || !record->hasDefinition()) return false;
  record = record->getDefinition();
  if (!record->getIdentifier() || record->isAggregate() || record->field_empty() || record->getNumBases() > 0)
    return false;
  if (record->isUnion() || record->isTemplated() || record->isPolymorphic() || record->isLocalClass()) return false;
  const clang::SourceManager& sources = record->getASTContext().getSourceManager();
  if (sources.isInSystemHeader(record->getLocation()) || is_in_ag(record) || record->getLocation().isMacroID())
    return false;
  if (llvm::isa<clang::ClassTemplateSpecializationDecl>(record) && !class_instance(record)) return false;
  const auto is_special = [](const clang::CXXMethodDecl* method) {
    const bool copies = method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
    const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method);
    const bool makes = constructor && constructor->isCopyOrMoveConstructor();
    return (copies || makes || llvm::isa<clang::CXXDestructorDecl>(method)) &&
           (method->isDeleted() || (method->isUserProvided() && !acts_as_default(method)));
  };
  if (std::ranges::any_of(record->methods(), is_special)) return false;
  const auto is_text = [](const clang::FieldDecl* field) { return is_text_member(field->getType()); };
  return std::ranges::all_of(record->fields(), holds_tensors) && !std::ranges::all_of(record->fields(), is_text) &&
         !has_fields_function(record) && !is_value_class(record);
}

void collect_tensor_classes(clang::QualType type, std::vector<const clang::CXXRecordDecl*>& out) {
  if (type.isNull() || type->isDependentType()) return;
  if (const clang::ConstantArrayType* array = followed_array(type))
    return collect_tensor_classes(array->getElementType(), out);
  if (type_class(type) != model::TypeClass::TensorStructure) return;
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return;
  record = record->getDefinition();
  const auto* specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!is_in_std(record)) {
    for (const clang::FieldDecl* field : record->fields()) collect_tensor_classes(field->getType(), out);
    if (is_tensor_class(record) && std::ranges::find(out, record) == out.end()) out.push_back(record);
    return;
  }
  if (!specialization) return;
  for (const clang::TemplateArgument& argument : specialization->getTemplateArgs().asArray()) {
    if (argument.getKind() == clang::TemplateArgument::Type) collect_tensor_classes(argument.getAsType(), out);
    if (argument.getKind() != clang::TemplateArgument::Pack) continue;
    for (const auto& element : argument.pack_elements()) {
      if (element.getKind() == clang::TemplateArgument::Type) collect_tensor_classes(element.getAsType(), out);
    }
  }
}

}  // namespace agc::parse
