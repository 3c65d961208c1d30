#include "parse/build/calls/function_value_builder.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "model/visit.h"
#include "parse/build/calls/call_builder.h"
#include "parse/build/calls/converted_call_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/values/expression_builder.h"
#include "parse/build/values/number_builder.h"
#include "parse/build/variables/reference_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/function_pointer.h"
#include "parse/queries/functions/returned_lambda.h"
#include "parse/queries/types/library_functor.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

namespace {

/// True if the expression changes a variable.
bool writes(const Expr& found) {
  bool result = false;
  model::visit_expressions(found, [&](const Expr& one) {
    const bool indirect = one.kind == Kind::IndirectWrite || one.kind == Kind::ExternalCapture;
    const bool written = one.kind == Kind::Reference || one.kind == Kind::External;
    result = result || indirect || (written && one.access != Access::Read && one.access != Access::Declare);
  });
  return result;
}

/// Returns the function that the argument names: g, &g.
const clang::DeclRefExpr* named_function(const clang::Expr* argument) {
  const clang::Expr* written = as_written(argument);
  if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(written);
      address && address->getOpcode() == clang::UO_AddrOf)
    written = as_written(address->getSubExpr());
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(written);
  return reference && llvm::isa<clang::FunctionDecl>(reference->getDecl()) ? reference : nullptr;
}

/// Collects the functions that an initialiser names.
class NamedFunctions : public AstVisitor {
 public:
  std::vector<const clang::FunctionDecl*> found;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node);
    if (const auto* function = reference ? llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()) : nullptr)
      found.push_back(function);
    return true;
  }
};

/// Returns the functions in a table that is declared outside of functions, if the called value is one of its elements:
/// table[k], table[k].function.
std::vector<const clang::FunctionDecl*> functions_of_table(const clang::Expr* called) {
  const clang::Expr* at = as_written(called);
  for (;;) {
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(at)) {
      at = as_written(member->getBase());
    } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(at)) {
      at = as_written(element->getBase());
    } else if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(at)) {
      at = as_written(call->getImplicitObjectArgument());
    } else if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(at)) {
      at = as_written(operation->getArg(0));
    } else {
      break;
    }
  }
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(at);
  const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!variable) return {};
  NamedFunctions functions;
  if (variable->hasGlobalStorage() && variable->getAnyInitializer()) functions.traverse(variable->getAnyInitializer());
  return std::move(functions.found);
}

/// Returns f for f and *f of a pointer to a function.
const clang::Expr* called_value(const clang::Expr* source) {
  const clang::Expr* written = as_written(source);
  const auto* dereferenced = llvm::dyn_cast<clang::UnaryOperator>(written);
  const bool points = dereferenced && dereferenced->getOpcode() == clang::UO_Deref;
  return points ? as_written(dereferenced->getSubExpr()) : written;
}

/// Returns the expression without implicit conversions and parentheses.
const clang::Expr* without_implicit(const clang::Expr* source) {
  while (source != source->IgnoreImplicit()->IgnoreParens()) source = source->IgnoreImplicit()->IgnoreParens();
  return source;
}

/// Returns the range of the type in std::less<int>() and std::less<int>{}; an invalid range for other expressions.
clang::SourceRange type_of_made_functor(const clang::Expr* source) {
  const clang::Expr* inner = without_implicit(source);
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
  const bool converted = construct && !llvm::isa<clang::CXXTemporaryObjectExpr>(inner) && construct->getNumArgs() > 0;
  if (converted) inner = without_implicit(construct->getArg(0));
  if (!library_functor(inner->getType())) return {};
  if (const auto* made = llvm::dyn_cast<clang::CXXTemporaryObjectExpr>(inner))
    return made->getTypeSourceInfo()->getTypeLoc().getSourceRange();
  const auto* cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(inner);
  return cast ? cast->getTypeInfoAsWritten()->getTypeLoc().getSourceRange() : clang::SourceRange();
}

/// Field(f), Field{f}: the explicit conversion of a function to a function value.
struct FunctionConversion {
  const clang::Expr* given = nullptr;  // null for other expressions
  clang::SourceRange type;
};
FunctionConversion function_conversion(const clang::Expr* source) {
  const clang::Expr* inner = without_implicit(source);
  if (!function_of_values(inner->getType())) return {};
  if (const auto* made = llvm::dyn_cast<clang::CXXTemporaryObjectExpr>(inner)) {
    const clang::SourceRange type = made->getTypeSourceInfo()->getTypeLoc().getSourceRange();
    return {made->getNumArgs() > 0 ? made->getArg(0) : nullptr, type};
  }
  const auto* cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(inner);
  if (!cast) return {};
  const clang::Expr* given = cast->getSubExpr()->IgnoreImplicit();
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(given);
  if (construct && construct->getNumArgs() > 0) given = construct->getArg(0);
  return {given, cast->getTypeInfoAsWritten()->getTypeLoc().getSourceRange()};
}

}  // namespace

