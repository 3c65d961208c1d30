#include "parse/build/variables/alias_builder.h"

#include <clang/AST/ASTContext.h>

#include "model/visit.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/variables/member_builder.h"
#include "parse/build/variables/reference_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/escaping_references.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

Alias& AliasBuilder::remember_alias(const clang::ValueDecl* declaration, const clang::Expr* initialiser) {
  Alias alias;
  if (const clang::ValueDecl* target = initialiser ? root_of(initialiser, alias.whole) : nullptr) {
    const Expr reference = context_.references().reference_to(target);
    alias.named = target;
    alias.target = reference.variable;
    alias.whole = alias.whole && reference.access == Access::Write;
  } else if (initialiser) {
    alias.whole = true;
    alias.target = context_.references().root_member(initialiser, alias.whole);
  }
  aliases_[declaration] = alias;
  const bool names_it = alias.whole && alias.target != model::kNoVariable && declaration->getType()->isReferenceType();
  if (names_it && !declaration->getType().getNonReferenceType().isConstQualified())
    function_.variable(alias.target).names.push_back(context_.declared_names().name_of(declaration));
  return aliases_[declaration];
}

const Alias* AliasBuilder::find(const clang::ValueDecl* declaration) const {
  const auto known = aliases_.find(declaration);
  return known == aliases_.end() ? nullptr : &known->second;
}

bool AliasBuilder::collect_same_element(const clang::Stmt* statement, Expressions& out) {
  const auto* comparison = llvm::dyn_cast<clang::BinaryOperator>(statement);
  if (!comparison || !comparison->isEqualityOp()) return false;
  const auto element = [](const clang::Expr* side) -> const clang::DeclRefExpr* {
    const auto* address = llvm::dyn_cast<clang::UnaryOperator>(as_written(side));
    if (!address || address->getOpcode() != clang::UO_AddrOf) return nullptr;
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(as_written(address->getSubExpr()));
    const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
    const bool refers = variable && variable->isCXXForRangeDecl() && variable->getType()->isReferenceType();
    return refers && named->getType()->isRecordType() && !is_tensor(named->getType()) ? named : nullptr;
  };
  const clang::DeclRefExpr *left = element(comparison->getLHS()), *right = element(comparison->getRHS());
  if (!left || !right || !session_.ast().hasSameUnqualifiedType(left->getType(), right->getType())) return false;
  Expressions operands;
  collect(left, {}, operands);
  collect(right, {}, operands);
  out.push_back(wrapped(Kind::HostCall, comparison, std::move(operands)));
  return true;
}

/// True for a lambda and for types that hold one: its effects on the variables around it are known from its body.
static bool holds_lambda(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return is_function_type(type) || (record && record->isLambda());
}

void AliasBuilder::collect_kept(const clang::ValueDecl* holder, clang::SourceRange range, Access access,
                                Expressions& out) {
  const model::VariableId known = context_.variables().find(holder);
  if (known != model::kNoVariable && function_.variable(known).copied) return;  // read where it is copied
  const clang::QualType type = holder->getType();
  const bool refers = reach(type) == Reach::Writes;
  const bool writes = access != Access::Read && refers && !is_position(type) && !holds_lambda(type);
  bool changes_itself = false;
  for (const KeptReference& one : context_.kept().reached_from(holder)) {
    // A function made elsewhere may change anything to which it has a reference.
    const bool calls =
        refers && holds_lambda(type) && !one.captured && (one.part.isNull() || !one.part.isConstQualified());
    refer_to_kept(one, range, writes || calls ? Access::Update : Access::Read, out);
    changes_itself = changes_itself || one.changes_itself ||
                     (one.lambda && context_.lambdas().effects_of(one.lambda).changes_itself);
  }
  if (!changes_itself || known == model::kNoVariable) return;
  out.push_back(finding(Kind::Reference, range));
  out.back().variable = known;
  out.back().access = Access::Update;
  out.back().repeated = true;
}

void AliasBuilder::refer_to_kept(const KeptReference& kept, clang::SourceRange range, Access access, Expressions& out) {
  const Use use{access, model::Sink::Host};
  Expressions found;
  if (kept.member) {
    context_.members().collect_member(kept.member, use, found);
  } else if (kept.lambda) {
    found = context_.lambdas().effects_of(kept.lambda).called;
  } else if (kept.changes_itself) {
    return;
  } else if (const LocalLambda* lambda = context_.lambdas().held_by(kept.variable)) {
    found = lambda->called;
  } else if (context_.variables().contains(kept.variable) || find(kept.variable)) {
    const Expr whole = context_.references().reference_to(kept.variable);
    if (whole.variable != model::kNoVariable) {
      found.push_back(whole);
      found.back().access = access;
    }
  } else {
    context_.lambdas().collect_captured(kept.variable, range, use, found);
  }
  for (Expr& one : found) {
    model::visit_expressions(one, [](Expr& inner) { inner.repeated = true; });
    one.range = one.outer_range = text_.range(range);
    one.place = one.range.begin;
    out.push_back(std::move(one));
  }
}

void AliasBuilder::collect_references_of(const clang::ValueDecl* holder, Expressions& out) {
  const Alias* alias = find(holder);
  const bool followed = alias && alias->target != model::kNoVariable;
  if (followed || holds_lambda(holder->getType())) return;
  for (const KeptReference& one : context_.kept().given_to(holder)) {
    const bool function = one.lambda || (one.variable && holds_lambda(one.variable->getType()));
    if (function || one.captured || is_tensor(one.part)) continue;  // captures may be symbolic
    Expressions found;
    refer_to_kept(one, one.place, Access::Read, found);
    keep(found, holder->getNameAsString(), out);
  }
}

/// Adds references that `keeper` holds: their numbers have to be known.
void AliasBuilder::keep(Expressions& found, const std::string& keeper, Expressions& out) {
  for (Expr& reference : found) {
    if (reference.kind != Kind::Reference) continue;
    if (function_.variable(reference.variable).has_numbers) {
      reference.takes_reference = true;
      reference.name = keeper;
      reference.remedy = model::Remedy::NameVariable;
    }
    out.push_back(std::move(reference));
  }
}

void AliasBuilder::collect_lent(const clang::FunctionDecl* callee, const clang::Expr* argument, Expressions& out) {
  const clang::QualType type = argument->getType();
  if (!callee || is_in_ag(callee) || callee->isOverloadedOperator() || looks_only(callee) || holds_lambda(type) ||
      reach(type) != Reach::Writes)
    return;
  for (const KeptReference& one : references_in(argument)) {
    Expressions found;
    if (one.variable) {
      for (const KeptReference& further : context_.kept().reached_from(one.variable))
        refer_to_kept(further, argument->getSourceRange(), Access::Update, found);
    }
    if (!is_in_std(callee) && !one.captured) refer_to_kept(one, argument->getSourceRange(), Access::Update, found);
    if (one.lambda || (one.variable && holds_lambda(one.variable->getType()))) {
      out.insert(out.end(), found.begin(), found.end());
    } else {
      keep(found, callee->getNameAsString(), out);
    }
  }
}

}  // namespace agc::parse
