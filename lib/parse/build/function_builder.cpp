#include "parse/build/function_builder.h"

#include <clang/AST/DeclTemplate.h>

#include "parse/build/calls/callback_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/statements/parameter_builder.h"
#include "parse/build/statements/statement_builder.h"
#include "parse/build/values/expression_builder.h"
#include "parse/build/values/list_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/build/variables/member_builder.h"
#include "parse/queries/functions/calls.h"
#include "parse/queries/functions/recursion.h"
#include "parse/queries/functions/signature.h"
#include "parse/queries/specialize/changed_objects.h"
#include "parse/queries/specialize/instantiations.h"
#include "parse/queries/specialize/variants.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {
namespace {

/// True if the lambda returns a number, or a structure of numbers, in every instantiation.
bool gives_numbers(const clang::LambdaExpr* source, const Instantiations& instantiations) {
  const auto numbers = [](clang::QualType type) { return is_stageable_number(type) || is_structure_of_numbers(type); };
  const clang::FunctionTemplateDecl* generic = source->getDependentCallOperator();
  const clang::QualType result = source->getCallOperator()->getReturnType();
  if (!generic && !result->isDependentType()) return numbers(result);
  if (!generic) return instantiations.result_of(source) == model::TypeClass::HostNumber;
  bool any = false;
  for (const clang::FunctionDecl* one : generic->specializations()) {
    if (!numbers(one->getReturnType())) return false;
    any = true;
  }
  return any;
}

}  // namespace

void FunctionBuilder::describe_lambda(const clang::LambdaExpr* source) {
  const Session& session = context_.session();
  const SourceText& text = context_.text();
  model::Function& function = context_.function();
  if (!function.is_lambda()) function.kind = model::Function::Kind::Lambda;
  describe_result(session, text, source->getCallOperator(), function);
  function.range = text.range(source->getSourceRange());
  function.name_place = function.range.begin;
  function.identity = context_.lambdas().identity_of(source);
  function.closure.parameters_listed = source->hasExplicitParameters();
  if (own_parameter(source)) function.recursion = model::Function::Recursion::Plain;
  function.returned.deduced = !source->hasExplicitResultType();
  function.returned.has_numbers = gives_numbers(source, session.facts<Instantiations>());
  const clang::FunctionTemplateDecl* generic = source->getCallOperator()->getDescribedFunctionTemplate();
  function.closure.never_called = (context_.parent() && context_.parent()->function().closure.never_called) ||
                                  (generic && generic->specializations().empty() && !source->isTypeDependent());
}

/// Queries the function for the parts of the builder that need to know it as a whole.
void FunctionBuilder::find_uses(const clang::FunctionDecl* function) {
  context_.externals().find_accesses(function);
  if (function->hasBody()) context_.lists().find_list_uses(function);
  context_.expressions().find_bound_choices(function);
  context_.find_names(function);
  context_.statements().find_choices(function);
}

/// Keeps the text of a body that runs unchanged in some of the calls.
void FunctionBuilder::keep_unconverted_body(const clang::FunctionDecl* source) {
  const SourceText& text = context_.text();
  model::Function& function = context_.function();
  const bool entry = function.is_entry();
  const bool constant = source->isConstexprSpecified();
  const bool keeps = !entry && keeps_plain_body(source);
  if ((constant || keeps) && function.has_staged_variant() && !function.staged_method && !function.variant) {
    const model::Range body = text.range(source->getBody()->getSourceRange());
    if (constant) function.declaration.constant_keyword = text.word({function.range.begin, body.begin}, "constexpr");
    function.kept_body.use = model::KeptBody::Use::InSecondFunction;
    function.kept_body.text = text.flat_text(body);
  } else if (!function.staged_method && !function.variant &&
             (entry ? !function.kept_body.overlaps.empty() : may_change_constant_arguments(source))) {
    function.kept_body.use = model::KeptBody::Use::OutsideTraces;
    function.kept_body.text = text.flat_text(text.range(source->getBody()->getSourceRange()));
  }
}

void FunctionBuilder::build(const clang::FunctionDecl* source) {
  model::Function& function = context_.function();
  find_uses(source);
  context_.parameters().add_parameters(source);
  if (!source->hasBody()) {  // pure: only declared in the staged class
    function.body.range = {function.range.end, function.range.end};
    return;
  }
  keep_unconverted_body(source);
  function.body = context_.statements().statement(source->getBody());
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(source))
    context_.statements().member_initialisers(constructor);
  context_.callbacks().describe_given(source);
  context_.members().settle_members();
  describe_for_people(source, context_.session(), context_.text(), function);
}

std::vector<NestedLambda>& FunctionBuilder::lambdas() { return context_.lambdas().nested(); }

}  // namespace agc::parse
