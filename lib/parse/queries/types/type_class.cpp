#include "parse/queries/types/type_class.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "parse/queries/types/library_value.h"
#include "parse/queries/types/tensor_class.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {
namespace {

using model::TypeClass;

bool is_tensor_record(const clang::CXXRecordDecl* record) {
  if (!record) return false;
  if (record->getIdentifier() && record->getName() == "Tensor" && is_in_ag(record)) return true;
  if (!record->hasDefinition()) return false;
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    if (is_tensor_record(base.getType()->getAsCXXRecordDecl())) return true;
  }
  return false;
}

bool is_container_name(std::string_view name) {
  return name == "vector" || name == "array" || name == "pair" || name == "tuple" || name == "optional";
}

/// Combines the classes of the parts of a structure. It may hold tensors with numbers beside them, which the runtime
/// checks.
struct Parts {
  bool tensors = false, numbers = false, others = false;
  void add(TypeClass part) {
    if (part == TypeClass::Tensor || part == TypeClass::TensorStructure) {
      tensors = true;
    } else if (part == TypeClass::HostNumber || part == TypeClass::NumberStructure) {
      numbers = true;
    } else {
      others = true;
    }
  }
  TypeClass result() const {
    if (others) return TypeClass::Other;
    return tensors ? TypeClass::TensorStructure : numbers ? TypeClass::NumberStructure : TypeClass::Other;
  }
};

/// Returns the types that std::variant and the maps hold; empty for other types.
llvm::SmallVector<clang::QualType, 4> held_types(const clang::ClassTemplateSpecializationDecl* type) {
  llvm::SmallVector<clang::QualType, 4> result;
  const auto& arguments = type->getTemplateArgs();
  if (type->getName() == "map" || type->getName() == "unordered_map") {
    result.push_back(arguments[1].getAsType());
  } else if (type->getName() == "variant") {
    for (const auto& one : arguments[0].pack_elements()) result.push_back(one.getAsType());
  }
  return result;
}

/// Returns the class of a variant or map, which can hold tensors. The host determines its keys or its alternative, and
/// thus also its numbers.
TypeClass class_of_held(llvm::ArrayRef<clang::QualType> types) {
  Parts parts;
  for (const clang::QualType type : types) parts.add(type_class(type));
  return parts.tensors ? parts.result() : TypeClass::Other;
}

/// Adds the classes whose objects are parts of a value of the type: its own, and those in containers of the library.
void collect_parts(clang::QualType type, std::vector<const clang::CXXRecordDecl*>& out) {
  while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || is_in_ag(record)) return;
  const auto* specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!specialization || !is_in_std(record)) return out.push_back(record->getDefinition());
  for (const clang::TemplateArgument& one : specialization->getTemplateArgs().asArray()) {
    if (one.getKind() == clang::TemplateArgument::Type) collect_parts(one.getAsType(), out);
    if (one.getKind() != clang::TemplateArgument::Pack) continue;
    for (const clang::TemplateArgument& element : one.pack_elements()) {
      if (element.getKind() == clang::TemplateArgument::Type) collect_parts(element.getAsType(), out);
    }
  }
}

