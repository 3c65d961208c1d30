// Structures of numbers: their parts, and the places where a structure may have to hold symbolic numbers.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "parse/build/function_builder.h"
#include "parse/queries/types/class_instance.h"
#include "parse/queries/types/tensor_part.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

namespace {

/// True for a number that a constructor of the user converts implicitly.
bool is_converted(const clang::Expr* value, const clang::Expr* written) {
  return is_stageable_number(written->getType()) && is_value_class(value->getType()->getAsCXXRecordDecl()) &&
         value->getSourceRange() == written->getSourceRange();
}

/// Returns {key, value} in the initialiser list of a map.
const clang::CXXConstructExpr* entry_of_map(const clang::Expr* element) {
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(element->IgnoreImplicit());
  if (!construct || construct->getNumArgs() != 2) return nullptr;
  const auto* record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(construct->getConstructor()->getParent());
  const bool pair = record && is_in_std(record) && record->getName() == "pair";
  return pair && record->getTemplateArgs()[0].getAsType().isConstQualified() ? construct : nullptr;
}

/// Returns v[n] of a std::vector<bool>, which a conversion operator makes a bool.
const clang::Expr* element_of_bits(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(source->IgnoreParenImpCasts());
  if (!call || !llvm::isa_and_nonnull<clang::CXXConversionDecl>(call->getMethodDecl())) return nullptr;
  const clang::CXXRecordDecl* record = call->getRecordDecl();
  const bool bit = is_in_std(record) && record->getIdentifier() && record->getName().ends_with("it_reference");
  return bit ? call->getImplicitObjectArgument() : nullptr;
}

}  // namespace

/// Collects a number that a conversion operator makes of an object. Symbolic numbers cannot convert the object
/// implicitly, so the conversion is written out if one may be needed.
bool FunctionBuilder::collect_conversion(const clang::ImplicitCastExpr* source, Expressions& out) {
  if (source->getCastKind() != clang::CK_UserDefinedConversion || !is_stageable_number(source->getType())) return false;
  // A proxy of an element of std::vector<bool> becomes the number itself if it is symbolic.
  const clang::Expr* element = element_of_bits(source->getSubExpr());
  Expressions inner;
  collect(element ? element : source->getSubExpr(), {}, inner);
  const bool computed =
      inner.size() == 1 && (inner.front().kind == Kind::HostCall || !inner.front().converted_to.empty());
  const bool runs = element || computed;
  if (!runs) {  // of a tensor, or has_value of an optional
    out.insert(out.end(), inner.begin(), inner.end());
    return true;
  }
  Expr result = wrapped(Kind::Structure, source, std::move(inner));
  result.type = model::TypeClass::HostNumber;
  const clang::QualType number = source->getType().getCanonicalType().getUnqualifiedType();
  result.number_type = number.getAsString(session_.ast().getPrintingPolicy());
  out.push_back(std::move(result));
  return true;
}

/// Collects a value that goes into a structure of numbers, which may hold symbolic ones.
void FunctionBuilder::collect_value(const clang::Expr* value, Expressions& out) {
  const clang::Expr* written = as_written(value);
  const auto* copy = llvm::dyn_cast<clang::CXXConstructExpr>(written);  // v(other), v{other}
  const bool copies = copy && copy->getConstructor()->isCopyOrMoveConstructor() && copy->getNumArgs() == 1;
  if (copies && !llvm::isa<clang::CXXTemporaryObjectExpr>(copy)) return collect_value(copy->getArg(0), out);
  Expressions inner;
  collect(value, {}, inner);
  if (is_converted(value, written)) {  // the conversion is written out if needed
    Expr result = wrapped(Kind::Structure, written, std::move(inner));
    result.type = model::TypeClass::NumberStructure;
    result.number_type = value->getType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
    return out.push_back(std::move(result));
  }
  const bool named = llvm::isa<clang::CXXTemporaryObjectExpr>(written) ||
                     llvm::isa<clang::CXXFunctionalCastExpr>(value->IgnoreParens()->IgnoreImplicit());
  const bool adapts = llvm::isa<clang::InitListExpr, clang::CXXDefaultInitExpr>(written) ||
                      (llvm::isa<clang::CXXConstructExpr>(written) && !named);
  const bool braced = text_.text(text_.range(written->getSourceRange())).starts_with("{");
  const bool structure = is_structure_of_numbers(value->getType()) && is_structure_of_numbers(written->getType());
  if (!structure || adapts || braced || written->getSourceRange().isInvalid()) {
    out.insert(out.end(), inner.begin(), inner.end());
    return;
  }
  Expr result = wrapped(Kind::Structure, written, std::move(inner));
  result.classes = value_classes_in(written->getType());
  out.push_back(std::move(result));
}

