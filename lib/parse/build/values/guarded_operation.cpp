// Operations that are invalid in a branch that is traced but never taken: access to a missing element, and division by
// zero. Some of them are known to be harmless.
#include <iterator>

#include "parse/build/values/subscript_builder.h"
#include "parse/session/known_namespaces.h"

namespace agc::parse {

using model::Expr;

void SubscriptBuilder::note_loop(const clang::ForStmt* source) { loops_.add(source, session_.ast()); }

bool SubscriptBuilder::is_in_bounds(const clang::Expr* container, const clang::Expr* index) const {
  for (FunctionContext* at = &context_; at; at = at->parent()) {
    if (at->subscripts().loops_.is_in_bounds(container, index, session_.ast())) return true;
  }
  return false;
}

/// True if the number is a constant other than zero, or if the loops around it exclude zero.
bool SubscriptBuilder::is_known_not_zero(const clang::Expr* number) const {
  for (FunctionContext* at = &context_; at; at = at->parent()) {
    if (at->subscripts().loops_.is_not_zero(number, session_.ast())) return true;
  }
  return false;
}

bool SubscriptBuilder::may_divide_by_zero(const clang::BinaryOperator* source) const {
  const clang::Expr* by = source->getRHS();
  const auto operation = source->getOpcode();
  const bool divides = operation == clang::BO_Div || operation == clang::BO_Rem || operation == clang::BO_DivAssign ||
                       operation == clang::BO_RemAssign;
  return divides && by->getType()->isIntegerType() && !source->isTypeDependent() && !is_known_not_zero(by);
}

Expr SubscriptBuilder::divisor(const clang::Expr* source) {
  Expressions operands;
  collect_value(source, operands);
  Expr result = wrapped(Expr::Kind::Opaque, source, std::move(operands));
  result.may_be_zero = true;
  return result;
}

void SubscriptBuilder::guard_end(const clang::CallExpr* source, size_t first, Expressions& out) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(source);
  const clang::CXXMethodDecl* method = call ? call->getMethodDecl() : nullptr;
  const auto* named = call ? llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens()) : nullptr;
  if (!method || !method->getIdentifier() || !is_in_std(method) || !named || named->isArrow()) return;
  const llvm::StringRef name = method->getName();
  if (name != "front" && name != "back" && name != "pop_back") return;
  const clang::Expr* container = call->getImplicitObjectArgument();
  if (container->isTypeDependent() || extent_of(container)) return;
  Expressions operands(std::make_move_iterator(out.begin() + std::ptrdiff_t(first)),
                       std::make_move_iterator(out.end()));
  out.resize(first);
  Expr result = wrapped(Expr::Kind::Opaque, container, std::move(operands));
  result.may_be_empty = true;
  out.push_back(std::move(result));
}

}  // namespace agc::parse
