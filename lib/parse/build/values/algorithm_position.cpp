// Algorithms of the standard library that return a position. The code uses its element, its index, or its existence.
#include "parse/build/values/algorithm_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/uses/found_position.h"
#include "parse/queries/uses/iterated.h"
#include "parse/session/known_namespaces.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

bool AlgorithmBuilder::declare_found_position(const clang::VarDecl* variable, Expressions& out) {
  const clang::CallExpr* call = finding_call(variable);
  Expressions values;
  if (!call || !collect_algorithm(call, /*finds=*/true, values)) return false;
  if (values.back().kind != Kind::StandardCall) return false;  // repeats the check
  Expr reference;
  reference.kind = Kind::Reference;
  reference.range = text_.token(variable->getLocation());
  reference.place = reference.range.begin;
  reference.variable = context_.variables().add_variable(variable, variable->getType());
  reference.access = Access::Declare;
  reference.initialised = true;
  reference.operands = std::move(values);
  model::Variable& found = function_.variable(reference.variable);
  found.has_numbers = found.promotion.possible = found.promotion.deduced = true;
  found_positions_.insert(variable);
  out.push_back(std::move(reference));
  return true;
}

bool AlgorithmBuilder::is_found_position(const clang::Expr* iterator) const {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(as_written(iterator));
  FunctionContext* at = &context_;
  while (named && at && !at->algorithms().found_positions_.contains(named->getDecl())) at = at->parent();
  return named && at;
}

bool AlgorithmBuilder::collect_found_element(const clang::Expr* iterator, Use use, Expressions& out) {
  const bool writes = use.access != Access::Read;
  if (is_found_position(iterator)) {
    const auto* named = llvm::cast<clang::DeclRefExpr>(as_written(iterator));
    const auto* call = finding_call(llvm::cast<clang::VarDecl>(named->getDecl())->getInit());
    if (writes) collect_iterator(call->getArg(0), Access::Update, out);
    collect(iterator, {}, out);
    return true;
  }
  const clang::CallExpr* call = finding_call(iterator);
  const bool is_there = call && is_always_found(call);
  if (!is_there) return false;
  if (writes) collect_iterator(call->getArg(0), Access::Update, out);
  return collect_algorithm(call, /*finds=*/true, out);
}

bool AlgorithmBuilder::collect_found_member(const clang::MemberExpr* source, Expressions& out) {
  const auto* element = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source->getBase()->IgnoreParenImpCasts());
  if (!element || element->getOperator() != clang::OO_Arrow || !is_found_position(element->getArg(0))) return false;
  Expressions operands;
  if (!collect_found_element(element->getArg(0), {Access::Update, model::Sink::Host}, operands)) return false;
  out.push_back(wrapped(Kind::Opaque, source, std::move(operands)));
  return true;
}

bool AlgorithmBuilder::collect_found_position(const clang::Stmt* statement, Expressions& out) {
  const auto* source = llvm::dyn_cast<clang::Expr>(statement);
  if (!source) return false;
  const clang::Expr *left = nullptr, *right = nullptr;
  const clang::CallExpr* distance = nullptr;
  if (const auto* x = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(source)) {
    left = x->getDecomposedForm().LHS;
    right = x->getDecomposedForm().RHS;
    if (x->getOperator() != clang::BO_NE && x->getOperator() != clang::BO_EQ) return false;
  } else if (const auto* x = llvm::dyn_cast<clang::BinaryOperator>(source)) {
    left = x->getLHS();
    right = x->getRHS();
    if (!x->isEqualityOp() && x->getOpcode() != clang::BO_Sub) return false;
  } else if (const auto* x = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source); x && x->getNumArgs() == 2) {
    left = x->getArg(0);
    right = x->getArg(1);
    const auto kind = x->getOperator();
    if (kind != clang::OO_EqualEqual && kind != clang::OO_ExclaimEqual && kind != clang::OO_Minus) return false;
  } else if (const auto* x = llvm::dyn_cast<clang::CallExpr>(source); x && x->getNumArgs() == 2) {
    const clang::FunctionDecl* callee = x->getDirectCallee();
    if (!callee || !callee->getIdentifier() || !is_in_std(callee) || callee->getName() != "distance") return false;
    left = x->getArg(0);
    right = x->getArg(1);
    distance = x;
  }
  if (!left || !right) return false;
  if (!finding_call(left) && !is_found_position(left)) std::swap(left, right);
  const bool is_variable = is_found_position(left);
  const clang::CallExpr* call = is_variable ? nullptr : finding_call(left);
  const bool between = is_found_position(right);
  if ((!call && !is_variable) || (!container_of(right) && !between)) return false;
  Expressions operands;
  if (is_variable)
    collect(left, {}, operands);
  else if (!collect_algorithm(call, /*finds=*/true, operands))
    return false;
  const bool followed = is_variable || operands.back().kind == Kind::StandardCall;
  if (between) {
    collect(right, {}, operands);
  } else {
    Expressions end;
    collect_iterator(right, Access::Read, end);
    choose_row(container_of(right), end);
    operands.insert(operands.end(), end.begin(), end.end());
  }
  Expr result = wrapped(Kind::Opaque, source, std::move(operands));
  const auto* name =
      distance ? llvm::dyn_cast<clang::DeclRefExpr>(distance->getCallee()->IgnoreParenImpCasts()) : nullptr;
  if (name && followed) {
    result.kind = Kind::StandardCall;
    result.name = "distance";
    result.head = {text_.offset(name->getBeginLoc()), text_.token(name->getLocation()).end};
    result.in_macro = result.in_macro || !text_.is_plain(name->getLocation());
  }
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