/// Returns the expression for a value in a place where other values may be symbolic.
Expr FunctionBuilder::value(const clang::Expr* source, Use use) {
  Expr result = expression(source, use);
  if (use.access == Access::Read && result.kind == Kind::Opaque && is_structure_of_numbers(source->getType())) {
    result.operands.clear();
    collect_value(source, result.operands);
  }
  return result;
}

/// Collects the ranges of the numbers, and structures of numbers, that make up a structure.
void FunctionBuilder::collect_parts(const clang::Expr* source, std::vector<model::Range>& out) const {
  const auto collect_all = [&](auto&& parts) {
    for (const clang::Expr* part : parts) {
      const bool list = llvm::isa<clang::InitListExpr, clang::CXXStdInitializerListExpr>(part->IgnoreImplicit());
      const bool stageable = is_stageable_number(part->getType()) || is_structure_of_numbers(part->getType());
      if (list)
        collect_parts(part, out);
      else if (stageable)
        out.push_back(text_.range(part->getSourceRange()));
    }
  };
  source = source->IgnoreImplicit();
  if (const auto* cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(source))
    return collect_parts(cast->getSubExpr(), out);
  if (const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(source))
    return collect_parts(list->getSubExpr(), out);
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(source)) return collect_all(list->inits());
  if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(source))
    return collect_all(construct->arguments());
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(source)) return collect_all(call->arguments());
}

/// Collects std::pair<int, Tensor>(n, x) and std::array<int, 2>{n, 1}, which write the type. In std::pair{n, 1} and
/// std::make_pair(n, 1) it is deduced.
void FunctionBuilder::collect_spelled(const clang::Expr* source, clang::SourceRange type, Expressions operands,
                                      Expressions& out) {
  Expr result = wrapped(Kind::Spelled, source, std::move(operands));
  const auto* record = source->getType()->getAsCXXRecordDecl();
  const bool called = llvm::isa<clang::CallExpr>(source);
  const bool shortened = llvm::isa_and_nonnull<clang::ClassTemplateSpecializationDecl>(record) &&
                         (called || (!source->getType()->getAs<clang::TypedefType>() &&
                                     text_.text(text_.range(type)).find('<') == std::string_view::npos));
  // The optional of symbolic numbers is not that of the standard library.
  if (shortened && is_in_std(record) && record->getName() != "optional") collect_parts(source, result.parts);
  if (!std::ranges::any_of(result.operands, may_be_raised)) result.kind = Kind::Opaque;
  result.head = text_.range(type);
  const FunctionBuilder* root = this;
  while (root->parent_) root = root->parent_;
  const bool own =
      record && root->function_.staged_method && record->getDefinition() == root->function_.staged_method.of;
  result.number_type = shortened && !own ? spelled_class(record) : text_.flat_text(result.head);
  result.classes = value_classes_in(source->getType());
  out.push_back(std::move(result));
}

/// Collects a part of a structure. std::get<int>(t) finds it by its type, which may become a staged type.
void FunctionBuilder::collect_part(const clang::CallExpr* source, Expressions whole, Expressions& out) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  const auto arguments = name ? name->template_arguments() : llvm::ArrayRef<clang::TemplateArgumentLoc>();
  const bool typed = !arguments.empty() && arguments[0].getArgument().getKind() == clang::TemplateArgument::Type;
  const clang::QualType type = typed ? arguments[0].getArgument().getAsType() : clang::QualType();
  if (!typed || !is_stageable_number(type) || whole.empty()) {
    out.insert(out.end(), whole.begin(), whole.end());
    return;
  }
  Expr part = wrapped(Kind::Spelled, source, std::move(whole));
  part.head = text_.range(arguments[0].getSourceRange());
  part.number_type = text_.flat_text(part.head);
  out.push_back(std::move(part));
}

/// Collects the elements of a braced list.
void FunctionBuilder::collect_elements(const clang::InitListExpr* source, Expressions& out) {
  const auto* record = source->getType()->getAsCXXRecordDecl();
  std::vector<const clang::FieldDecl*> fields;
  if (record && record->isAggregate()) {  // initialisers of bases come first
    fields.assign(record->getNumBases(), nullptr);
    fields.insert(fields.end(), record->field_begin(), record->field_end());
  }
  for (unsigned k = 0; k < source->getNumInits(); ++k) {
    const clang::Expr* element = source->getInit(k);
    const clang::QualType field = k < fields.size() && fields[k] ? fields[k]->getType() : clang::QualType();
    // A reference member refers to the number from here on.
    if (!field.isNull() && field->isLValueReferenceType() && is_stageable_number(element->getType())) {
      collect_changed_number(element, record->getNameAsString(), out);
    } else {
      collect_element(element, source->getType(), out);
    }
  }
}

