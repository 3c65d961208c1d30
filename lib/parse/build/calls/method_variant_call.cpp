// Calls of methods that have a staged variant in their class, for objects without a staged class: objects that a traced
// method or an external variable refers to, and objects with members that no staged class can hold.
#include "parse/build/calls/converted_call_builder.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/values/number_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/build/variables/member_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/specialize/variants.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

const clang::FunctionDecl* ConvertedCallBuilder::staged_variant_method(const clang::FunctionDecl* callee) const {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  const clang::FunctionDecl* definition = nullptr;
  if (!method || !may_have_variant(method) || !method->hasBody(definition)) return nullptr;
  if (!text_.is_in_user_file(definition->getLocation()) || !text_.is_plain(definition->getLocation())) return nullptr;
  const auto kind = annotation_of(definition).kind;
  return kind == Annotation::Leave || kind == Annotation::Function ? nullptr : definition;
}

Expr ConvertedCallBuilder::staged_call(const clang::CallExpr* source, const clang::MemberExpr* named,
                                       const clang::FunctionDecl* definition, Expressions operands) {
  Expr result = wrapped(Kind::Call, source, std::move(operands));
  result.name = definition->getNameAsString();
  result.called.names_parameters = is_overloaded(definition);
  if (follows_functions(result, "'" + result.name + "'")) {
    result.callee = definition;
    context_.callees().variants.insert(definition);
  }
  if (named) {
    const model::Offset end = text_.token(named->getMemberLoc()).end;
    result.head = {end, end};
    result.in_macro = result.in_macro || !text_.is_plain(named->getMemberLoc());
  }
  return result;
}

bool ConvertedCallBuilder::collect_staged_call(const MethodCall& call, Expressions& out) {
  const auto& [source, arguments, method, object] = call;
  const clang::FunctionDecl* definition = staged_variant_method(method);
  const auto* named = llvm::dyn_cast<clang::MemberExpr>(source->getCallee()->IgnoreParens());
  if (!definition || !named) return false;
  const bool kept = context_.externals().is_kept_object(object, method), own = is_this(object);
  if (!kept && !own && !named->isArrow() && is_value_class(method->getParent())) return false;
  const MethodEffects* effects = context_.members().effects_of(method);
  const bool changes = may_change_object(method) && (!effects || effects->anything || !effects->fields.empty());
  Expressions target, operands;
  if (own && !kept) {
    const auto* record = object->IgnoreParenImpCasts()->getType()->getPointeeCXXRecordDecl();
    context_.members().collect_object(record ? record : method->getParent(), method, source->getSourceRange(),
                                      changes ? Access::Update : Access::Read, target);
  } else if (!kept) {
    const bool writes = changes && !named->isArrow();  // the pointer itself stays
    context_.numbers().collect_receiver(object, method, {writes ? Access::Update : Access::Read, Sink::Host}, target);
  } else {
    context_.externals().collect_way(object, target);
  }
  operands.push_back(wrapped(Kind::Opaque, object, std::move(target)));
  converted_arguments(method, {source->getArgs(), source->getNumArgs()}, operands);
  out.push_back(staged_call(source, named, definition, std::move(operands)));
  return true;
}

bool ConvertedCallBuilder::collect_staged_call(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* definition = staged_variant_method(source->getDirectCallee());
  if (!definition || !llvm::cast<clang::CXXMethodDecl>(definition)->isStatic()) return false;
  const clang::Expr* called = source->getCallee()->IgnoreParenImpCasts();
  const auto* named = llvm::dyn_cast<clang::MemberExpr>(called);
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(called);
  if (!named && !reference) return false;
  Expressions operands;
  converted_arguments(source->getDirectCallee(), {source->getArgs(), source->getNumArgs()}, operands);
  Expr call = staged_call(source, named, definition, std::move(operands));
  if (reference) {
    name_staged_variant(reference, call);
    call.in_macro = call.in_macro || !text_.is_plain(reference->getLocation());
  }
  out.push_back(std::move(call));
  return true;
}

}  // namespace agc::parse
