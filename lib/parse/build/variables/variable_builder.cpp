#include "parse/build/variables/variable_builder.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <string_view>

#include "parse/build/values/list_builder.h"
#include "parse/build/values/text_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/type_queries.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/specialize/instantiations.h"
#include "parse/queries/types/class_instance.h"
#include "parse/queries/types/held_function.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/tensor_class.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/position.h"

namespace agc::parse {

namespace {

/// True for double (*f)(double) and double f(double), false for auto* f and Function* f.
bool encloses_name(clang::TypeLoc location) {
  if (const auto pointer = location.getAs<clang::PointerTypeLoc>())
    location = pointer.getPointeeLoc().getUnqualifiedLoc().IgnoreParens();
  return !location.getAs<clang::FunctionTypeLoc>().isNull();
}

/// True if other variables are declared in the same declaration: Function *f = up, *g = down.
bool shares_declaration(const clang::DeclaratorDecl* declaration, const SourceText& text) {
  const auto* local = llvm::dyn_cast<clang::VarDecl>(declaration);
  if (!local || !local->isLocalVarDecl()) return false;
  const std::string_view next = text.text(text.next_token(text.range(local->getSourceRange()).end));
  const clang::SourceRange range(local->getBeginLoc(), local->getLocation());
  return next == "," || text.text(text.range(range)).find(',') != std::string_view::npos;
}

/// Splits enum Sign { Minus, Plus } s and struct Sum { … } s: the type is defined first, then the variable is declared.
/// (For a class, the text between the two is written with its staged class.)
void split_from_type(const clang::TagDecl* type, const SourceText& text, model::Promotion& promotion) {
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(type)) {
    promotion.possible = is_value_class(record);
    promotion.type = type->getNameAsString();
    promotion.type_range = text.token(type->getBraceRange().getEnd());
    return;
  }
  const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(type);
  const bool named = type->getIdentifier() != nullptr;
  promotion.possible = enumeration && (named || !enumeration->enumerators().empty());
  if (!promotion.possible) return;
  promotion.type =
      named ? type->getNameAsString() : "decltype(" + enumeration->enumerator_begin()->getNameAsString() + ")";
  promotion.type_range = text.token(type->getBraceRange().getEnd());
  promotion.in_front = "}; ";
}

/// Describes a variable of a generic lambda that is a number in all of its instantiations; `type` is null if they
/// differ. For a parameter, `auto` deduces the staged type.
void describe_generic_number(const clang::DeclaratorDecl* declaration, clang::QualType type, const SourceText& text,
                             model::Variable& variable) {
  variable.type = model::TypeClass::HostNumber;
  variable.has_numbers = true;
  model::Promotion& promotion = variable.promotion;
  const auto* lambda = llvm::dyn_cast<clang::FunctionDecl>(declaration->getDeclContext());
  const bool asked = lambda && asks_for_types(lambda);
  promotion.possible = !asked;
  promotion.deduced = true;
  if (type.isNull()) return;  // several types, each deduced
  promotion.type = type.getAsString(declaration->getASTContext().getPrintingPolicy());
  const auto* local = llvm::dyn_cast<clang::VarDecl>(declaration);
  if (llvm::isa<clang::ParmVarDecl>(declaration) || !local || !declaration->getTypeSourceInfo()) return;
  promotion.possible = !local->isConstexpr() && !asked;
  clang::TypeLoc location = declaration->getTypeSourceInfo()->getTypeLoc();
  if (const auto reference = location.getAs<clang::ReferenceTypeLoc>()) location = reference.getPointeeLoc();
  const clang::SourceRange range = location.getUnqualifiedLoc().getSourceRange();
  if (range.isValid() && text.is_plain(range.getBegin())) promotion.type_range = text.range(range);
}

}  // namespace

model::VariableId VariableBuilder::find(const clang::ValueDecl* declaration) const {
  const auto known = ids_.find(declaration);
  return known == ids_.end() ? model::kNoVariable : known->second;
}

