#include "parse/staged_signature.h"

#include "parse/expressions.h"
#include "parse/faces.h"
#include "parse/list_type.h"
#include "parse/map_uses.h"
#include "parse/signature.h"
#include "parse/text_variable.h"

namespace agc::parse {

void describe_staged_variant(const Session& session, const SourceText& text, const clang::FunctionDecl* source,
                             model::Function& result) {
  result.name_range = text.token(source->getLocation());
  if (result.twin || result.face) {
    result.has_staged_face = true;
    result.keeps_name = result.face && source->isOverloadedOperator();
    result.return_has_numbers = gives_numbers(source->getReturnType());
    return;
  }
  const auto* const method = llvm::dyn_cast<clang::CXXMethodDecl>(source);
  // A function of tensors needs a staged variant if a container grows.
  const bool lists = !has_numbers_in_signature(source) && (method || !gives_map_of_numbers(source));
  const bool entry = result.mode == model::Function::Mode::Entry;
  const bool has_lists = has_lists_in_signature(source);
  const bool chosen = has_lists || (!entry && !method && takes_functions(source));
  if (lists && (!chosen || source->isOverloadedOperator())) return;
  if (method) {
    if (entry || !may_have_face(method)) return;
    result.face_on_demand = result.called_by_others = true;
  }
  result.keeps_name = source->isOverloadedOperator();
  if ((!method && uses_friendship(source)) || (result.keeps_name && !is_written_twice(source))) return;
  // For a template, each instantiation determines which numbers are symbolic.
  if (source->isTemplated() || source->getTemplateSpecializationKind() != clang::TSK_Undeclared) return;
  result.face_on_demand = result.face_on_demand || lists;
  result.has_staged_face = !result.face_on_demand;
  result.overloaded = is_overloaded(source);
  result.internal_linkage = !source->isExternallyVisible();
  result.return_has_numbers =
      gives_numbers(source->getReturnType()) || is_text_result(source) || is_result_with_text(source);
  describe_forward_declarations(session, text, source, result);
}

}  // namespace agc::parse
