#include "parse/build/values/structure_builder.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <string_view>

#include "parse/build/calls/function_value_builder.h"
#include "parse/build/values/keyed_builder.h"
#include "parse/build/values/number_builder.h"
#include "parse/build/values/text_builder.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/class_instance.h"
#include "parse/queries/types/selected_strings.h"
#include "parse/queries/types/tensor_part.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {

using model::Expr;
using Kind = Expr::Kind;

namespace {

/// Returns {key, value} in the initialiser list of a map.
const clang::CXXConstructExpr* entry_of_map(const clang::Expr* element) {
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(element->IgnoreImplicit());
  if (!construct || construct->getNumArgs() != 2) return nullptr;
  const auto* record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(construct->getConstructor()->getParent());
  const bool pair = record && is_in_std(record) && record->getName() == "pair";
  return pair && record->getTemplateArgs()[0].getAsType().isConstQualified() ? construct : nullptr;
}

}  // namespace

void StructureBuilder::collect_parts(const clang::Expr* source, std::vector<model::Range>& out) const {
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

void StructureBuilder::collect_spelled(const clang::Expr* source, clang::SourceRange type, Expressions operands,
                                       Expressions& out) {
  Expr result = wrapped(Kind::Spelled, source, std::move(operands));
  const auto* record = source->getType()->getAsCXXRecordDecl();
  const bool called = llvm::isa<clang::CallExpr>(source);
  const bool shortened = llvm::isa_and_nonnull<clang::ClassTemplateSpecializationDecl>(record) &&
                         (called || (!source->getType()->getAs<clang::TypedefType>() &&
                                     text_.text(text_.range(type)).find('<') == std::string_view::npos));
  // The optional of symbolic numbers is not that of the standard library.
  if (shortened && is_in_std(record) && record->getName() != "optional") collect_parts(source, result.parts);
  if (!std::ranges::any_of(result.operands, may_be_promoted)) result.kind = Kind::Opaque;
  result.head = text_.range(type);
  const model::StagedMethod& method = context_.outermost().function().staged_method;
  const bool own = record && method && record->getDefinition() == method.of;
  result.number_type = shortened && !own ? spelled_class(record) : text_.flat_text(result.head);
  result.classes = value_classes_in(source->getType());
  out.push_back(std::move(result));
}

void StructureBuilder::collect_part(const clang::CallExpr* source, Expressions whole, Expressions& out) {
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

void StructureBuilder::collect_elements(const clang::InitListExpr* source, Expressions& out) {
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
      context_.numbers().collect_changed_number(element, record->getNameAsString(), out);
    } else if (k < fields.size() && fields[k] && session_.facts<SelectedStrings>().contains(fields[k]) &&
               context_.texts().may_give_text(element)) {
      out.push_back(context_.texts().text_value(element));
    } else {
      collect_element(element, source->getType(), out);
    }
  }
}

bool StructureBuilder::collect_listed(const clang::Expr* argument, Expressions& out) {
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
    context_.keyed().collect_known_key(entry->getArg(0), kKey, out);
    collect_listed_element(entry->getArg(1), out);
  }
  return true;
}

void StructureBuilder::collect_listed_element(const clang::Expr* element, Expressions& out) {
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
  } else if (!may_be_promoted(result)) {
    Expr known = std::move(inner);
    return out.push_back(std::move(known));
  }
  result.is_element = true;
  out.push_back(std::move(result));
}

/// Collects one element of a braced list, or one argument of a constructor of `structure`.
void StructureBuilder::collect_element(const clang::Expr* element, clang::QualType structure, Expressions& out) {
  const bool passes = is_structure_of_numbers(structure) || is_stageable_number(structure) || is_tensor(structure);
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(element);
  if (passes && list) {  // the array inside a std::array
    for (const clang::Expr* inner : list->inits()) collect_element(inner, structure, out);
    return;
  }
  if (passes) return collect_value(element, out);
  if (function_of_values(element->getType())) return out.push_back(context_.function_values().function_value(element));
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

}  // namespace agc::parse
