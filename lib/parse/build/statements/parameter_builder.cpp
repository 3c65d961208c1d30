#include "parse/build/statements/parameter_builder.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>

#include <algorithm>

#include "model/words.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/recursion.h"
#include "parse/queries/functions/signature.h"
#include "parse/queries/specialize/changed_objects.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/specialize/variants.h"
#include "parse/queries/types/class_instance.h"
#include "parse/queries/types/closed_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/outside.h"

namespace agc::parse {

namespace {

/// Notes the objects that a traced function changes and that the constant reference `declared` may name a part of.
void note_overlaps(const clang::FunctionDecl* function, const clang::ParmVarDecl* declared, model::Function& described,
                   model::Parameter& parameter) {
  if (!declared->getIdentifier()) return;
  const bool once = has_static_variable(function) || described.variant;  // the body cannot stand in two functions
  for (const ChangedObject& object : changed_objects(function, declared->getType().getNonReferenceType())) {
    if (once || !object.comparable) {
      parameter.alias = object.name;
    } else {
      described.kept_body.overlaps.emplace_back(declared->getNameAsString(), object.name);
    }
  }
}

}  // namespace

void ParameterBuilder::add_parameters(const clang::FunctionDecl* function) {
  for (const clang::ParmVarDecl* declared : function->parameters()) add_parameter(declared, function);
}

void ParameterBuilder::add_parameter(const clang::ParmVarDecl* declared, const clang::FunctionDecl* function) {
  model::Parameter parameter;
  parameter.variable = context_.variables().add_variable(declared, declared->getType());
  const clang::QualType type = declared->getType();
  model::Variable& variable = function_.variable(parameter.variable);
  if (is_postfix(function) && declared == function->parameters().back()) variable.has_numbers = false;
  const bool output = type->isPointerType() && variable.name.starts_with('*');
  variable.outlives_function = output || (type->isReferenceType() && !type->getPointeeType().isConstQualified());
  if (is_identified(declared)) variable.outlives_function = false;  // its contents are external
  parameter.writable_reference = variable.outlives_function && (output || type->isLValueReferenceType());
  parameter.moves = type->isRValueReferenceType() || !can_be_copied(type);
  if (function_.is_entry() && is_constant_number_reference(type)) {
    note_overlaps(function, declared, function_, parameter);
  }
  const bool staged =
      (function_.has_staged_variant() || function_.has_variant_on_demand()) && !function_.staged_method.gives_part;
  const bool possible = staged || function_.is_traced_method() || function_.is_lambda();
  if (function_.staged_method.gives_part) variable.promotion.type_range = {};
  const bool no_way_back = function_.is_traced_lambda() && !variable.classes.empty();
  if (no_way_back || (!possible && !variable.promotion.dependent)) variable.promotion.possible = false;
  model::Range range = text_.range(declared->getSourceRange());
  if (declared->hasDefaultArg()) {
    const model::Range name = text_.token(declared->getLocation());
    const model::Range type_range = text_.range(declared->getTypeSourceInfo()->getTypeLoc().getSourceRange());
    range.end = declared->getIdentifier() ? std::max(name.end, range.begin) : type_range.end;
    if (function_.staged_method) parameter.default_value = text_.flat_text(default_argument(declared, text_));
  }
  parameter.range = range;
  parameter.text = text_.flat_text(range);
  if (staged && !function_.staged_method && !function_.variant)
    parameter.default_object = default_object(declared, text_);
  if (declared->hasAttr<clang::UnusedAttr>()) parameter.attributes = "[[maybe_unused]] ";
  parameter.closed = !output && is_closed(type);
  parameter.is_function = is_function_type(type) && !type.getNonReferenceType()->isFunctionPointerType();
  parameter.unnamed = declared->getIdentifier() == nullptr;
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  parameter.has_empty_value = !record || !record->hasDefinition() || record->hasDefaultConstructor();
  if (lambda_ && function_.calls_itself() && declared == own_parameter(lambda_)) {  // the graph calls it
    parameter.is_callable = true;
    parameter.moves = false;
  }
  if (function_.variant) {
    instance_parameter(declared, declared->getFunctionScopeIndex(), template_of_instance(function), parameter);
  }
  if (function_.staged_method && function_.copy.instance != 0) outside_parameter(declared, function, parameter);
  function_.parameters.push_back(std::move(parameter));
}

/// Describes a parameter of the staged variant, with the types of the instantiation.
void ParameterBuilder::instance_parameter(const clang::ParmVarDecl* declared, unsigned index,
                                          const clang::FunctionDecl* source, model::Parameter& parameter) {
  const clang::ParmVarDecl* written = source->getParamDecl(std::min(index, source->getNumParams() - 1));
  parameter.in_pack = written->isParameterPack();
  parameter.is_callable = is_deduced_callable(declared);
  const clang::PrintingPolicy& policy = session_.ast().getPrintingPolicy();
  model::Variable& variable = function_.variable(parameter.variable);
  const clang::QualType type = declared->getType();
  if (written->hasDefaultArg()) parameter.default_value = text_.flat_text(default_argument(written, text_));
  if (variable.has_numbers) {
    clang::QualType value = type.getNonReferenceType();
    parameter.after_type = type->isLValueReferenceType() ? "&" : type->isRValueReferenceType() ? "&&" : "";
    if (declared->getIdentifier()) parameter.after_type += " " + declared->getNameAsString();
    if (const clang::ConstantArrayType* array = followed_array(value)) {  // for const double (&v)[3]
      parameter.after_type = " (" + parameter.after_type + ")";
      for (; array; array = followed_array(value)) {
        value = array->getElementType();
        parameter.after_type += "[" + std::to_string(array->getSize().getZExtValue()) + "]";
      }
      variable.promotion.element = type_class(value);
    }
    parameter.before_type = value.isConstQualified() ? "const " : "";
    variable.promotion.declared_name.clear();
    variable.promotion.type = value.getUnqualifiedType().getAsString(policy);
    variable.promotion.possible = !value.isVolatileQualified();
    variable.promotion.deduced = false;
    variable.promotion.type_range = {};
  } else if (!parameter.is_callable) {
    parameter.text = declared->getNameAsString();
    type.getAsStringInternal(parameter.text, policy);
  } else if (model::contains_word(parameter.text, "auto")) {  // without its concept: staged types may not satisfy it
    const clang::QualType given = written->getType();
    const std::string reference = given->isLValueReferenceType() ? "&" : given->isRValueReferenceType() ? "&&" : "";
    parameter.text = given.getNonReferenceType().isConstQualified() ? "const auto" : "auto";
    parameter.text += reference + " " + declared->getNameAsString();
  }
}

/// Describes a parameter of a friend of an instantiation, or of a method whose text stands outside of the template: its
/// type has to be named outside of the class.
void ParameterBuilder::outside_parameter(const clang::ParmVarDecl* declared, const clang::FunctionDecl* function,
                                         model::Parameter& parameter) {
  const bool method = !function_.staged_method.scope.empty();
  if (method && !text_of_instance(function)->isOutOfLine() && !is_member_instance(function)) return;
  parameter.is_callable = is_member_instance(function) && is_deduced_callable(declared);
  if (parameter.is_callable) return;  // the template parameter stays
  const clang::QualType type = declared->getType();
  const clang::QualType value = type.getNonReferenceType();
  const clang::PrintingPolicy& policy = session_.ast().getPrintingPolicy();
  parameter.before_type = value.isConstQualified() ? "const " : "";
  parameter.outside_type = value.getCanonicalType().getUnqualifiedType().getAsString(policy);
  if (method)
    name_instance(static_cast<const clang::CXXRecordDecl*>(function_.staged_method.of), parameter.outside_type);
  parameter.after_type = type->isLValueReferenceType() ? "&" : type->isRValueReferenceType() ? "&&" : "";
  parameter.after_type += " " + declared->getNameAsString();
}

}  // namespace agc::parse