TypeClass structure_class(const clang::CXXRecordDecl* record) {
  Parts parts;
  const clang::QualType described = record->getASTContext().getRecordType(record);
  if (is_library_value(described) || is_constant_span(described)) return TypeClass::NumberStructure;
  const auto* specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (specialization && is_in_std(record)) {
    const std::string_view name = record->getName();
    if (const auto held = held_types(specialization); !held.empty()) return class_of_held(held);
    if (!is_container_name(name)) return TypeClass::Other;
    const auto& arguments = specialization->getTemplateArgs();
    const bool one = name == "vector" || name == "array" || name == "optional";
    if (name == "optional") parts.numbers = true;  // whether there is a value
    for (unsigned k = 0; k < (one ? 1u : arguments.size()); ++k) {
      if (arguments[k].getKind() == clang::TemplateArgument::Pack) {
        for (const auto& element : arguments[k].pack_elements()) parts.add(type_class(element.getAsType()));
      } else if (arguments[k].getKind() == clang::TemplateArgument::Type) {
        parts.add(type_class(arguments[k].getAsType()));
      }
    }
    return parts.result();
  }
  if (record->hasDefinition() && has_fields_function(record)) return TypeClass::TensorStructure;
  if (contains_itself(record)) return TypeClass::Other;
  if (!record->hasDefinition() || (record->getNumBases() != 0 && !is_value_class(record))) return TypeClass::Other;
  if (!record->isAggregate() && !is_value_class(record) && !is_tensor_class(record)) return TypeClass::Other;
  for (const clang::FieldDecl* field : record->fields()) {
    if (is_stateless(field->getType()) || is_text_member(field->getType())) continue;
    const bool followed = (!field->getType()->isReferenceType() || is_confined(record)) && !field->isBitField();
    parts.add(followed ? type_class(field->getType()) : TypeClass::Other);
  }
  for (const clang::CXXBaseSpecifier& base : record->bases()) parts.add(type_class(base.getType()));
  // The methods compute with numbers, even if the class has no number as a field.
  if (!parts.tensors && is_value_class(record)) parts.numbers = true;
  const TypeClass result = parts.result();
  return result == TypeClass::NumberStructure && !is_value_class(record) ? TypeClass::Other : result;
}

/// True for an array of constant characters. Such text never depends on a tensor.
bool is_text(const clang::ArrayType* array) {
  return array->getElementType()->isAnyCharacterType() && array->getElementType().isConstQualified();
}

}  // namespace

const clang::ConstantArrayType* followed_array(clang::QualType type) {
  if (type.isNull()) return nullptr;
  const auto* array =
      llvm::dyn_cast_or_null<clang::ConstantArrayType>(type.getNonReferenceType()->getAsArrayTypeUnsafe());
  return array && !is_text(array) && !array->isDependentType() ? array : nullptr;
}

bool has_fields_function(const clang::CXXRecordDecl* record) {
  const auto serves = [&](const clang::Decl* declaration) {
    const auto* function = declaration ? declaration->getAsFunction() : nullptr;
    if (!function || !function->getIdentifier() || function->getName() != "ag_fields" || function->getNumParams() != 1)
      return false;
    const auto* parameter = function->getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return parameter && parameter->getCanonicalDecl() == record->getCanonicalDecl();
  };
  for (const clang::FriendDecl* one : record->friends()) {
    if (serves(one->getFriendDecl())) return true;
  }
  const clang::DeclarationName name(&record->getASTContext().Idents.get("ag_fields"));
  for (const clang::NamedDecl* one : record->getEnclosingNamespaceContext()->lookup(name)) {
    if (serves(one)) return true;
  }
  return false;
}

bool contains_itself(const clang::CXXRecordDecl* record) {
  if (!record->hasDefinition() || is_in_std(record) || is_in_ag(record)) return false;
  record = record->getDefinition();
  std::vector<const clang::CXXRecordDecl*> parts{record};
  for (size_t k = 0; k < parts.size(); ++k) {
    std::vector<const clang::CXXRecordDecl*> inner;
    for (const clang::FieldDecl* field : parts[k]->fields()) collect_parts(field->getType(), inner);
    for (const clang::CXXBaseSpecifier& base : parts[k]->bases()) collect_parts(base.getType(), inner);
    for (const clang::CXXRecordDecl* part : inner) {
      if (part == record) return true;
      if (std::ranges::find(parts, part) == parts.end()) parts.push_back(part);
    }
  }
  return false;
}

bool may_change_object(const clang::CXXMethodDecl* method) {
  if (!method->isConst()) return true;
  const clang::CXXRecordDecl* record = method->getParent();
  return !is_in_std(record) && !is_in_ag(record) && record->hasDefinition() && record->hasMutableFields();
}

bool has_changing_call(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || is_in_std(record) || is_in_ag(record)) return false;
  return std::ranges::any_of(record->methods(), [](const clang::CXXMethodDecl* method) {
    return method->getOverloadedOperator() == clang::OO_Call && !method->isStatic() && may_change_object(method);
  });
}

