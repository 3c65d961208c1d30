// Host numbers that may become symbolic: every use is classified, so that a promoted variable is rewritten or rejected
// at that use.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <string_view>

#include "parse/build/function_builder.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/specialize/instantiations.h"
#include "parse/queries/specialize/variants.h"
#include "parse/queries/types/braced_list.h"
#include "parse/queries/types/class_instance.h"
#include "parse/queries/types/held_function.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/library_value.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/standard_function.h"
#include "parse/queries/types/tensor_class.h"
#include "parse/queries/types/tensor_part.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/position.h"

namespace agc::parse {
namespace {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

const clang::CXXMemberCallExpr* tensor_call(const clang::Expr* source, std::string_view name) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(source);
  if (!call || !call->getMethodDecl() || !call->getMethodDecl()->getIdentifier()) return nullptr;
  if (call->getMethodDecl()->getName() != llvm::StringRef(name.data(), name.size())) return nullptr;
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
  if (!member || member->isArrow()) return nullptr;
  const clang::QualType object = call->getImplicitObjectArgument()->getType();
  if (!reads_as_tensor(object) && !is_ag_class(object, "Text")) return nullptr;
  return call;
}

/// Returns the number of arguments in the text.
unsigned explicit_arguments(const clang::CallExpr* call) {
  unsigned count = 0;
  for (const clang::Expr* argument : call->arguments()) {
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument)) ++count;
  }
  return count;
}

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

}  // namespace

Expr FunctionBuilder::wrapped(Kind kind, const clang::Expr* source, Expressions operands) const {
  Expr result;
  result.kind = kind;
  result.range = result.outer_range = text_.range(source->getSourceRange());
  result.place = text_.offset(source->getExprLoc());
  result.type = type_class(source->getType());
  result.in_macro = !text_.is_plain(source->getBeginLoc()) || !text_.is_plain(source->getEndLoc());
  result.operands = std::move(operands);
  return result;
}

/// Returns the expression for `argument`, a number that its consumer needs to know.
Expr FunctionBuilder::exit(const clang::Expr* argument, std::string why) {
  Expr inner = expression(argument, {});
  Expr result = inner;
  result.operands.clear();
  result.kind = Kind::Exit;
  result.in_macro = !text_.is_plain(argument->getBeginLoc()) || !text_.is_plain(argument->getEndLoc());
  result.detail = std::move(why);
  result.name = std::string(text_.text(result.range));
  result.operands.push_back(std::move(inner));
  return result;
}

void FunctionBuilder::collect_exit(const clang::Expr* argument, std::string why, Expressions& out,
                                   model::Remedy remedy) {
  if (followed_array(argument->getType()) && is_structure_of_numbers(argument->getType()))
    return collect_whole_array(argument, std::move(why), Access::Read, out);
  const bool structure = is_structure_of_numbers(argument->getType());
  std::vector<const clang::Expr*> parts;
  if (structure && collect_braced(argument, text_, parts)) {
    for (const clang::Expr* part : parts) collect_exit(part, why, out, remedy);
    return;
  }
  const bool dependent = argument->isTypeDependent() && class_of(argument) == model::TypeClass::HostNumber;
  const bool numbers = structure || dependent || is_stageable_number(argument->getType());
  if (!numbers || llvm::isa<clang::CXXDefaultArgExpr>(argument)) {
    return collect(argument, {}, out);
  }
  Expr result = exit(argument, std::move(why));
  result.remedy = remedy;
  if (structure) result.number_type = plain_structure(argument, session_.ast().getPrintingPolicy());
  if (may_be_raised(result)) {
    out.push_back(std::move(result));
  } else {
    Expr inner = std::move(result.operands.front());  // taken out of its parent first
    out.push_back(std::move(inner));
  }
}

Expr FunctionBuilder::from_tensor(const clang::Expr* whole, const clang::Expr* tensor, clang::QualType type) {
  Expr operand = expression(tensor, {Access::Read, Sink::Tensor});
  const model::Range inner = operand.outer_range;
  Expressions operands;
  operands.push_back(std::move(operand));
  Expr result = wrapped(Kind::FromTensor, whole, std::move(operands));
  result.head = {result.range.begin, std::max(inner.begin, result.range.begin)};
  result.tail = {std::min(inner.end, result.range.end), result.range.end};
  result.of_bool = type->isBooleanType();
  result.number_type = type.getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  result.name = std::string(text_.text(result.range));
  return result;
}

