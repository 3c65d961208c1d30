#include "parse/build/variables/reference_builder.h"

#include <clang/AST/DeclTemplate.h>

#include <optional>
#include <utility>

#include "parse/build/calls/call_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/calls/staged_class_builder.h"
#include "parse/build/values/list_builder.h"
#include "parse/build/values/subscript_builder.h"
#include "parse/build/variables/alias_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/build/variables/member_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/accessor.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/subscript.h"
#include "parse/queries/functions/type_queries.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/uses/outside.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

/// Returns the expression of which `source` names a part, or null if `source` names a whole or is reached through a
/// pointer.
static const clang::Expr* named_whole(const clang::Expr* source) {
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(source))
    return member->isArrow() ? value_of_optional(member) : member->getBase();
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(source)) return subscripted(element);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  if (!call) return nullptr;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const bool of_optional = is_of_optional(callee) && callee->getOverloadedOperator() == clang::OO_Star;
  if (!gives_part(callee) && !of_optional && !called_accessor(call)) return nullptr;
  const MethodCall of_object(call);
  return of_object ? of_object.object : call->getArg(0);
}

const clang::ValueDecl* root_of(const clang::Expr* source, bool& whole) {
  while (source) {
    source = source->IgnoreParenImpCasts();
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source)) return reference->getDecl();
    source = named_whole(source);
    whole = false;
  }
  return nullptr;
}

model::VariableId ReferenceBuilder::root_member(const clang::Expr* source, bool& whole) {
  if (context_.externals().keeps_object()) return model::kNoVariable;
  while (source) {
    source = source->IgnoreParenImpCasts();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(source)) {
      if (const model::VariableId path = context_.members().member_path(member); path != model::kNoVariable)
        return path;
    }
    whole = false;
    if (const model::VariableId given = context_.members().given_member(source); given != model::kNoVariable)
      return given;
    source = named_whole(source);
  }
  return model::kNoVariable;
}

Expr ReferenceBuilder::reference_to(const clang::ValueDecl* declaration) {
  Expressions found;
  const bool around = std::exchange(names_only_, true);
  if (!context_.lambdas().held_by(declaration)) collect_variable(declaration, {}, {Access::Write, Sink::Host}, found);
  names_only_ = around;
  const bool followed = !found.empty() && found.front().kind == Kind::Reference && !found.front().repeated;
  return followed ? std::move(found.front()) : Expr{};
}

void ReferenceBuilder::collect_reference(const clang::DeclRefExpr* source, Use use, Expressions& out) {
  if (source->hasQualifier() || source->hasExplicitTemplateArgs())
    context_.subscripts().collect_asked(asked_in(source), out);
  // A function that is named but not called here is called by its consumer.
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(source->getDecl())) {
    if (!source->hasQualifier() && context_.staged_classes().is_own(function))
      out.push_back(finding(Kind::OffStagedClass, source->getSourceRange(), function->getNameAsString()));
    return context_.calls().note_callee(function);
  }
  if (!context_.lambdas().held_by(source->getDecl()) && !context_.variables().contains(source->getDecl())) {
    if (const std::optional<Outside> place = context_.externals().outside(source)) {
      if (!has_identity(source->getType())) out.push_back(context_.externals().capture(source, *place, use));
      return;
    }
  }
  if (const clang::LambdaExpr* lambda = context_.lambdas().lambda_of(source))
    context_.lambdas().note_use(lambda, source);
  const size_t first = out.size();
  collect_variable(source->getDecl(), source->getSourceRange(), use, out);
  if (first < out.size() && context_.lists().list_uses().returned.contains(source)) out[first].returned = true;
}

void ReferenceBuilder::collect_variable(const clang::ValueDecl* declaration, clang::SourceRange range, Use use,
                                        Expressions& out) {
  if (const LocalLambda* held = context_.lambdas().held_by(declaration)) {
    return context_.lambdas().add_calls(held->source, held->called, out);
  }
  if (is_identified(declaration)) use.access = Access::Read;
  Alias target;
  target.named = declaration;
  if (const Alias* alias = context_.aliases().find(declaration)) {
    target = *alias;
    if (target.target == model::kNoVariable) {
      if (names_only_) return;
      if (use.access != Access::Read)
        out.push_back(finding(Kind::IndirectWrite, range, declaration->getNameAsString()));
      if (use.access == Access::Read && target.borrower != model::kNoVariable) {
        out.push_back(finding(Kind::Opaque, range));
        out.back().borrower = target.borrower;
      }
      return context_.aliases().collect_kept(declaration, range, Access::Read, out);
    }
  } else if (const auto known = context_.variables().find(declaration); known != model::kNoVariable) {
    target.target = known;
  } else {
    context_.lambdas().collect_captured(declaration, range, use, out);
    return;
  }
  Expr reference = finding(Kind::Reference, range);
  reference.variable = target.target;
  reference.borrower = target.borrower;
  reference.refers = target.borrower != model::kNoVariable &&  // through an alias of the reference
                     function_.variable(target.borrower).declared != text_.offset(declaration->getLocation());
  reference.type = class_of(declaration);
  reference.access = use.access == Access::Write && !target.whole ? Access::Update : use.access;
  out.push_back(std::move(reference));
  if (target.named && !names_only_ && !keys_.contains(target.named))
    context_.aliases().collect_kept(target.named, range, use.access, out);
}

}  // namespace agc::parse