bool is_tensor(clang::QualType type) {
  return !type.isNull() && is_tensor_record(type.getNonReferenceType()->getAsCXXRecordDecl());
}

bool is_ag_class(clang::QualType type, const char* name) {
  if (type.isNull()) return false;
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == name && is_in_ag(record);
}

bool is_optional(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && is_in_std(record) && record->getIdentifier() && record->getName() == "optional";
}

TypeClass type_class(clang::QualType type) {
  if (type.isNull()) return TypeClass::Other;
  type = type.getNonReferenceType();
  if (type->isDependentType()) return TypeClass::Dependent;
  if (type->isVoidType()) return TypeClass::Void;
  if (type->isArithmeticType() || type->isEnumeralType()) return TypeClass::HostNumber;
  if (const clang::ConstantArrayType* array = followed_array(type)) {
    Parts parts;
    parts.add(type_class(array->getElementType()));
    return parts.result();
  }
  const auto* record = type->getAsCXXRecordDecl();
  if (!record) return TypeClass::Other;
  return is_tensor_record(record) ? TypeClass::Tensor : structure_class(record);
}

bool can_be_copied(clang::QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return true;
  if (record->needsImplicitCopyConstructor()) return !record->defaultedCopyConstructorIsDeleted();
  return llvm::any_of(record->ctors(), [](const clang::CXXConstructorDecl* one) {
    return one->isCopyConstructor() && !one->isDeleted();
  });
}

bool is_stageable_number(clang::QualType type) {
  if (type.isNull()) return false;
  type = type.getNonReferenceType();
  if (type.isVolatileQualified() || type->isDependentType()) return false;
  if (type->isEnumeralType()) return true;
  const auto* builtin = type->getAs<clang::BuiltinType>();
  if (!builtin || !type->isArithmeticType()) return false;
  switch (builtin->getKind()) {
    case clang::BuiltinType::LongDouble:
    case clang::BuiltinType::Float128:
    case clang::BuiltinType::Int128:
    case clang::BuiltinType::UInt128:
      return false;
    default:
      return true;
  }
}

bool is_sequence(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && is_in_std(record) && record->getIdentifier() &&
         (record->getName() == "vector" || record->getName() == "array");
}

bool is_structure_of_numbers(clang::QualType type) {
  if (type.isNull()) return false;
  if (const clang::ConstantArrayType* array = followed_array(type))
    return is_stageable_number(array->getElementType()) || is_structure_of_numbers(array->getElementType());
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (is_value_class(record) || is_library_value(type) || is_constant_span(type)) return true;
  const auto* specialization = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (!specialization || !is_in_std(record) || !is_container_name(record->getName())) return false;
  const TypeClass kind = type_class(type);
  if (kind == TypeClass::NumberStructure) return true;
  if (kind != TypeClass::TensorStructure) return false;
  if (record->getName() == "optional") return true;
  const auto holds_numbers = [](const clang::TemplateArgument& argument) {
    if (argument.getKind() != clang::TemplateArgument::Type) return false;
    return is_stageable_number(argument.getAsType()) || is_structure_of_numbers(argument.getAsType());
  };
  const bool one = record->getName() != "pair" && record->getName() != "tuple";
  const auto& arguments = specialization->getTemplateArgs();
  for (unsigned k = 0; k < (one ? 1u : arguments.size()); ++k) {
    if (holds_numbers(arguments[k])) return true;
    if (arguments[k].getKind() != clang::TemplateArgument::Pack) continue;
    for (const auto& element : arguments[k].pack_elements()) {
      if (holds_numbers(element)) return true;
    }
  }
  return false;
}

const clang::FunctionProtoType* type_of_callee(clang::QualType type) {
  if (type.isNull() || type->isDependentType()) return nullptr;
  type = type.getNonReferenceType();
  if (type->isFunctionPointerType()) return type->getPointeeType()->getAs<clang::FunctionProtoType>();
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || !is_in_std(record) || record->getName() != "function") return nullptr;
  const clang::TemplateArgument& signature = record->getTemplateArgs()[0];
  if (signature.getKind() != clang::TemplateArgument::Type) return nullptr;
  return signature.getAsType()->getAs<clang::FunctionProtoType>();
}

