#include "parse/queries/types/value_class.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "model/words.h"
#include "parse/queries/types/class_instance.h"
#include "parse/queries/types/dynamic_class.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/listed_fields.h"
#include "parse/queries/types/memberwise.h"
#include "parse/queries/types/named_types.h"
#include "parse/queries/types/selected_strings.h"
#include "parse/queries/types/tensor_class.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {
namespace {

/// Returns declarations of the types and static members of the class, for the methods of its staged class.
std::vector<std::string> members_of(const clang::CXXRecordDecl* record) {
  std::vector<std::string> result;
  const std::string scope = class_name(record) + "::";
  for (const clang::Decl* declaration : record->decls()) {
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(declaration);
    if (!named || named->isImplicit()) continue;
    const std::string name = named->getNameAsString();
    if (const auto* type = llvm::dyn_cast<clang::TypeDecl>(named)) {
      const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(type);
      const std::string silent = record->isLocalClass() ? " [[maybe_unused]] = " : " = ";  // a method may not name it
      if (!name.empty()) result.push_back("using " + name + silent + scope + name);
      if (enumeration && !enumeration->isScoped() && !name.empty()) result.push_back("using enum " + scope + name);
    } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(named)) {
      const bool number = variable->getType().isConstQualified() && variable->getType()->isIntegralOrEnumerationType();
      const bool constant = variable->isConstexpr() || (number && variable->hasInit());
      const std::string reference = variable->getType()->isArrayType() || !constant ? "& " : " ";
      result.push_back((constant ? "static constexpr auto" : "static inline auto") + reference + name + " = " + scope +
                       name);
    }
  }
  return result;
}

bool holds_numbers(clang::QualType type) { return is_stageable_number(type) || is_structure_of_numbers(type); }

/// True if the text of the constructor has the same meaning in the staged class.
bool is_known_constructor(const clang::CXXConstructorDecl* constructor) {
  const clang::FunctionDecl* body = nullptr;
  // Members of a class template are instantiated only if they are called.
  const clang::FunctionDecl* pattern = constructor->getTemplateInstantiationPattern();
  if (!(pattern ? pattern : constructor)->hasBody(body) || !llvm::isa<clang::CompoundStmt>(body->getBody()))
    return false;
  const auto* definition = llvm::cast<clang::CXXConstructorDecl>(body);
  return !definition->isVariadic() && !definition->isConsteval() && !definition->getLocation().isMacroID();
}

/// True if the class can be default-constructed by other code.
bool is_made_by_default(const clang::CXXRecordDecl* record) {
  return !record->hasUserDeclaredConstructor() || std::ranges::any_of(record->ctors(), [](const auto* constructor) {
    return constructor->isDefaultConstructor() && !constructor->isDeleted() &&
           constructor->getAccess() == clang::AS_public;
  });
}

/// Collects the fields of the bases, followed by those of the class.
void collect_fields(const clang::CXXRecordDecl* record, std::vector<const clang::FieldDecl*>& out) {
  for (const clang::CXXBaseSpecifier& base : record->bases())
    collect_fields(base.getType()->getAsCXXRecordDecl()->getDefinition(), out);
  out.insert(out.end(), record->field_begin(), record->field_end());
}

/// True for a base without numbers, from which the staged class derives as well: an empty class, or one with tensors or
/// texts.
bool is_kept_base(const clang::CXXRecordDecl* record) {
  if (!record || !record->hasDefinition() || record->isPolymorphic()) return false;
  record = record->getDefinition();
  if (llvm::isa<clang::ClassTemplateSpecializationDecl>(record) || record->getNumBases() != 0) return false;
  const auto is_silent = [](const clang::CXXMethodDecl* method) { return method->isImplicit() || method->isStatic(); };
  if (record->isEmpty()) return std::ranges::all_of(record->methods(), is_silent);
  const auto is_text = [](const clang::FieldDecl* field) { return is_text_member(field->getType()); };
  const bool keeps =
      type_class(record->getASTContext().getRecordType(record)) == model::TypeClass::TensorStructure ||
      (std::ranges::all_of(record->fields(), is_text) && std::ranges::all_of(record->methods(), is_silent));
  return record->isAggregate() && !has_fields_function(record) && keeps &&
         std::ranges::none_of(record->fields(), [](const auto* field) { return holds_numbers(field->getType()); });
}

