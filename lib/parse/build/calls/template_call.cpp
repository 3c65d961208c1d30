// Calls of function templates with numbers, for which the instantiation has its own staged variant, and properties of
// the text of such a variant.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprConcepts.h>

#include <algorithm>

#include "parse/build/calls/call_builder.h"
#include "parse/build/calls/callback_builder.h"
#include "parse/build/calls/converted_call_builder.h"
#include "parse/build/calls/function_value_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/number_template.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/specialize/instance_pack.h"
#include "parse/queries/types/library_functor.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {

using model::Expr;
using Kind = Expr::Kind;

namespace {

/// True if the explicit template arguments name a number type, which would have to be the staged one.
bool names_number_type(const clang::DeclRefExpr* reference) {
  const auto arguments = reference->template_arguments();
  return std::ranges::any_of(arguments, [](const clang::TemplateArgumentLoc& one) {
    return one.getArgument().getKind() == clang::TemplateArgument::Type &&
           is_stageable_number(one.getArgument().getAsType());
  });
}

}  // namespace

bool ConvertedCallBuilder::is_callable_parameter(const clang::Expr* source) const {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(as_written(source));
  const auto* parameter = reference ? llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl()) : nullptr;
  if (!parameter || function_.copy.instance == 0) return false;
  return context_.outermost().variables().contains(parameter) && is_deduced_callable(parameter);
}

bool ConvertedCallBuilder::collect_instance_call(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  const clang::FunctionDecl* definition = numeric_instance(callee, text_);
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!definition || !reference) return false;
  const bool in_place = stays_in_place(definition);
  if (in_place && source->isLValue()) return false;
  if (in_place && annotation_of(text_of_instance(definition)).kind == Annotation::Function) return false;
  Expr result = wrapped(Kind::Call, source, {});
  result.name = callee->getNameAsString();
  if (in_place)
    context_.calls().collect_arguments(callee, {source->getArgs(), source->getNumArgs()}, 0, result.operands);
  for (unsigned k = 0; k < source->getNumArgs() && !in_place; ++k) {
    const clang::Expr* argument = source->getArg(k);
    if (is_deduced_callable(callee->getParamDecl(k)) && !llvm::isa<clang::CXXDefaultArgExpr>(argument)) {
      context_.callbacks().note_given(definition, k, argument);
      result.operands.push_back(context_.function_values().function_value(argument));
    } else {
      converted_argument(callee, k, argument, result.operands);
    }
  }
  result.called.names_parameters =
      has_several_instances(definition, text_) || pack_parameter(template_of_instance(definition));
  result.in_macro = result.in_macro || !text_.is_plain(reference->getLocation());
  if (!callee->isOverloadedOperator()) {
    const bool listed = reference->hasExplicitTemplateArgs();
    result.head = {text_.token(reference->getLocation()).begin,
                   text_.token(listed ? reference->getRAngleLoc() : reference->getLocation()).end};
    result.variant = instance_name(definition, text_);
  }
  if (follows_functions(result, "the template '" + result.name + "'")) {
    result.callee = model::FunctionId::instance(definition);
    context_.callees().instances.insert(definition);
  } else {  // containers of numbers have to be known, too
    for (Expr& operand : result.operands) {
      if (!operand.function_value.held) need_known(operand.operands, "the template '" + result.name + "'");
    }
  }
  out.push_back(std::move(result));
  return true;
}

/// Returns f of std::invoke(f, x), or null for other calls.
static const clang::Expr* called_argument(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const bool invokes = callee && !llvm::isa<clang::CXXOperatorCallExpr>(call) && is_in_std(callee);
  return invokes ? called_object(call) : nullptr;
}

bool ConvertedCallBuilder::collect_callable_call(const clang::CallExpr* source, const clang::Expr* called,
                                                 llvm::ArrayRef<const clang::Expr*> arguments, Expressions& out) {
  if (const clang::Expr* object = called_object(source)) {
    if (object != as_written(called) && object == called_argument(source)) arguments = arguments.drop_front();
    called = object;
  }
  if (is_transparent_functor(called->getType())) {  // an operator on the arguments
    Expressions operands;
    for (const clang::Expr* argument : arguments) operands.push_back(expression(argument, {}));
    collect(called, {}, out);
    out.push_back(wrapped(Kind::Opaque, source, std::move(operands)));
    return true;
  }
  if (!is_callable_parameter(called)) return false;
  Expressions operands;
  for (const clang::Expr* argument : arguments) {
    if (is_structure_of_numbers(argument->getType())) {
      collect_value(argument, operands);
    } else {
      collect(argument, {}, operands);
    }
  }
  collect(called, {}, out);
  const bool numeric = is_stageable_number(source->getType()) || is_structure_of_numbers(source->getType());
  Expr result = wrapped(numeric ? Kind::Call : Kind::HostCall, source, std::move(operands));
  result.called.of_passed = numeric;
  result.name = "lambda";
  out.push_back(std::move(result));
  return true;
}

bool ConvertedCallBuilder::collect_template_call(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  const clang::FunctionDecl* pattern = callee ? number_template(callee) : nullptr;
  if (!pattern || !text_.is_in_user_file(pattern->getLocation()) || !text_.is_plain(pattern->getLocation()))
    return false;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!reference || names_number_type(reference)) return false;
  bool numbers = false;
  for (unsigned k = 0; k < source->getNumArgs(); ++k) {
    const clang::ParmVarDecl* parameter = pattern->getParamDecl(std::min(k, pattern->getNumParams() - 1));
    const bool dependent = parameter->getType()->isDependentType();
    // Numbers of a written type have the same type for all callers.
    if (!dependent && is_stageable_number(parameter->getType())) return false;
    numbers = numbers || (dependent && is_stageable_number(source->getArg(k)->getType()));
  }
  if (!numbers) return false;
  Expressions operands =
      context_.lambdas().arguments_by_binding_time(callee, {source->getArgs(), source->getNumArgs()});
  for (unsigned k = 0; k < operands.size(); ++k) {
    const clang::ParmVarDecl* parameter = callee->getParamDecl(k);
    const bool written = !llvm::isa<clang::CXXDefaultArgExpr>(source->getArg(k));
    if (written && !may_change_argument(callee, k) && is_stageable_number(parameter->getType()) &&
        pattern->getParamDecl(std::min(k, pattern->getNumParams() - 1))->getType()->isDependentType()) {
      operands[k].shares_type = true;
      operands[k].number_type = parameter->getType().getNonReferenceType().getUnqualifiedType().getAsString(
          session_.ast().getPrintingPolicy());
    }
  }
  Expr result = wrapped(Expr::Kind::Call, source, std::move(operands));
  result.called.of_lambda = result.called.of_generic = true;
  result.argument_count = result.operands.size();
  result.name = callee->getNameAsString();
  result.callee = pattern;
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
