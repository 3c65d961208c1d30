// Finds the variable, or the member of a method's object, that an expression names or names a part of.
#include <utility>

#include "parse/build/function_builder.h"
#include "parse/queries/functions/accessor.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/subscript.h"

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

const clang::ValueDecl* FunctionBuilder::root(const clang::Expr* source, bool& whole) const {
  while (source) {
    source = source->IgnoreParenImpCasts();
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source)) return reference->getDecl();
    source = named_whole(source);
    whole = false;
  }
  return nullptr;
}

/// Returns the member of this method's object that the expression names, or names a part of.
model::VariableId FunctionBuilder::root_member(const clang::Expr* source, bool& whole) {
  if (keeps_object()) return model::kNoVariable;
  while (source) {
    source = source->IgnoreParenImpCasts();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(source)) {
      if (const model::VariableId path = member_path(member); path != model::kNoVariable) return path;
    }
    whole = false;
    if (const model::VariableId given = given_member(source); given != model::kNoVariable) return given;
    source = named_whole(source);
  }
  return model::kNoVariable;
}

/// Returns the expression for an assignment to the declaration; for a part of a variable, an update. Has no variable if
/// the declaration is not tracked.
Expr FunctionBuilder::reference_to(const clang::ValueDecl* declaration) {
  Expressions found;
  const bool around = std::exchange(names_only_, true);
  if (!closures_.count(declaration)) collect_variable(declaration, {}, {Access::Write, Sink::Host}, found);
  names_only_ = around;
  const bool followed = !found.empty() && found.front().kind == Kind::Reference && !found.front().repeated;
  return followed ? std::move(found.front()) : Expr{};
}

}  // namespace agc::parse