/// True if the staged class can derive from the staged classes of its bases.
bool derives_from_values(const clang::CXXRecordDecl* record) {
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    if (base.isVirtual() || base.getAccessSpecifier() != clang::AS_public) return false;
    const clang::CXXRecordDecl* described = base.getType()->getAsCXXRecordDecl();
    if (!is_value_class(described) && !is_kept_base(described)) return false;
  }
  return names_differ(record);
}

/// True if the staged class can have the constructors.
bool can_be_made(const clang::CXXRecordDecl* record) {
  const bool templates = std::ranges::any_of(record->decls(), [](const clang::Decl* declaration) {
    const auto* described = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration);
    return described && llvm::isa<clang::CXXConstructorDecl>(described->getTemplatedDecl());
  });
  if (templates) return false;
  return std::ranges::none_of(record->ctors(), [](const clang::CXXConstructorDecl* constructor) {
    if (constructor->isImplicit() || constructor->isDeleted() || !constructor->isUserProvided()) return false;
    if (constructor->isCopyOrMoveConstructor()) return !acts_as_default(constructor);
    return !is_known_constructor(constructor);
  });
}

/// True if the type contains a number. `seen` stops recursion: the signatures of methods may name their own class.
bool mentions_number(clang::QualType type, std::vector<const clang::CXXRecordDecl*>& seen) {
  type = type.getNonReferenceType();
  if (is_stageable_number(type)) return true;
  if (const clang::ConstantArrayType* array = followed_array(type))
    return mentions_number(array->getElementType(), seen);
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || std::ranges::find(seen, record) != seen.end()) return false;
  seen.push_back(record);
  const auto* specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (specialization && is_in_std(record)) {
    return std::ranges::any_of(specialization->getTemplateArgs().asArray(), [&](const clang::TemplateArgument& one) {
      if (one.getKind() == clang::TemplateArgument::Type) return mentions_number(one.getAsType(), seen);
      return one.getKind() == clang::TemplateArgument::Pack &&
             std::ranges::any_of(one.pack_elements(), [&](const clang::TemplateArgument& element) {
               return element.getKind() == clang::TemplateArgument::Type && mentions_number(element.getAsType(), seen);
             });
    });
  }
  return !is_in_ag(record) && std::ranges::any_of(record->getDefinition()->fields(), [&](const auto* field) {
    return mentions_number(field->getType(), seen);
  });
}

/// True for a class whose methods compute with numbers. Called for classes without fields.
bool computes(const clang::CXXRecordDecl* record) {
  const auto has_number = [](clang::QualType type) {
    std::vector<const clang::CXXRecordDecl*> seen;
    return mentions_number(type, seen);
  };
  const auto is_one = [&](const clang::CXXMethodDecl* method) {
    const auto takes = [&](const auto& asked) {
      return std::ranges::any_of(method->parameters(),
                                 [&](const clang::ParmVarDecl* one) { return asked(one->getType()); });
    };
    if (method->isImplicit()) return false;
    return takes(has_number) || (takes(contains_tensor) && has_number(method->getReturnType()));
  };
  if (std::ranges::any_of(record->methods(), is_one)) return true;
  return std::ranges::any_of(record->decls(), [&](const clang::Decl* declaration) {
    const auto* described = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration);
    return described && std::ranges::any_of(described->specializations(), [&](const clang::FunctionDecl* one) {
             const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(one);
             return method && !llvm::isa<clang::CXXConstructorDecl, clang::CXXConversionDecl>(method) && is_one(method);
           });
  });
}