/// True for an empty function value: nullptr, {}, or a default-constructed std::function.

/// True if the lambda captures the variable.

bool changes_variables(const std::vector<Expr>& list) { return std::ranges::any_of(list, writes); }

/// Returns the expression for the function type in std::less<int>() and Field(f), which has a staged variant.
Expr FunctionValueBuilder::function_type(const clang::Expr* made, clang::SourceRange type) const {
  Expr result = wrapped(Kind::Call, made, {});
  result.called.names_function = result.called.of_parameter = true;
  result.head = text_.range(type);
  result.variant = result.name = text_.flat_text(result.head);
  return result;
}

/// Returns the expression for Field(f), whose type is written at `type`.
Expr FunctionValueBuilder::converted_function(const clang::Expr* source, clang::SourceRange type,
                                              const clang::Expr* given) {
  Expr result = wrapped(Kind::Opaque, source, {});
  result.function_value.held = true;
  result.operands.push_back(function_type(without_implicit(source), type));
  result.operands.push_back(function_value(given));
  result.function_value.unfollowed = result.operands.back().function_value.unfollowed;
  return result;
}

/// Returns the expression for smooth ? f : g.
Expr FunctionValueBuilder::chosen_function(const clang::ConditionalOperator* choice) {
  Expr result = wrapped(Kind::Conditional, choice, {});
  result.operator_token = text_.token(choice->getQuestionLoc());
  result.colon = text_.token(choice->getColonLoc());
  result.in_macro = !text_.is_plain(choice->getQuestionLoc()) || !text_.is_plain(choice->getColonLoc());
  result.operands.push_back(context_.expressions().condition(choice->getCond()));
  result.operands.push_back(function_value(choice->getTrueExpr()));
  result.operands.push_back(function_value(choice->getFalseExpr()));
  result.function_value.unfollowed =
      result.operands[1].function_value.unfollowed || result.operands[2].function_value.unfollowed;
  clang::QualType type = choice->getType().getUnqualifiedType();
  if (type->isFunctionType()) type = session_.ast().getPointerType(type);
  result.number_type = "ag::staged_t<" + type.getAsString(session_.ast().getPrintingPolicy()) + ">";
  return result;
}

Expr FunctionValueBuilder::function_value(const clang::Expr* source) {
  const clang::Expr* written = as_written(source);
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(written); list && list->getNumInits() == 1)
    return function_value(list->getInit(0));  // for f{g}
  if (const FunctionConversion conversion = function_conversion(source); conversion.given)
    return converted_function(source, conversion.type, conversion.given);
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(written)) return chosen_function(choice);
  Expr result = wrapped(Kind::Opaque, source, {});
  result.function_value.held = true;
  if (is_transparent_functor(written->getType())) return result;
  if (const clang::SourceRange type = type_of_made_functor(source); type.isValid()) {
    result.operands.push_back(function_type(written, type));
    return result;
  }
  if (library_functor(written->getType())) {  // of a variable that holds one
    collect(source, {}, result.operands);
    result.operands = {wrapped(Kind::Structure, written, std::move(result.operands))};
    return result;
  }
  if (const clang::LambdaExpr* lambda = context_.lambdas().lambda_of(source)) {
    context_.lambdas().note_called(written);
    result.function_value.passes.push_back(context_.lambdas().identity_of(lambda));
    collect(source, {}, result.operands);
    result.function_value.unfollowed = lambda->isMutable();
    if (model::Function* function = context_.lambdas().function_of(lambda);
        function && result.function_value.unfollowed)
      function->outside_callers.unconverted = true;
    return result;
  }
  if (const clang::DeclRefExpr* reference = named_function(source)) {
    const auto* function = llvm::cast<clang::FunctionDecl>(reference->getDecl());
    const bool of_tensors = !has_numbers_in_signature(function);
    result.function_value.unfollowed =
        !of_tensors && (!context_.converted_calls().is_convertible(function) || is_overloaded(function));
    if (result.function_value.unfollowed || of_tensors) {
      context_.calls().note_callee(function);
      return result;
    }
    const clang::FunctionDecl* definition = nullptr;
    function->hasBody(definition);
    context_.calls().note_callee(function);
    Expr name = wrapped(Kind::Call, reference, {});
    name.called.names_function = true;
    name.name = function->getNameAsString();
    name.callee = definition;
    context_.converted_calls().name_staged_variant(reference, name);
    result.operands.push_back(std::move(name));
    return result;
  }
  if (const void* lambda = returned_lambda(written->getType()->getAsCXXRecordDecl())) {
    result.function_value.passes.push_back(lambda);
    collect(source, {}, result.operands);
    return result;
  }
  collect(source, {}, result.operands);
  result.function_value.unfollowed = !context_.converted_calls().is_callable_parameter(source) &&
                                     !is_no_function(written) && !is_function_variable(source) &&
                                     !gives_function(written);
  if (!function_of_numbers(written->getType()) && function_of_values(written->getType()))
    result.function_value.unfollowed = false;
  if (result.function_value.unfollowed && written->getType()->isFunctionPointerType()) {  // tracing finds the function
    result.function_value.unfollowed = false;
    result.operands = {wrapped(Kind::Structure, written, std::move(result.operands))};
    result.operands.back().type = model::TypeClass::Other;
  }
  return result;
}

