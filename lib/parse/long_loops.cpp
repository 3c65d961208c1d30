#include "parse/long_loops.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace agc::parse {
namespace {

constexpr double kMany = 256;  // iterations

/// The value of a constant expression over numbers.
std::optional<double> constant(const clang::Expr* expression, const clang::ASTContext& ast) {
  if (!expression || expression->isValueDependent() || !expression->getType()->isArithmeticType()) return {};
  clang::Expr::EvalResult found;
  if (!expression->EvaluateAsRValue(found, ast) || found.HasSideEffects) return {};
  if (found.Val.isInt())
    return found.Val.getInt().extOrTrunc(64).isUnsigned() ? static_cast<double>(found.Val.getInt().getLimitedValue())
                                                          : static_cast<double>(found.Val.getInt().getSExtValue());
  if (found.Val.isFloat()) return found.Val.getFloat().convertToDouble();
  return {};
}

/// The variable that an expression names.
const clang::VarDecl* variable_of(const clang::Expr* expression) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() && variable->getType()->isArithmeticType() ? variable : nullptr;
}

/// By how much the step of a loop changes a variable; 1 where it says nothing of it.
double change_of(const clang::Expr* step, const clang::VarDecl* variable, const clang::ASTContext& ast) {
  if (!step) return 1;
  step = step->IgnoreParenImpCasts();
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(step)) {
    if (binary->isCommaOp())
      return std::max(change_of(binary->getLHS(), variable, ast), change_of(binary->getRHS(), variable, ast));
    const bool adds = binary->getOpcode() == clang::BO_AddAssign || binary->getOpcode() == clang::BO_SubAssign;
    if (variable_of(binary->getLHS()) != variable || !binary->isAssignmentOp()) return 1;
    const std::optional<double> by = adds ? constant(binary->getRHS(), ast) : std::nullopt;
    return by ? std::abs(*by) : HUGE_VAL;  // as k *= 2, which gets there soon
  }
  return 1;
}

/// How often a condition holds, as far as constants say; nothing where they do not.
std::optional<double> trips(const clang::Expr* condition, const clang::Expr* step, const clang::ASTContext& ast) {
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!binary) return {};
  if (binary->getOpcode() == clang::BO_LAnd) {
    const std::optional<double> left = trips(binary->getLHS(), step, ast), right = trips(binary->getRHS(), step, ast);
    return left && right ? std::min(*left, *right) : left ? left : right;
  }
  if (!binary->isRelationalOp() && binary->getOpcode() != clang::BO_NE) return {};
  const clang::VarDecl* variable = variable_of(binary->getLHS());
  const clang::Expr* other = binary->getRHS();
  if (!variable || constant(binary->getLHS(), ast)) {
    variable = variable_of(binary->getRHS());
    other = binary->getLHS();
  }
  const std::optional<double> bound = constant(other, ast);
  if (!variable || !bound) return {};
  const std::optional<double> start = constant(variable->getInit(), ast);
  const double change = change_of(step, variable, ast);
  if (!start && *bound == 0) return {};  // down to 0, from where nobody knows
  return change == 0 ? HUGE_VAL : std::abs(*bound - start.value_or(0)) / change;
}

}  // namespace

bool runs_long(const clang::Stmt* loop, const clang::ASTContext& ast) {
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
