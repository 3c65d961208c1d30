#include "parse/queries/uses/list_names.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <array>

#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/list_places.h"

namespace agc::parse {

bool ListNames::is_list(const clang::VarDecl* variable) {
  const bool named = !variable->getType()->isReferenceType() || llvm::isa<clang::ParmVarDecl>(variable);
  return named && list_type(variable->getType());
}

bool ListNames::is_listed(const clang::FieldDecl* field) const {
  return list_type(field->getType()) && !field->getType()->isReferenceType() && scope_.may_hold(field);
}

const clang::ValueDecl* ListNames::decl_of(const clang::Expr* list) {
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(list)) return member->getMemberDecl();
  return llvm::cast<clang::DeclRefExpr>(list)->getDecl();
}

const clang::Expr* ListNames::list_named(const clang::Expr* source) const {
  if (!source) return nullptr;
  source = as_written(source);
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(source)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    return field && is_of_variable(member) && is_listed(field) ? member : nullptr;
  }
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(source);
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return variable && is_list(variable) ? name : nullptr;
}

const clang::Expr* ListNames::sequence_named(const clang::Expr* source) const {
  const clang::Expr* list = list_named(source);
  return list && !is_keyed(*list_type(list->getType())) ? list : nullptr;
}

const clang::Expr* ListNames::element_list(const clang::Expr* source, bool& whole) const {
  while (source) {
    source = as_written(source);
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(source);
    const auto* cell = llvm::dyn_cast<clang::ArraySubscriptExpr>(source);
    if (member || cell) {
      if (member && (member->isArrow() || !llvm::isa<clang::FieldDecl>(member->getMemberDecl()))) return nullptr;
      source = member ? member->getBase() : cell->getBase();
      whole = false;
      continue;
    }
    const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!callee) return nullptr;
    const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
    const bool subscript = callee->getOverloadedOperator() == clang::OO_Subscript;
    static constexpr std::array<std::string_view, 5> kParts{"front", "back", "top", "at", "get"};
    const bool part = subscript || callee->getOverloadedOperator() == clang::OO_Call ||
                      std::ranges::any_of(kParts, [&](std::string_view one) { return is_named(callee, one); });
    if (!part) return nullptr;
    source = method ? method->getImplicitObjectArgument() : call->getArg(0);
    if (const clang::Expr* list = list_named(source)) return list;
    whole = false;
  }
  return nullptr;
}

const clang::Expr* ListNames::exchanged_list(const clang::CallExpr* call, std::string_view name) const {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const bool exchanges = callee && is_in_std(callee) && is_named(callee, name) && call->getNumArgs() == 2 &&
                         !llvm::isa<clang::CXXMethodDecl>(callee);
  return exchanges ? sequence_named(call->getArg(0)) : nullptr;
}

const clang::Expr* ListNames::copied_list(const clang::Expr* value) const {
  const clang::Expr* source = as_written(value);
  for (;;) {
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(source);
    const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor())
      source = as_written(made->getArg(0));
    else if (callee && call->getNumArgs() == 1 && is_in_std(callee) && is_named(callee, "move"))
      source = as_written(call->getArg(0));
    else if (call && exchanged_list(call, "exchange"))
      return exchanged_list(call, "exchange");
    else
      return list_named(source);
  }
}

}  // namespace agc::parse