/// True for struct Sum { … } s; without specifiers before it, which would apply to the variable alone.
bool begins_declaration(const clang::CXXRecordDecl* record) {
  const clang::SourceManager& sources = record->getASTContext().getSourceManager();
  const auto [file, offset] = sources.getDecomposedLoc(record->getSourceRange().getBegin());
  const llvm::StringRef before = sources.getBufferData(file).take_front(offset).rtrim();
  return !before.empty() && llvm::StringRef("{};:)").contains(before.back());
}

/// True for a local class whose staged class can be declared beside it. A local class can have no templates and no
/// friend definitions, and cannot be defined later.
bool is_plain_local(const clang::CXXRecordDecl* record) {
  const bool computed =
      std::ranges::any_of(record->methods(), [](const auto* method) { return !method->isImplicit(); });
  return !computed && record->isAggregate() && record->getNumBases() == 0 && !record->field_empty() &&
         (!record->isEmbeddedInDeclarator() || begins_declaration(record)) && !record->isDependentContext() &&
         !record->getTemplateInstantiationPattern();
}

bool compares_by_default(const clang::CXXRecordDecl* record, clang::OverloadedOperatorKind operation) {
  return std::ranges::any_of(record->getDefinition()->decls(), [&](const clang::Decl* declaration) {
    const auto* befriended = llvm::dyn_cast<clang::FriendDecl>(declaration);
    if (befriended) declaration = befriended->getFriendDecl();
    const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration);
    return function && function->getOverloadedOperator() == operation && is_default_comparison(function);
  });
}

}  // namespace

bool is_stateless(clang::QualType type) {
  const auto* record = type->isReferenceType() ? nullptr : type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isLambda() || is_in_ag(record)) return false;
  record = record->getDefinition();
  return record->isEmpty() && record->getNumBases() == 0 && record->isAggregate() && !record->isPolymorphic();
}

bool is_tensor_reference(const clang::FieldDecl* field) {
  const clang::QualType type = field->getType();
  return type->isLValueReferenceType() && type->getPointeeType().isConstQualified() &&
         !type->getPointeeType().isVolatileQualified() && is_ag_class(type, "Tensor") &&
         !field->hasInClassInitializer();
}

static constexpr const char* kConfined = "ag.confined";

void mark_confined(const clang::CXXRecordDecl* record) {
  auto* marked = const_cast<clang::CXXRecordDecl*>(record);
  const clang::AttrVec before = marked->hasAttrs() ? marked->getAttrs() : clang::AttrVec();
  marked->addAttr(clang::AnnotateAttr::CreateImplicit(record->getASTContext(), kConfined, nullptr, 0));
  if (is_value_class(record)) return;  // a question that the mark decides
  marked->dropAttrs();
  if (!before.empty()) marked->setAttrs(before);
}

bool is_confined(const clang::CXXRecordDecl* record) {
  return record && record->hasDefinition() &&
         std::ranges::any_of(
             record->getDefinition()->specific_attrs<clang::AnnotateAttr>(),
             [](const clang::AnnotateAttr* one) { return one->getAnnotation() == llvm::StringRef(kConfined); });
}

bool is_part_of_staged_class(const clang::FieldDecl* field) {
  const clang::QualType type = field->getType();
  if (type->isReferenceType())
    return is_tensor_reference(field) && is_confined(llvm::cast<clang::CXXRecordDecl>(field->getParent()));
  if (field->isBitField()) return false;
  if (is_stageable_number(type) || is_structure_of_numbers(type)) return true;
  if (is_stateless(type) || is_text_member(type)) return true;
  const model::TypeClass kind = type_class(type);
  return kind == model::TypeClass::Tensor || kind == model::TypeClass::TensorStructure;
}

bool names_differ(const clang::CXXRecordDecl* record) {
  std::vector<const clang::FieldDecl*> fields;
  if (record->getNumBases() > 0) collect_fields(record, fields);
  std::vector<std::string> names;
  for (const clang::FieldDecl* field : fields) names.push_back(field->getNameAsString());
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) == names.end();
}