/// Marks a variable, or a variable of which `target` is a part, as one to which `consumer` gets a reference.
static void take_reference(Expr& target, const std::string& consumer) {
  if (target.kind == Kind::Reference && target.access != Access::Read) {
    target.takes_reference = true;
    target.name = consumer;
  }
  const bool part = target.kind == Kind::Subscript || target.gives_part;
  for (Expr* inner = part ? &target.operands.front() : nullptr; inner;) {
    const bool opaque = inner->kind == Kind::Opaque && inner->operands.size() == 1;
    if (!opaque) take_reference(*inner, consumer);
    inner = opaque ? &inner->operands.front() : nullptr;
  }
}

/// Collects a number or a structure of numbers to which `consumer` gets a reference. `consumer` is empty if the
/// reference may be one to symbolic numbers.
void FunctionBuilder::collect_changed_number(const clang::Expr* argument, std::string consumer, Expressions& out) {
  Expressions targets;
  collect(argument, {Access::Update, Sink::Host}, targets);
  refuse_written(nullptr, targets);
  refer_to_elements(targets);
  for (Expr& target : targets) {
    if (!consumer.empty()) take_reference(target, consumer);
    out.push_back(std::move(target));
  }
}

/// Collects the object of a method that its staged class does not have: the method runs on the class itself.
void FunctionBuilder::collect_receiver(const clang::Expr* object, const clang::CXXMethodDecl* method, Use use,
                                       Expressions& out) {
  const auto* record = object->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || is_in_std(record) || !is_value_class(record)) return collect(object, use, out);
  const std::string name = "'" + method->getNameAsString() + "'";
  if (use.access == Access::Read) return collect_exit(object, name, out);
  Expressions targets;
  collect(object, use, targets);
  for (Expr& target : targets) {
    take_reference(target, method->getNameAsString());
    out.push_back(std::move(target));
  }
}

/// Collects x.shape(axis), x.size(), x.defined().
bool FunctionBuilder::collect_dimension(const clang::CXXMemberCallExpr* source, Expressions& out) {
  const clang::CXXMemberCallExpr* shape = tensor_call(source, "shape");
  const clang::CXXMemberCallExpr* size = tensor_call(source, "size");
  const clang::CXXMemberCallExpr* defined = tensor_call(source, "defined");
  if (defined && is_ag_class(defined->getImplicitObjectArgument()->getType(), "Variable")) return false;
  if (!(shape && explicit_arguments(source) == 1) && !((size || defined) && explicit_arguments(source) == 0))
    return false;
  Expressions operands;
  operands.push_back(expression(source->getImplicitObjectArgument(), {}));
  const model::Offset object_end = operands.front().outer_range.end;
  if (shape) operands.push_back(exit(source->getArg(0), "the axis"));
  Expr result = wrapped(Kind::Dimension, source, std::move(operands));
  result.asks_defined = defined;
  result.head = {result.range.begin, result.range.begin};
  result.tail = {object_end, shape ? result.operands[1].outer_range.begin : result.range.end};
  out.push_back(std::move(result));
  return true;
}

/// Collects x.shape()[axis].
bool FunctionBuilder::collect_dimension(const clang::CXXOperatorCallExpr* source, Expressions& out) {
  if (source->getOperator() != clang::OO_Subscript) return false;
  const auto* shape = tensor_call(as_written(source->getArg(0)), "shape");
  if (!shape || explicit_arguments(shape) != 0) return false;
  Expressions operands;
  operands.push_back(expression(shape->getImplicitObjectArgument(), {}));
  const model::Offset object_end = operands.front().outer_range.end;
  operands.push_back(exit(source->getArg(1), "the axis"));
  Expr result = wrapped(Kind::Dimension, source, std::move(operands));
  result.head = {result.range.begin, result.range.begin};
  result.tail = {object_end, result.operands[1].outer_range.begin};
  result.operator_token = {result.operands[1].outer_range.end, result.range.end};
  out.push_back(std::move(result));
  return true;
}