bool is_function_type(clang::QualType type) { return type_of_callee(type) != nullptr; }

const clang::FunctionProtoType* function_of_numbers(clang::QualType type) {
  const clang::FunctionProtoType* called = type_of_callee(type);
  if (!called || called->isVariadic() || called->getReturnType()->isReferenceType()) return nullptr;
  const auto numeric = [](clang::QualType one) { return is_stageable_number(one) || is_structure_of_numbers(one); };
  const bool any = numeric(called->getReturnType()) || std::ranges::any_of(called->param_types(), numeric);
  return any ? called : nullptr;
}

const clang::FunctionProtoType* function_of_values(clang::QualType type) {
  if (const clang::FunctionProtoType* numbers = function_of_numbers(type)) return numbers;
  const clang::FunctionProtoType* called = type_of_callee(type);
  if (!called || called->isVariadic() || called->getReturnType()->isReferenceType()) return nullptr;
  const bool any = contains_tensor(called->getReturnType()) || llvm::any_of(called->param_types(), contains_tensor);
  return any ? called : nullptr;
}

bool holds_functions(clang::QualType type) {
  if (type.isNull() || type->isDependentType()) return false;
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !is_in_std(record) || (record->getName() != "vector" && record->getName() != "array")) return false;
  return function_of_values(record->getTemplateArgs()[0].getAsType());
}

bool contains_tensor(clang::QualType type) {
  const TypeClass kind = type_class(type);
  if (kind == TypeClass::Tensor || kind == TypeClass::TensorStructure) return true;
  if (const auto* pointee = type->getPointeeType().getTypePtrOrNull()) {
    const TypeClass inner = type_class(type->getPointeeType());
    return pointee && (inner == TypeClass::Tensor || inner == TypeClass::TensorStructure);
  }
  return false;
}

bool runs_over_tensors(clang::QualType range) {
  if (is_tensor(range) || is_ag_class(range, "TensorRange") || is_ag_class(range, "Text")) return true;
  if (is_ag_class(range, "DatasetOf") || is_ag_class(range, "IteratorOf")) return true;
  if (!is_ag_class(range, "Enumerated") && !is_ag_class(range, "Zipped")) return false;
  const auto* type =
      llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(range.getNonReferenceType()->getAsCXXRecordDecl());
  const auto any = [](llvm::ArrayRef<clang::TemplateArgument> arguments, const auto& self) -> bool {
    return llvm::any_of(arguments, [&](const clang::TemplateArgument& argument) {
      if (argument.getKind() == clang::TemplateArgument::Pack) return self(argument.pack_elements(), self);
      return argument.getKind() == clang::TemplateArgument::Type && runs_over_tensors(argument.getAsType());
    });
  };
  return type && any(type->getTemplateArgs().asArray(), any);
}

namespace {
const clang::ClassTemplateSpecializationDecl* library_template(clang::QualType type) {
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && is_in_std(record) && record->getIdentifier() ? record : nullptr;
}
}  // namespace

clang::QualType element_of_vector(clang::QualType type) {
  const auto* record = library_template(type);
  if (!record || record->getName() != "vector") return {};
  const clang::QualType element = record->getTemplateArgs()[0].getAsType();
  return element->isBooleanType() ? clang::QualType() : element;
}

clang::QualType object_of_pointer(clang::QualType type) {
  const auto* record = library_template(type);
  if (!record || (record->getName() != "unique_ptr" && record->getName() != "shared_ptr")) return {};
  if (record->getName() == "unique_ptr") {
    const auto* deleter = library_template(record->getTemplateArgs()[1].getAsType());
    if (!deleter || deleter->getName() != "default_delete") return {};
  }
  const clang::QualType object = record->getTemplateArgs()[0].getAsType();
  return object->isRecordType() ? object : clang::QualType();
}

}  // namespace agc::parse