model::VariableId VariableBuilder::add_variable(const clang::ValueDecl* declaration, clang::QualType type) {
  model::Variable variable;
  variable.name = declaration->getNameAsString();
  variable.type = class_of(declaration);
  variable.type_text = type.getNonReferenceType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  variable.declared = text_.offset(declaration->getLocation());
  if (const auto* declarator = llvm::dyn_cast<clang::DeclaratorDecl>(declaration)) {
    describe_number(declarator, variable);
  } else if (llvm::isa<clang::BindingDecl>(declaration)) {  // has the type of its part
    variable.has_numbers = is_stageable_number(type) || is_structure_of_numbers(type);
    variable.promotion.possible = variable.has_numbers;
    variable.promotion.spelled = false;
  }
  context_.lists().describe_growth(declaration, variable);
  variable.names.push_back(context_.declared_names().name_of(declaration));
  const auto id = model::VariableId(function_.variables.size());
  function_.variables.push_back(std::move(variable));
  ids_[declaration] = id;
  return id;
}

void VariableBuilder::describe_number(const clang::DeclaratorDecl* declaration, model::Variable& variable) const {
  clang::QualType type = declaration->getType();
  if (type->isDependentType() && function_.templating.of_numbers) {
    variable.has_numbers = session_.facts<Instantiations>().can_be_number(declaration);
    variable.promotion.possible = variable.promotion.dependent = variable.has_numbers;
    return;
  }
  if (type->isDependentType() && function_.is_lambda()) {  // in a generic lambda: depends on the call
    const clang::QualType only = session_.facts<Instantiations>().only_type_of(declaration);
    const bool numbers =
        only.isNull() ? class_of(declaration) == model::TypeClass::HostNumber : is_stageable_number(only);
    if (numbers) return describe_generic_number(declaration, only, text_, variable);
    if (llvm::isa<clang::ParmVarDecl>(declaration) && !only.isNull() && is_structure_of_numbers(only)) {
      describe_generic_number(declaration, only, text_, variable);
      variable.type = model::TypeClass::NumberStructure;
      return;
    }
  }
  std::vector<const clang::CXXRecordDecl*> classes;
  collect_tensor_classes(type, classes);
  const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(declaration);
  const bool output = parameter && is_output_pointer(parameter);  // *n stands for a reference
  if (output) {
    type = type->getPointeeType();
    variable.type = type_class(type);
    variable.name = "*" + declaration->getNameAsString();
  }
  context_.texts().describe_text(declaration, variable);
  if (variable.has_numbers) return;
  if (function_.copy.instance != 0 && parameter && is_deduced_callable(parameter)) return;
  const auto* held = llvm::dyn_cast<clang::VarDecl>(declaration);
  const bool on_demand = parameter && function_.has_variant_on_demand();
  variable.is_function =
      function_of_numbers(type) || (held && chooses_functions(held)) || (on_demand && function_of_values(type));
  variable.has_numbers = variable.is_function || is_stageable_number(type) || is_structure_of_numbers(type) ||
                         context_.lists().is_promotable_map(declaration) ||
                         (held && !parameter && held->isLocalVarDecl() && holds_functions(type));
  if (variable.has_numbers) collect_value_classes(type, classes);
  variable.classes.assign(classes.begin(), classes.end());
  if (!variable.has_numbers) return;
  const clang::QualType plain = describe_promotion(declaration, type, variable.promotion);
  describe_written_type(declaration, type, plain, variable);
}

/// Sets the type that the declaration spells. Returns that type without references and deduction.
clang::QualType VariableBuilder::describe_promotion(const clang::DeclaratorDecl* declaration, clang::QualType type,
                                                    model::Promotion& promotion) const {
  promotion.possible = true;
  if (is_confined(type->getAsCXXRecordDecl())) {  // no object of the class becomes one of the staged class later
    promotion.binding_time = model::BindingTime::MaybeStaged;
    promotion.cause = text_.offset(declaration->getLocation());
  }
  clang::QualType plain = type.getNonReferenceType();
  if (const auto* deduced = llvm::dyn_cast<clang::AutoType>(plain.getTypePtr()); deduced && deduced->isDeduced()) {
    plain = deduced->getDeducedType();
    const bool constant = type->isReferenceType() && plain.getNonReferenceType().isConstQualified();
    if (constant && !type.getNonReferenceType().isLocalConstQualified()) promotion.in_front = "const ";
  }
  if (const clang::ConstantArrayType* array = followed_array(plain)) plain = array->getElementType();
  const auto* alias = plain->getAs<clang::TypedefType>();
  const bool of_library = !is_stageable_number(plain) || (alias && alias->getDecl()->getDeclContext()->isRecord());
  if (of_library) plain = plain.getCanonicalType();  // spelled by library helpers such as size_type
  promotion.type = plain.getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  if (const auto* local = llvm::dyn_cast<clang::VarDecl>(declaration)) {
    promotion.possible = !local->isConstexpr() && !type.isVolatileQualified();
  }
  return plain;
}