bool is_default_comparison(const clang::FunctionDecl* function) {
  if (!function || !function->isDefaulted() || function->isDeleted()) return false;
  const auto operation = function->getOverloadedOperator();
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(function->getLexicalDeclContext());
  if ((operation != clang::OO_EqualEqual && operation != clang::OO_Spaceship) || !is_value_class(record)) return false;
  return record->getNumBases() == 0 && std::ranges::all_of(record->fields(), [&](const clang::FieldDecl* field) {
           const auto* part = field->getType()->getAsCXXRecordDecl();
           if (is_text_member(field->getType())) return part != nullptr;  // pointers are compared by address
           return is_stageable_number(field->getType()) || (part && compares_by_default(part, operation));
         });
}

/// True if types or static members are accessible to friends only.
static bool hides_members(const clang::CXXRecordDecl* record) {
  return std::ranges::any_of(record->decls(), [](const clang::Decl* declaration) {
    return !declaration->isImplicit() && llvm::isa<clang::TypeDecl, clang::VarDecl>(declaration) &&
           declaration->getAccess() != clang::AS_public;
  });
}

bool shows_its_members(const clang::CXXRecordDecl* record) {
  const bool has_templates = std::ranges::any_of(record->decls(), [](const clang::Decl* declaration) {
    return llvm::isa<clang::ClassTemplateDecl, clang::TypeAliasTemplateDecl, clang::VarTemplateDecl>(declaration);
  });
  // The staged class of a nested class is declared too late to be a friend.
  return !has_templates && (!record->getDeclContext()->isRecord() || !hides_members(record));
}

bool is_value_class(const clang::CXXRecordDecl* record) {
  if (!record || !record->hasDefinition()) return false;
  record = record->getDefinition();
  const clang::SourceManager& sources = record->getASTContext().getSourceManager();
  const bool of_system = sources.isInSystemHeader(record->getLocation()) ||
                         (is_in_ag(record) && !sources.isInMainFile(record->getLocation()));
  if (!record->getIdentifier() || of_system || record->getLocation().isMacroID()) return false;
  if (record->isUnion() || record->isTemplated() || record->isPolymorphic() || contains_itself(record)) return false;
  if (llvm::isa<clang::ClassTemplateSpecializationDecl>(record) && !class_instance(record)) return false;
  if (record->isLocalClass() && !is_plain_local(record)) return false;
  // The staged class would not run these methods.
  const auto is_special = [](const clang::CXXMethodDecl* method) {
    const bool assigns = method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
    return method->isUserProvided() && (assigns || llvm::isa<clang::CXXDestructorDecl>(method)) &&
           !acts_as_default(method);
  };
  if (std::ranges::any_of(record->methods(), is_special)) return false;
  if (!derives_from_values(record) || !std::ranges::all_of(record->fields(), is_part_of_staged_class)) return false;
  if (!record->isAggregate() && !(can_be_made(record) && shows_its_members(record) && !has_fields_function(record)))
    return false;
  if (record->getNumBases() > 0) {
    return !record->isEmpty() || computes(record) || std::ranges::any_of(record->bases(), [](const auto& base) {
      return is_value_class(base.getType()->getAsCXXRecordDecl());
    });
  }
  if (std::ranges::any_of(record->fields(), [](const auto* field) { return holds_numbers(field->getType()); }))
    return true;
  if (std::ranges::all_of(record->fields(), [](const auto* field) { return is_stateless(field->getType()); }))
    return computes(record);
  return operates_on_numbers(record);
}

