#include "parse/build/staged_signature.h"

#include "parse/build/values/list_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/signature.h"
#include "parse/queries/specialize/variants.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/uses/map_uses.h"

namespace agc::parse {

namespace {

/// Adds the earlier declarations of the function in the user's files.
void describe_forward_declarations(const Session& session, const SourceText& text, const clang::FunctionDecl* source,
                                   model::Function& result) {
  FunctionContext context(session, text, result, nullptr, nullptr);
  for (const clang::FunctionDecl* earlier = source->getPreviousDecl(); earlier; earlier = earlier->getPreviousDecl()) {
    if (!text.is_in_user_file(earlier->getLocation()) || !text.is_plain(earlier->getLocation())) continue;
    model::ForwardDeclaration declaration;
    declaration.range = {text.offset(earlier->getOuterLocStart()), text.after_semicolon(earlier->getEndLoc())};
    declaration.name = text.token(earlier->getLocation());
    declaration.exceptions = exception_specification(text, earlier);
    declaration.constant_keyword = text.word(declaration.range, "constexpr");
    const clang::SourceRange result_type = earlier->getReturnTypeSourceRange();
    if (result_type.isValid()) declaration.return_range = range_of_result(text, result_type, earlier->getReturnType());
    for (const clang::ParmVarDecl* parameter : earlier->parameters()) {
      model::Variable described;
      context.variables().describe_number(parameter, described);
      if (described.has_numbers) declaration.numbers.push_back(described.promotion);
      declaration.vectors.push_back(list_type_range(parameter, text));
      if (const model::Range object = default_object(parameter, text); !object.empty())
        declaration.default_objects.push_back(object);
    }
    result.declaration.earlier.push_back(std::move(declaration));
  }
}

}  // namespace

void describe_staged_variant(const Session& session, const SourceText& text, const clang::FunctionDecl* source,
                             model::Function& result) {
  using Existence = model::StagedVariant::Existence;
  result.declaration.name = text.token(source->getLocation());
  if (result.staged_method || result.variant) {
    result.staging.existence = Existence::Always;
    result.staging.keeps_name = result.variant && source->isOverloadedOperator();
    result.returned.has_numbers = gives_numbers(source->getReturnType());
    return;
  }
  const auto* const method = llvm::dyn_cast<clang::CXXMethodDecl>(source);
  // A function of tensors needs a staged variant if a container grows.
  const bool lists = !has_numbers_in_signature(source) && (method || !gives_map_of_numbers(source));
  const bool entry = result.is_entry();
  const bool has_lists = has_lists_in_signature(source);
  const bool chosen = has_lists || (!entry && !method && takes_functions(source));
  if (lists && (!chosen || source->isOverloadedOperator())) return;
  if (method) {
    if (entry || !may_have_variant(method)) return;
    result.staging.existence = Existence::OnDemand;
    result.outside_callers.unconverted = true;
  }
  result.staging.keeps_name = source->isOverloadedOperator();
  if ((!method && uses_friendship(source)) || (result.staging.keeps_name && !is_written_twice(source))) return;
  // For a template, each instantiation determines which numbers are symbolic.
  if (source->isTemplated() || source->getTemplateSpecializationKind() != clang::TSK_Undeclared) return;
  result.staging.existence = method || lists ? Existence::OnDemand : Existence::Always;
  result.staging.overloaded = is_overloaded(source);
  result.staging.internal_linkage = !source->isExternallyVisible();
  result.returned.has_numbers =
      gives_numbers(source->getReturnType()) || is_text_result(source) || is_result_with_text(source);
  describe_forward_declarations(session, text, source, result);
}

}  // namespace agc::parse
