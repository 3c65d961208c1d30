// References to parts of other variables, and variables that keep references to others.
#include <clang/AST/ASTContext.h>

#include "model/visit.h"
#include "parse/build/function_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/escaping_references.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

void FunctionBuilder::remember_alias(const clang::ValueDecl* declaration, const clang::Expr* initialiser) {
  Alias alias;
  if (const clang::ValueDecl* target = initialiser ? root(initialiser, alias.whole) : nullptr) {
    const Expr reference = reference_to(target);
    alias.named = target;
    alias.target = reference.variable;
    alias.whole = alias.whole && reference.access == Access::Write;
  } else if (initialiser) {
    alias.whole = true;
    alias.target = root_member(initialiser, alias.whole);
  }
  aliases_[declaration] = alias;
  const bool names_it = alias.whole && alias.target != model::kNoVariable && declaration->getType()->isReferenceType();
  if (names_it && !declaration->getType().getNonReferenceType().isConstQualified())
    function_.variable(alias.target).names.push_back(declared_names().name_of(declaration));
}

/// Collects &a == &b of the variables of two loops over objects: both name the element itself, even if its numbers are
/// symbolic. (Elsewhere a copy with its own address may stand for an object.)
bool FunctionBuilder::collect_same_element(const clang::Stmt* statement, Expressions& out) {
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

const EscapingReferences& FunctionBuilder::kept() const {
  const FunctionBuilder* outermost = this;
  while (outermost->parent_) outermost = outermost->parent_;
  return *outermost->escaping_;
}

const DeclaredNames& FunctionBuilder::declared_names() const {
  const FunctionBuilder* outermost = this;
  while (outermost->parent_) outermost = outermost->parent_;
  return *outermost->names_;
}

/// Collects the effects of a read or a change of `holder` on the variables that it refers to. They have no text of
/// their own.
void FunctionBuilder::collect_kept(const clang::ValueDecl* holder, clang::SourceRange range, Access access,
                                   Expressions& out) {
  const auto known = variables_.find(holder);
  if (known != variables_.end() && function_.variable(known->second).copied) return;  // read where it is copied
  const clang::QualType type = holder->getType();
  const bool refers = reach(type) == Reach::Writes;
  const bool writes = access != Access::Read && refers && !is_position(type) && !holds_lambda(type);
  bool changes_itself = false;
  for (const KeptReference& one : kept().reached_from(holder)) {
    // A function made elsewhere may change anything to which it has a reference.
    const bool calls =
        refers && holds_lambda(type) && !one.captured && (one.part.isNull() || !one.part.isConstQualified());
    refer_to_kept(one, range, writes || calls ? Access::Update : Access::Read, out);
    changes_itself = changes_itself || one.changes_itself || (one.lambda && lambda_effects_[one.lambda].changes_itself);
  }
  if (!changes_itself || known == variables_.end()) return;
  out.push_back(finding(Kind::Reference, range));
  out.back().variable = known->second;
  out.back().access = Access::Update;
  out.back().repeated = true;
}

void FunctionBuilder::refer_to_kept(const KeptReference& kept, clang::SourceRange range, Access access,
                                    Expressions& out) {
  const Use use{access, model::Sink::Host};
  Expressions found;
  if (kept.member) {
    collect_member(kept.member, use, found);
  } else if (kept.lambda) {
    found = lambda_effects_[kept.lambda].called;
  } else if (kept.changes_itself) {
    return;
  } else if (closures_.count(kept.variable)) {
    found = closures_[kept.variable].called;
  } else if (variables_.count(kept.variable) || aliases_.count(kept.variable)) {
    const Expr whole = reference_to(kept.variable);
    if (whole.variable != model::kNoVariable) {
      found.push_back(whole);
      found.back().access = access;
    }
  } else {
    collect_captured(kept.variable, range, use, found);
  }
  for (Expr& one : found) {
    model::visit_expressions(one, [](Expr& inner) { inner.repeated = true; });
    one.range = one.outer_range = text_.range(range);
    one.place = one.range.begin;
    out.push_back(std::move(one));
  }
}

/// Requires that the variables to which `holder` refers keep their types: a reference to a host number cannot refer to
/// a symbolic one.
void FunctionBuilder::collect_references_of(const clang::ValueDecl* holder, Expressions& out) {
  const auto alias = aliases_.find(holder);
  const bool followed = alias != aliases_.end() && alias->second.target != model::kNoVariable;
  if (followed || holds_lambda(holder->getType())) return;
  for (const KeptReference& one : kept().given_to(holder)) {
    const bool function = one.lambda || (one.variable && holds_lambda(one.variable->getType()));
    if (function || one.captured || is_tensor(one.part)) continue;  // captures may be symbolic
    Expressions found;
    refer_to_kept(one, one.place, Access::Read, found);
    keep(found, holder->getNameAsString(), out);
  }
}

/// Adds references that `keeper` holds: their numbers have to be known.
void FunctionBuilder::keep(Expressions& found, const std::string& keeper, Expressions& out) {
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

/// Adds changes of variables to which an argument refers, such as a span or an iterator: the callee may change them.
void FunctionBuilder::collect_lent(const clang::FunctionDecl* callee, const clang::Expr* argument, Expressions& out) {
  const clang::QualType type = argument->getType();
  if (!callee || is_in_ag(callee) || callee->isOverloadedOperator() || looks_only(callee) || holds_lambda(type) ||
      reach(type) != Reach::Writes)
    return;
  for (const KeptReference& one : references_in(argument)) {
    Expressions found;
    if (one.variable) {
      for (const KeptReference& further : kept().reached_from(one.variable))
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