/// Collects a call of a function that ag::cxx has under the same name, with numbers only.
bool FunctionBuilder::collect_standard_call(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  const bool of_values = is_library_function(callee);
  if (!callee || !(of_values || is_standard(callee)) || source->getNumArgs() == 0) return false;
  const std::string_view name = callee->getName();
  if (collect_extremum_of_list(source, out)) return true;
  Expressions operands;
  bool in_order = false;
  for (const clang::Expr* argument : source->arguments()) {
    const auto* address = llvm::dyn_cast<clang::UnaryOperator>(as_written(argument));
    if ((name == "frexp" || name == "modf") && address && address->getOpcode() == clang::UO_AddrOf) {
      Expressions target;  // receives a part of the result
      collect(address->getSubExpr(), {Access::Update, Sink::Host}, target);
      if (Expr* written = first_written(target)) {
        written->operands = operands;
        written->repeated = true;
        for (Expr& one : written->operands) one.repeated = true;
      }
      operands.insert(operands.end(), target.begin(), target.end());
      continue;
    }
    const bool compared =
        source->getNumArgs() == 2 && (name == "max" || name == "min") && is_compared_in_order(argument->getType());
    const bool value = compared || (of_values && is_library_value(argument->getType()));
    in_order = in_order || compared;
    if (!value && !is_stageable_number(argument->getType())) return false;
    operands.push_back(expression(argument, {}));
  }
  Expr result = wrapped(Kind::StandardCall, source, std::move(operands));
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!reference || !may_be_raised(result)) result.kind = Kind::HostCall;
  if (reference) {
    result.head = {text_.offset(reference->getBeginLoc()), text_.token(reference->getLocation()).end};
    if (reference->hasExplicitTemplateArgs() && reference->getNumTemplateArgs() == 1) {  // for std::max<int>(a, b)
      result.head.end = text_.token(reference->getRAngleLoc()).end;
      result.number_type = text_.flat_text(text_.range(reference->template_arguments()[0].getSourceRange()));
    }
    result.in_macro = result.in_macro || !text_.is_plain(reference->getLocation());
  }
  result.name = (in_order ? "ordered::" : "") + std::string(name);
  out.push_back(std::move(result));
  return true;
}

/// Collects the same in a template, with numbers of dependent types. Returns false for other calls.
bool FunctionBuilder::collect_dependent_standard_call(const clang::CallExpr* source,
                                                      llvm::ArrayRef<const clang::FunctionDecl*> callees,
                                                      Expressions& out) {
  const auto* name = llvm::dyn_cast<clang::UnresolvedLookupExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!name || name->hasExplicitTemplateArgs() || callees.empty() || source->getNumArgs() == 0) return false;
  // abs(a) may be the C function, which converts its argument; std::abs(a) is overloaded for each type.
  const clang::NamespaceDecl* space = name->getQualifier() ? name->getQualifier()->getAsNamespace() : nullptr;
  const bool qualified = space && space->isStdNamespace();
  const auto is_known = [&](const clang::FunctionDecl* one) {
    return is_standard(one) && (qualified || is_in_std(one));
  };
  if (!std::ranges::all_of(callees, is_known)) return false;
  const auto is_number = [this](const clang::Expr* one) { return class_of(one) == model::TypeClass::HostNumber; };
  if (!std::ranges::all_of(source->arguments(), is_number)) return false;
  Expressions operands;
  for (const clang::Expr* argument : source->arguments()) operands.push_back(expression(argument, {}));
  Expr result = wrapped(Kind::StandardCall, source, std::move(operands));
  if (!may_be_raised(result)) result.kind = Kind::HostCall;
  result.head = {text_.offset(name->getBeginLoc()), text_.token(name->getNameLoc()).end};
  result.in_macro = result.in_macro || !text_.is_plain(name->getNameLoc());
  result.name = callees.front()->getNameAsString();
  out.push_back(std::move(result));
  return true;
}

/// Collects o.value_or(n) of an optional number that is a variable here: if n is symbolic, the optional becomes
/// symbolic.
bool FunctionBuilder::collect_value_or(const clang::CXXMemberCallExpr* source, Expressions& out) {
  const clang::CXXMethodDecl* method = source->getMethodDecl();
  const clang::Expr* object = source->getImplicitObjectArgument();
  if (!method->getIdentifier() || method->getName() != "value_or" || !is_optional(object->getType()) ||
      !is_structure_of_numbers(object->getType()) || !is_stageable_number(source->getType()))
    return false;
  Expressions operands;
  collect(object, {}, operands);
  if (operands.size() != 1 || operands.front().kind != Kind::Reference) return false;
  Expr holder = operands.front();
  operands.push_back(expression(source->getArg(0), {}));
  holder.raises = holder.repeated = true;
  holder.operands = {operands.back()};
  operands.push_back(std::move(holder));
  out.push_back(wrapped(Kind::Opaque, source, std::move(operands)));
  return true;
}