void collect_value_classes(clang::QualType type, std::vector<const clang::CXXRecordDecl*>& out) {
  if (const clang::ConstantArrayType* array = followed_array(type))
    return collect_value_classes(array->getElementType(), out);
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return;
  record = record->getDefinition();
  if (is_value_class(record)) {
    for (const clang::CXXBaseSpecifier& base : record->bases()) collect_value_classes(base.getType(), out);
    for (const clang::FieldDecl* field : record->fields()) collect_value_classes(field->getType(), out);
    if (std::ranges::find(out, record) == out.end()) out.push_back(record);
    return;
  }
  const auto* specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!specialization || !is_structure_of_numbers(type)) return;
  for (const clang::TemplateArgument& argument : specialization->getTemplateArgs().asArray()) {
    if (argument.getKind() == clang::TemplateArgument::Type) collect_value_classes(argument.getAsType(), out);
    if (argument.getKind() != clang::TemplateArgument::Pack) continue;
    for (const auto& element : argument.pack_elements()) collect_value_classes(element.getAsType(), out);
  }
}

std::vector<const void*> value_classes_in(clang::QualType type) {
  std::vector<const clang::CXXRecordDecl*> classes;
  collect_value_classes(type, classes);
  return {classes.begin(), classes.end()};
}

/// Returns the end of `struct Result;`; 0 if there is no such declaration before the definition in its file.
static model::Offset end_of_forward_declaration(const clang::CXXRecordDecl* record, const SourceText& text) {
  if (llvm::isa<clang::ClassTemplateSpecializationDecl>(record)) return 0;
  const clang::SourceManager& sources = record->getASTContext().getSourceManager();
  const clang::FileID file = sources.getFileID(record->getLocation());
  model::Offset first = 0;
  for (const clang::TagDecl* one : record->redecls()) {
    if (one == record || !one->isFreeStanding() || !one->getLexicalDeclContext()->isFileContext()) continue;
    if (sources.getFileID(one->getLocation()) != file || !text.is_plain(one->getLocation())) continue;
    const model::Offset end = text.after_semicolon(one->getEndLoc());
    if (first == 0 || end < first) first = end;
  }
  return first < text.offset(record->getLocation()) ? first : 0;
}