/// Sets the range of the written type, and the text that replaces it.
void VariableBuilder::describe_written_type(const clang::DeclaratorDecl* declaration, clang::QualType type,
                                            clang::QualType plain, model::Variable& variable) const {
  model::Promotion& promotion = variable.promotion;
  const clang::TypeSourceInfo* info = declaration->getTypeSourceInfo();
  if (!info) return;
  clang::TypeLoc location = info->getTypeLoc();
  if (const auto reference = location.getAs<clang::ReferenceTypeLoc>()) location = reference.getPointeeLoc();
  if (const auto pointer = location.getUnqualifiedLoc().getAs<clang::PointerTypeLoc>();
      pointer && type != declaration->getType())
    location = pointer.getPointeeLoc();  // *n of a parameter stands for a reference
  location = location.getUnqualifiedLoc().IgnoreParens();
  while (const auto array = location.getAs<clang::ArrayTypeLoc>()) {
    location = array.getElementLoc().getUnqualifiedLoc();
    promotion.element = type_class(location.getType());
  }
  // The name of a function pointer is inside of its type, as is that of a parameter double f(double).
  const bool adjusted = location.getAs<clang::AdjustedTypeLoc>() && variable.is_function;
  if (adjusted) location = location.castAs<clang::AdjustedTypeLoc>().getOriginalLoc().getUnqualifiedLoc();
  if (variable.is_function && encloses_name(location)) promotion.declared_name = " " + declaration->getNameAsString();
  const bool surrounds_name =
      variable.is_function && (location.getAs<clang::PointerTypeLoc>() || encloses_name(location));
  if (surrounds_name && shares_declaration(declaration, text_))
    promotion.possible = false;  // the type ends before the *
  const clang::SourceRange range = location.getSourceRange();
  promotion.deduced = type->getContainedDeducedType() != nullptr || location.getAs<clang::AutoTypeLoc>();
  if (range.isInvalid() || !text_.is_plain(range.getBegin()) || !text_.is_plain(range.getEnd())) {
    promotion.possible = false;
    return;
  }
  // auto&& bound to a variable is a reference with the variable's own type.
  const bool forwards = type->isLValueReferenceType() && info->getTypeLoc().getAs<clang::RValueReferenceTypeLoc>();
  if (!forwards) promotion.type_range = text_.range(range);
  if (const auto written = location.getAs<clang::ElaboratedTypeLoc>();
      written && written.getTypePtr()->getOwnedTagDecl())
    return split_from_type(written.getTypePtr()->getOwnedTagDecl(), text_, promotion);
  // In Vec2 p(x, y), the template arguments would be deduced from symbolic values.
  if (llvm::isa_and_nonnull<clang::DeducedTemplateSpecializationType>(type->getContainedDeducedType()) &&
      (class_instance(plain->getAsCXXRecordDecl()) || is_in_std(plain->getAsCXXRecordDecl()))) {
    promotion.deduced = false;
    promotion.type = spelled_class(plain->getAsCXXRecordDecl());
    return;
  }
  promotion.spelled = !(promotion.deduced && followed_array(type));  // a reference to a row of an array
  if (location.getAs<clang::DecltypeTypeLoc>())                      // of a variable that may be symbolic
    promotion.type = plain.getCanonicalType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  else if (!promotion.deduced && promotion.declared_name.empty() &&
           !declaration->getType()->getAs<clang::AdjustedType>())
    promotion.type = text_.flat_text(promotion.type_range);
}

}  // namespace agc::parse