/// Collects std::max({a, b, c}) and std::minmax({a, b, c}). The elements need one type, which the list cannot deduce if
/// only some of them are symbolic.
bool FunctionBuilder::collect_extremum_of_list(const clang::CallExpr* source, Expressions& out) {
  const std::string_view name = source->getDirectCallee()->getName();
  if ((name != "max" && name != "min" && name != "minmax") || source->getNumArgs() != 1) return false;
  const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(source->getArg(0)->IgnoreImplicit());
  const auto* elements = list ? llvm::dyn_cast<clang::InitListExpr>(list->getSubExpr()->IgnoreImplicit()) : nullptr;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!elements || !reference || elements->getNumInits() == 0) return false;
  const clang::QualType type = elements->getInit(0)->getType().getNonReferenceType().getUnqualifiedType();
  if (!is_stageable_number(type)) return false;
  Expressions operands;
  for (const clang::Expr* element : elements->inits()) operands.push_back(expression(element, {}));
  Expr result = wrapped(Kind::StandardCall, source, std::move(operands));
  if (!may_be_raised(result)) result.kind = Kind::HostCall;
  const bool typed = reference->hasExplicitTemplateArgs();
  const model::Offset end = text_.token(typed ? reference->getRAngleLoc() : reference->getLocation()).end;
  result.head = {text_.offset(reference->getBeginLoc()), end};
  result.in_macro = result.in_macro || !text_.is_plain(reference->getLocation());
  result.name = std::string(name);
  result.list_type = type.getAsString(session_.ast().getPrintingPolicy());
  out.push_back(std::move(result));
  return true;
}

/// Marks the place where the name of a function becomes that of its staged variant. A using-declaration names only the
/// function and not the variant, so the namespace is written out.
void FunctionBuilder::name_staged_variant(const clang::DeclRefExpr* reference, Expr& result) const {
  result.head = text_.token(reference->getLocation());
  if (!llvm::isa<clang::UsingShadowDecl>(reference->getFoundDecl()) || reference->hasQualifier()) {
    result.head.begin = result.head.end;
    return;
  }
  llvm::raw_string_ostream name(result.variant);
  const auto* function = llvm::cast<clang::FunctionDecl>(reference->getDecl());
  function->printQualifiedName(name, session_.ast().getPrintingPolicy());
}

/// Collects a call of a function that is converted, or will be if a symbolic number flows into it.
void FunctionBuilder::collect_converted_call(const clang::CallExpr* source, const clang::FunctionDecl* callee,
                                             Expressions& out) {
  Expressions operands;
  llvm::ArrayRef<const clang::Expr*> arguments(source->getArgs(), source->getNumArgs());
  if (is_postfix(callee)) arguments = arguments.drop_back();  // implicit 0 of a postfix operator
  converted_arguments(callee, arguments, operands);
  Expr result = wrapped(Kind::Call, source, std::move(operands));
  result.name = callee->getNameAsString();
  const clang::FunctionDecl* definition = nullptr;
  callee->hasBody(definition);
  result.names_parameters = is_overloaded(callee) || is_enum_operator(definition);
  if (follows_functions(result, "'" + result.name + "'")) result.callee = definition;
  const clang::Expr* called = source->getCallee()->IgnoreParenImpCasts();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(called)) {
    if (!callee->isOverloadedOperator()) name_staged_variant(reference, result);
    result.in_macro = result.in_macro || !text_.is_plain(reference->getLocation());
  } else if (const auto* open = llvm::dyn_cast<clang::OverloadExpr>(called)) {
    const model::Offset end = text_.token(open->getNameLoc()).end;
    if (!callee->isOverloadedOperator()) result.head = {end, end};
    result.in_macro = result.in_macro || !text_.is_plain(open->getNameLoc());
  }
  out.push_back(std::move(result));
}