void FunctionValueBuilder::declare_function(const clang::VarDecl* variable, Expr value, Expressions& out) {
  Expr declared = finding(Kind::Reference, variable->getLocation());
  declared.range = text_.token(variable->getLocation());
  declared.variable = context_.variables().find(variable);  // known for a function that calls itself
  if (declared.variable == model::kNoVariable)
    declared.variable = context_.variables().add_variable(variable, variable->getType());
  declared.type = function_.variable(declared.variable).type;
  declared.access = Access::Declare;
  declared.initialised = true;
  declared.operands.push_back(std::move(value));
  out.push_back(std::move(declared));
}

bool FunctionValueBuilder::is_function_variable(const clang::Expr* source) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(as_written(source));
  if (!reference || !function_of_values(reference->getDecl()->getType())) return false;
  const Expr found = context_.references().reference_to(reference->getDecl());
  return found.variable != model::kNoVariable && function_.variable(found.variable).is_function;
}

/// True for a call of a converted function that returns a function.
bool FunctionValueBuilder::gives_function(const clang::Expr* written) const {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(written);
  return call && call->getDirectCallee() && function_of_numbers(call->getType()) &&
         context_.converted_calls().is_convertible(call->getDirectCallee());
}

bool FunctionValueBuilder::collect_function_call(const clang::CallExpr* source, const clang::Expr* called,
                                                 llvm::ArrayRef<const clang::Expr*> arguments, Expressions& out) {
  const clang::Expr* object = called_value(called);
  for (const clang::FunctionDecl* one : functions_of_table(object)) context_.calls().note_callee(one);
  if (const clang::FunctionProtoType* any = type_of_callee(object->getType()))
    function_.uses.called_pointees.push_back(pointee_type(any));
  const bool held = is_function_variable(object);
  const clang::FunctionProtoType* type =
      held ? function_of_values(object->getType()) : function_of_numbers(object->getType());
  const bool followed = held || gives_function(object);
  if (!type || !(followed || object->getType()->isFunctionPointerType())) return false;
  Expressions found;
  collect(object, {}, found);
  Expressions operands;
  operands.push_back(wrapped(followed ? Kind::Opaque : Kind::Structure, called, std::move(found)));
  if (!followed) operands.back().type = model::TypeClass::Other;
  const std::string name = "'" + text_.flat_text(text_.range(object->getSourceRange())) + "'";
  for (unsigned k = 0; k < arguments.size(); ++k) {
    const clang::QualType parameter = k < type->getNumParams() ? type->getParamType(k) : arguments[k]->getType();
    const bool changes = parameter->isLValueReferenceType() && !parameter->getPointeeType().isConstQualified();
    context_.converted_calls().argument_of_type(parameter, changes, name, arguments[k], operands);
  }
  Expr result = wrapped(Kind::Call, source, std::move(operands));
  result.called.of_function = true;
  result.called.asks_tensors =
      !followed && std::ranges::any_of(arguments, [](const auto* one) { return contains_tensor(one->getType()); });
  result.name = text_.flat_text(text_.range(object->getSourceRange()));
  out.push_back(std::move(result));
  return true;
}

void FunctionValueBuilder::collect_pointer_call(const clang::CXXMemberCallExpr* source, Expressions& out) {
  Expressions operands;
  const auto* bound = llvm::dyn_cast<clang::BinaryOperator>(source->getCallee()->IgnoreParens());
  if (bound && bound->isPtrMemOp()) {
    const auto* pointer = bound->getRHS()->getType()->getAs<clang::MemberPointerType>();
    const auto* type = pointer ? pointer->getPointeeType()->getAs<clang::FunctionProtoType>() : nullptr;
    const bool changes = bound->getOpcode() == clang::BO_PtrMemD && !(type && type->isConst());
    if (changes) {
      context_.numbers().collect_changed_number(
          bound->getLHS(), text_.flat_text(text_.range(bound->getRHS()->getSourceRange())), operands);
    } else {
      collect_exit(bound->getLHS(), "a pointer to a member", operands);
    }
    collect(bound->getRHS(), {}, operands);
  } else {
    collect(source->getCallee(), {}, operands);
  }
  context_.calls().collect_arguments(nullptr, {source->getArgs(), source->getNumArgs()}, 0, operands);
  out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
}

}  // namespace agc::parse