/// Collects the elements of a container whose numbers may be symbolic: std::vector<int>{n, m}. Returns false for other
/// arguments.
bool FunctionBuilder::collect_listed(const clang::Expr* argument, Expressions& out) {
  const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(argument->IgnoreImplicit());
  if (!list) return false;
  const auto* elements = llvm::dyn_cast<clang::InitListExpr>(list->getSubExpr()->IgnoreImplicit());
  if (!elements) return false;
  for (const clang::Expr* element : elements->inits()) {
    const clang::CXXConstructExpr* entry = entry_of_map(element);
    if (!entry) {
      collect_listed_element(element, out);
      continue;
    }
    collect_known_key(entry->getArg(0), kKey, out);
    collect_listed_element(entry->getArg(1), out);
  }
  return true;
}

/// Collects an element, which stays known if possible, so that the algorithms of the standard library accept the
/// container.
void FunctionBuilder::collect_listed_element(const clang::Expr* element, Expressions& out) {
  const bool structure = is_structure_of_numbers(element->getType());
  const bool braced = text_.text(text_.range(as_written(element)->getSourceRange())).starts_with("{");
  if (braced || !(structure || is_stageable_number(element->getType()))) return collect_value(element, out);
  Expr result = exit(element, "this list");
  Expr& inner = result.operands.front();
  if (structure) {
    inner.operands.clear();
    inner.kind = Kind::Opaque;
    collect_value(element, inner.operands);
    result.number_type =
        element->getType().getNonReferenceType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  } else if (!may_be_raised(result)) {
    Expr known = std::move(inner);
    return out.push_back(std::move(known));
  }
  result.is_element = true;
  out.push_back(std::move(result));
}

/// Collects one element of a braced list, or one argument of a constructor of `structure`.
void FunctionBuilder::collect_element(const clang::Expr* element, clang::QualType structure, Expressions& out) {
  const bool passes = is_structure_of_numbers(structure) || is_stageable_number(structure) || is_tensor(structure);
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(element);
  if (passes && list) {  // the array inside a std::array
    for (const clang::Expr* inner : list->inits()) collect_element(inner, structure, out);
    return;
  }
  if (passes) return collect_value(element, out);
  if (function_of_values(element->getType())) return out.push_back(function_value(element));
  const std::string consumer =
      "'" + structure.getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy()) + "'";
  // In a pair of a map, the key has to be known, and the value may depend on tensors.
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(element->IgnoreImplicit());
  const clang::CXXConstructorDecl* constructor = construct ? construct->getConstructor() : nullptr;
  const bool pair = constructor && is_in_std(constructor) && constructor->getParent()->getName() == "pair";
  if (!pair || construct->getNumArgs() != 2) return collect_exit(element, consumer, out);
  for (unsigned k = 0; k < construct->getNumArgs(); ++k) {
    const clang::Expr* part = construct->getArg(k);
    const bool number = is_stageable_number(part->getType()) || is_structure_of_numbers(part->getType());
    number && !makes_tensor(construct, k) ? collect_exit(part, consumer, out) : collect(part, {}, out);
  }
}

/// Splits enum Sign { Minus, Plus } s and struct Sum { … } s: the type is defined first, then the variable is declared.
/// (For a class, the text between the two is written with its staged class.)
void FunctionBuilder::split_from_type(const clang::TagDecl* type, model::Promotion& promotion) const {
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(type)) {
    promotion.possible = is_value_class(record);
    promotion.type = type->getNameAsString();
    promotion.type_range = text_.token(type->getBraceRange().getEnd());
    return;
  }
  const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(type);
  const bool named = type->getIdentifier() != nullptr;
  promotion.possible = enumeration && (named || !enumeration->enumerators().empty());
  if (!promotion.possible) return;
  promotion.type =
      named ? type->getNameAsString() : "decltype(" + enumeration->enumerator_begin()->getNameAsString() + ")";
  promotion.type_range = text_.token(type->getBraceRange().getEnd());
  promotion.in_front = "}; ";
}

}  // namespace agc::parse