/// True for a function whose staged variant this file has or can have.
bool FunctionBuilder::is_convertible(const clang::FunctionDecl* callee) const {
  const clang::FunctionDecl* definition = nullptr;
  if (!callee || !callee->hasBody(definition) || !text_.is_in_user_file(definition->getLocation())) return false;
  if (!text_.is_plain(definition->getLocation()) || annotation_of(definition).kind == Annotation::Leave) return false;
  const bool of_template = callee->isTemplated() || callee->getTemplateSpecializationKind() != clang::TSK_Undeclared;
  if (llvm::isa<clang::CXXMethodDecl>(callee) || of_template) return false;
  if (callee->isVariadic() || callee->isConsteval() || uses_friendship(definition)) return false;
  if (callee->isOverloadedOperator()) return is_written_twice(definition);
  if (gives_map_of_numbers(callee) || has_numbers_in_signature(callee) || has_lists_in_signature(callee)) return true;
  return annotation_of(definition).kind != Annotation::Function && takes_functions(callee);
}

void FunctionBuilder::describe_number(const clang::DeclaratorDecl* declaration, model::Variable& variable) const {
  clang::QualType type = declaration->getType();
  if (type->isDependentType() && function_.is_template) {
    variable.has_numbers = session_.facts<Instantiations>().can_be_number(declaration);
    variable.promotion.possible = variable.promotion.dependent = variable.has_numbers;
    return;
  }
  if (type->isDependentType() && function_.nested) {  // in a generic lambda: depends on the call
    const clang::QualType only = session_.facts<Instantiations>().only_type_of(declaration);
    const bool numbers =
        only.isNull() ? class_of(declaration) == model::TypeClass::HostNumber : is_stageable_number(only);
    if (numbers) return describe_generic_number(declaration, only, variable);
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
  describe_text(declaration, variable);
  if (variable.has_numbers) return;
  if (function_.instance != 0 && parameter && is_deduced_callable(parameter)) return;
  const auto* held = llvm::dyn_cast<clang::VarDecl>(declaration);
  const bool on_demand = parameter && function_.variant_on_demand;
  variable.is_function =
      function_of_numbers(type) || (held && chooses_functions(held)) || (on_demand && function_of_values(type));
  variable.has_numbers = variable.is_function || is_stageable_number(type) || is_structure_of_numbers(type) ||
                         is_raisable_map(declaration) ||
                         (held && !parameter && held->isLocalVarDecl() && holds_functions(type));
  if (variable.has_numbers) collect_value_classes(type, classes);
  variable.classes.assign(classes.begin(), classes.end());
  if (!variable.has_numbers) return;
  model::Promotion& promotion = variable.promotion;
  promotion.possible = true;
  if (is_confined(type->getAsCXXRecordDecl())) {  // no object of the class becomes one of the staged class later
    promotion.binding_time = model::BindingTime::MaybeStaged;
    promotion.cause = text_.offset(declaration->getLocation());
  }
  const clang::PrintingPolicy& policy = session_.ast().getPrintingPolicy();
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
  promotion.type = plain.getUnqualifiedType().getAsString(policy);
  if (const auto* local = llvm::dyn_cast<clang::VarDecl>(declaration)) {
    promotion.possible = !local->isConstexpr() && !type.isVolatileQualified();
  }
  const clang::TypeSourceInfo* info = declaration->getTypeSourceInfo();
  if (!info) return;
  clang::TypeLoc location = info->getTypeLoc();
  if (const auto reference = location.getAs<clang::ReferenceTypeLoc>()) location = reference.getPointeeLoc();
  if (const auto pointer = location.getUnqualifiedLoc().getAs<clang::PointerTypeLoc>(); pointer && output)
    location = pointer.getPointeeLoc();
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
    return split_from_type(written.getTypePtr()->getOwnedTagDecl(), promotion);
  // In Vec2 p(x, y), the template arguments would be deduced from symbolic values.
  if (llvm::isa_and_nonnull<clang::DeducedTemplateSpecializationType>(type->getContainedDeducedType()) &&
      (class_instance(plain->getAsCXXRecordDecl()) || is_in_std(plain->getAsCXXRecordDecl()))) {
    promotion.deduced = false;
    promotion.type = spelled_class(plain->getAsCXXRecordDecl());
    return;
  }
  promotion.spelled = !(promotion.deduced && followed_array(type));  // a reference to a row of an array
  if (location.getAs<clang::DecltypeTypeLoc>())                      // of a variable that may be symbolic
    promotion.type = plain.getCanonicalType().getUnqualifiedType().getAsString(policy);
  else if (!promotion.deduced && promotion.declared_name.empty() &&
           !declaration->getType()->getAs<clang::AdjustedType>())
    promotion.type = text_.flat_text(promotion.type_range);
}

}  // namespace agc::parse
