#include "parse/queries/uses/long_loops.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "parse/queries/types/type_class.h"

namespace agc::parse {
namespace {

constexpr double kMany = 128;  // iterations

/// Returns the value of a constant numeric expression.
std::optional<double> constant_number(const clang::Expr* expression, const clang::ASTContext& ast) {
  if (!expression || expression->isValueDependent() || !expression->getType()->isArithmeticType()) return {};
  clang::Expr::EvalResult found;
  if (!expression->EvaluateAsRValue(found, ast) || found.HasSideEffects) return {};
  if (found.Val.isInt())
    return found.Val.getInt().extOrTrunc(64).isUnsigned() ? static_cast<double>(found.Val.getInt().getLimitedValue())
                                                          : static_cast<double>(found.Val.getInt().getSExtValue());
  if (found.Val.isFloat()) return found.Val.getFloat().convertToDouble();
  return {};
}

/// Returns the variable that an expression names.
const clang::VarDecl* named_local_number(const clang::Expr* expression) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() && variable->getType()->isArithmeticType() ? variable : nullptr;
}

/// Returns the counter on one side of a condition, which may include its increment or decrement, as in `k-- > 0`.
const clang::VarDecl* counted(const clang::Expr* side) {
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(side->IgnoreParenImpCasts());
  return named_local_number(unary && unary->isIncrementDecrementOp() ? unary->getSubExpr() : side);
}

/// Returns the absolute change of a variable in the step of a loop; 1 if the step does not mention it.
double change_of(const clang::Expr* step, const clang::VarDecl* variable, const clang::ASTContext& ast) {
  if (!step) return 1;
  step = step->IgnoreParenImpCasts();
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(step)) {
    if (binary->isCommaOp())
      return std::max(change_of(binary->getLHS(), variable, ast), change_of(binary->getRHS(), variable, ast));
    const bool adds = binary->getOpcode() == clang::BO_AddAssign || binary->getOpcode() == clang::BO_SubAssign;
    if (named_local_number(binary->getLHS()) != variable || !binary->isAssignmentOp()) return 1;
    const std::optional<double> by = adds ? constant_number(binary->getRHS(), ast) : std::nullopt;
    return by ? std::abs(*by) : HUGE_VAL;  // as in k *= 2, which reaches its bound soon
  }
  return 1;
}

/// True if the step of a loop changes a variable.
bool changes(const clang::Expr* step, const clang::VarDecl* variable) {
  if (!step) return false;
  step = step->IgnoreParenImpCasts();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(step))
    return unary->isIncrementDecrementOp() && named_local_number(unary->getSubExpr()) == variable;
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(step);
  if (!binary) return false;
  if (binary->isCommaOp()) return changes(binary->getLHS(), variable) || changes(binary->getRHS(), variable);
  return binary->isAssignmentOp() && named_local_number(binary->getLHS()) == variable;
}

/// Returns the trip count of a condition, as far as constants determine it.
std::optional<double> trips(const clang::Expr* condition, const clang::Expr* step, const clang::ASTContext& ast) {
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!binary) return {};
  if (binary->getOpcode() == clang::BO_LAnd) {
    const std::optional<double> left = trips(binary->getLHS(), step, ast), right = trips(binary->getRHS(), step, ast);
    return left && right ? std::min(*left, *right) : left ? left : right;
  }
  if (!binary->isRelationalOp() && binary->getOpcode() != clang::BO_NE) return {};
  const clang::VarDecl* variable = counted(binary->getLHS());
  const clang::Expr* other = binary->getRHS();
  if (!variable || constant_number(binary->getLHS(), ast)) {
    variable = counted(binary->getRHS());
    other = binary->getLHS();
  }
  if (!variable) return {};
  double change = change_of(step, variable, ast);
  std::optional<double> bound = constant_number(other, ast);
  if (const clang::VarDecl* last = bound ? nullptr : named_local_number(other)) {
    bound = constant_number(last->getInit(), ast);
    if (changes(step, last)) change += change_of(step, last, ast);
  }
  if (!bound) return {};
  const std::optional<double> start = constant_number(variable->getInit(), ast);
  if (!start && *bound == 0) return {};  // counts down to 0 from an unknown start
  return change == 0 ? HUGE_VAL : std::abs(*bound - start.value_or(0)) / change;
}

/// Returns the number of elements of ag::range, as far as constants determine it.
std::optional<double> trips_of_range(const clang::Expr* range, const clang::ASTContext& ast) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(range->IgnoreUnlessSpelledInSource());
  if (!call || !is_ag_class(range->getType(), "HostRange")) return {};
  std::vector<double> bounds;
  for (const clang::Expr* argument : call->arguments()) {
    if (argument->isDefaultArgument()) break;
    const std::optional<double> bound = constant_number(argument, ast);
    if (!bound) return {};
    bounds.push_back(*bound);
  }
  if (bounds.empty()) return {};
  const double start = bounds.size() > 1 ? bounds[0] : 0, stop = bounds.size() > 1 ? bounds[1] : bounds[0];
  return (stop - start) / (bounds.size() > 2 ? bounds[2] : 1);
}

}  // namespace

bool runs_long(const clang::Stmt* loop, const clang::ASTContext& ast) {
  if (const auto* ranged = llvm::dyn_cast<clang::CXXForRangeStmt>(loop))
    return trips_of_range(ranged->getRangeInit(), ast).value_or(0) > kMany;
  const clang::Expr* condition = nullptr;
  const clang::Expr* step = nullptr;
  if (const auto* counted = llvm::dyn_cast<clang::ForStmt>(loop)) {
    condition = counted->getCond();
    step = counted->getInc();
  } else if (const auto* tested = llvm::dyn_cast<clang::WhileStmt>(loop)) {
    condition = tested->getCond();
  }
  return condition && trips(condition, step, ast).value_or(0) > kMany;
}

}  // namespace agc::parse
