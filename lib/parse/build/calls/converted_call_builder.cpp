#include "parse/build/calls/converted_call_builder.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "parse/build/calls/callback_builder.h"
#include "parse/build/calls/function_value_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/values/algorithm_builder.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/values/list_builder.h"
#include "parse/build/variables/alias_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/build/variables/pointer_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/specialize/variants.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

void ConvertedCallBuilder::converted_arguments(const clang::FunctionDecl* callee,
                                               llvm::ArrayRef<const clang::Expr*> arguments, Expressions& out) {
  context_.lambdas().pass_lambdas(callee, arguments);
  for (unsigned k = 0; k < arguments.size(); ++k) converted_argument(callee, k, arguments[k], out);
}

void ConvertedCallBuilder::converted_argument(const clang::FunctionDecl* callee, unsigned index,
                                              const clang::Expr* argument, Expressions& out) {
  const clang::ParmVarDecl* parameter = callee->getParamDecl(std::min(index, callee->getNumParams() - 1));
  if (context_.pointers().collect_output_argument(parameter, argument, out)) return;
  const clang::QualType type = parameter->getType();
  const size_t first = out.size();
  if (is_member_instance(callee) && is_deduced_callable(parameter) && !llvm::isa<clang::CXXDefaultArgExpr>(argument)) {
    if (const clang::FunctionDecl* definition = method_of_staged_class(callee, text_);
        definition && !context_.callbacks().is_given(argument, index))
      context_.callbacks().note_given(definition, index, argument);
    return out.push_back(context_.function_values().function_value(argument));
  }

  argument_of_type(type, may_change_argument(callee, index), "'" + callee->getNameAsString() + "'", argument, out);
  context_.lists().note_list(callee, index, argument, first, out);
  context_.aliases().collect_lent(callee, argument, out);
}

void ConvertedCallBuilder::argument_of_type(clang::QualType type, bool changes, const std::string& consumer,
                                            const clang::Expr* argument, Expressions& out) {
  const bool written = !llvm::isa<clang::CXXDefaultArgExpr>(argument);
  if (changes || moves_variable(type, argument)) {
    Expressions targets;
    collect(argument, {Access::Update, Sink::Host}, targets);
    context_.externals().refuse_written(nullptr, targets);
    refer_to_elements(targets);
    out.insert(out.end(), targets.begin(), targets.end());
  } else if (written && function_of_values(type)) {
    out.push_back(context_.function_values().function_value(argument));
  } else if (const auto* given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(argument);
             given && function_of_numbers(type) && !is_no_function(given->getExpr())) {
    Expr function = wrapped(Kind::Opaque, argument, {});  // its target is unknown
    function.function_value.unfollowed = true;
    out.push_back(std::move(function));
  } else if (written && is_structure_of_numbers(argument->getType())) {
    collect_value(argument, out);
  } else if (written && is_stageable_number(argument->getType())) {
    Expr number = exit(argument, consumer);
    clang::QualType value = type.getNonReferenceType().getUnqualifiedType();
    clang::PrintingPolicy policy = session_.ast().getPrintingPolicy();
    policy.SuppressUnwrittenScope = true;
    if (value->getAsTagDecl()) value = value.getCanonicalType();  // its short name suffices at the declaration
    number.number_type = value.getAsString(policy);
    out.push_back(std::move(number));
  } else if (!context_.algorithms().collect_lent_range(argument, consumer, out)) {
    // A number inside of the argument that has to be known is not the argument itself.
    Expressions parts;
    collect(argument, {}, parts);
    const bool holds_exit = std::ranges::any_of(parts, [](const Expr& one) { return one.kind == Kind::Exit; });
    if (holds_exit) parts = {wrapped(Kind::Opaque, argument, std::move(parts))};
    out.insert(out.end(), parts.begin(), parts.end());
  }
}

void ConvertedCallBuilder::name_staged_variant(const clang::DeclRefExpr* reference, Expr& result) const {
  result.head = text_.token(reference->getLocation());
  if (!llvm::isa<clang::UsingShadowDecl>(reference->getFoundDecl()) || reference->hasQualifier()) {
    result.head.begin = result.head.end;
    return;
  }
  llvm::raw_string_ostream name(result.variant);
  const auto* function = llvm::cast<clang::FunctionDecl>(reference->getDecl());
  function->printQualifiedName(name, session_.ast().getPrintingPolicy());
}

void ConvertedCallBuilder::collect_converted_call(const clang::CallExpr* source, const clang::FunctionDecl* callee,
                                                  Expressions& out) {
  Expressions operands;
  llvm::ArrayRef<const clang::Expr*> arguments(source->getArgs(), source->getNumArgs());
  if (is_postfix(callee)) arguments = arguments.drop_back();  // implicit 0 of a postfix operator
  converted_arguments(callee, arguments, operands);
  Expr result = wrapped(Kind::Call, source, std::move(operands));
  result.name = callee->getNameAsString();
  const clang::FunctionDecl* definition = nullptr;
  callee->hasBody(definition);
  result.called.names_parameters = is_overloaded(callee) || is_enum_operator(definition);
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

bool ConvertedCallBuilder::is_convertible(const clang::FunctionDecl* callee) const {
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

}  // namespace agc::parse