model::ValueClass describe_value_class(const clang::CXXRecordDecl* record, const SourceText& text,
                                       const ListedFields& listed, const SelectedStrings& strings) {
  model::ValueClass result;
  result.identity = record;
  result.name = class_name(record);
  result.spelled = spelled_class(record);
  result.written_name = record->getNameAsString();
  result.nested = record->getDeclContext()->isRecord();
  result.local = record->isLocalClass() != nullptr;
  result.embedded = result.local && record->isEmbeddedInDeclarator();
  result.begin = text.range(record->getSourceRange()).begin;
  result.end = end_of_declaration(record, text);
  result.declared_at = end_of_forward_declaration(record, text);
  // Offsets of different files do not have the order of the translation unit.
  const clang::SourceManager& sources = record->getASTContext().getSourceManager();
  const clang::CXXRecordDecl* last = written_class(record);
  for (const clang::CXXRecordDecl* one : classes_in_arguments(record)) {
    const clang::CXXRecordDecl* other = one->getDefinition();
    if (!other || !other->getDeclContext()->Equals(record->getDeclContext())) continue;
    if (sources.isBeforeInTranslationUnit(last->getLocation(), other->getLocation())) last = other;
  }
  if (last != written_class(record)) result.end = end_of_declaration(last, text);
  for (const clang::FieldDecl* field : record->fields()) {
    model::ValueClass::Field one;
    const clang::FieldDecl* written = written_field(field);
    clang::TypeLoc type = written->getTypeSourceInfo()->getTypeLoc();
    clang::QualType element = field->getType();
    while (const auto array = type.getAs<clang::ArrayTypeLoc>()) {  // the extents follow the name
      one.extents += text.flat_text(text.range(array.getBracketsRange()));
      type = array.getElementLoc();
      element = element->getAsArrayTypeUnsafe()->getElementType();
    }
    one.type = text.flat_text(text.range(type.getSourceRange()));
    // The range of `const char*` begins after its `const`.
    if (element->isPointerType() && !model::contains_word(one.type, "const")) one.type = "const " + one.type;
    if (const auto reference = type.getAs<clang::ReferenceTypeLoc>()) {
      const clang::TypeLoc referent = reference.getPointeeLoc().getUnqualifiedLoc();
      one.type = "const " + text.flat_text(text.range(referent.getSourceRange())) + "&";
    }
    // For `enum E { … } e;`, the type is the enum's name, which is an alias in the staged class.
    const auto* enumeration = element->getAs<clang::EnumType>();
    if (enumeration && enumeration->getDecl()->getDeclContext()->Equals(field->getParent()) &&
        enumeration->getDecl()->getIdentifier())
      one.type = enumeration->getDecl()->getNameAsString();
    if (const auto* member = element->getAsCXXRecordDecl(); member && member->getDeclContext()->isRecord()) {
      // the staged class is outside of the class
      one.type =
          element.getCanonicalType().getUnqualifiedType().getAsString(field->getASTContext().getPrintingPolicy());
    }
    one.is_constant = field->getType().isConstQualified();
    one.kind = type_class(element);
    one.has_numbers = holds_numbers(field->getType());
    one.is_string = strings.contains(field);
    one.name = field->getNameAsString();
    one.listed = listed.contains(field);
    one.is_mutable = field->isMutable();
    const auto* of_class = field->getType()->getAsCXXRecordDecl();
    one.of_parts = is_value_class(of_class) && !is_made_by_default(of_class->getDefinition());
    if (const clang::Expr* value = written->getInClassInitializer()) {
      one.extents.clear();  // they are part of the text before the initialiser
      const model::Offset begin = text.token(field->getLocation()).end;
      one.initialiser = text.flat_text({begin, text.range(value->getSourceRange()).end});
    }
    result.fields.push_back(std::move(one));
  }
  result.befriends = hides_members(record);
  for (InstanceName& one : instance_names(record)) result.members.push_back(std::move(one.declaration));
  std::ranges::move(members_of(record), std::back_inserter(result.members));
  std::ranges::move(accessors_of_derived(record), std::back_inserter(result.members));
  const clang::PrintingPolicy& policy = record->getASTContext().getPrintingPolicy();
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    const clang::CXXRecordDecl* described = base.getType()->getAsCXXRecordDecl()->getDefinition();
    const model::ValueClass inner = is_value_class(described) || is_dynamic_class(described)
                                        ? describe_value_class(described, text, listed, strings)
                                        : model::ValueClass{};
    std::vector<const clang::FieldDecl*> fields;
    collect_fields(described, fields);
    model::ValueClass::Base one{base.getType().getCanonicalType().getAsString(policy),
                                inner.exposed,
                                inner.of_parts,
                                inner.has_constructors,
                                inner.dynamic,
                                {}};
    for (const clang::FieldDecl* field : fields) one.fields.push_back(field->getNameAsString());
    result.bases.push_back(std::move(one));
  }
  if (is_dynamic_class(record)) {
    result.dynamic = result.exposed = true;
    result.abstract = record->isAbstract();
    for (const clang::CXXRecordDecl* base : dynamic_bases(record))
      result.dynamic_bases.push_back(
          record->getASTContext().getRecordType(base).getCanonicalType().getAsString(policy));
    result.closing_brace = text.offset(record->getBraceRange().getEnd());
    return result;  // it is made from an object, not by a constructor
  }
  result.copies = copies_itself(record);
  result.orders = compares_by_default(record, clang::OO_Spaceship);
  result.compares = result.orders || compares_by_default(record, clang::OO_EqualEqual);
  result.closing_brace = text.offset(record->getBraceRange().getEnd());
  result.exposed = !record->isAggregate() || record->getNumBases() > 0;
  result.has_staged_class = !is_tensor_class(record);
  result.of_parts = !record->isAggregate() && !is_made_by_default(record);
  for (const clang::CXXConstructorDecl* constructor : record->ctors()) {
    if (constructor->isImplicit() || constructor->isDeleted() || constructor->isCopyOrMoveConstructor()) continue;
    result.has_constructors = true;
    result.default_constructor = result.default_constructor || !constructor->isUserProvided();
  }
  return result;
}

}  // namespace agc::parse
