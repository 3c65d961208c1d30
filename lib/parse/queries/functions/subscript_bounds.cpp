// Interval analysis of loop variables, and of sums and differences of them. Other steps and bounds have no interval.
#include "parse/queries/functions/subscript_bounds.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

constexpr int64_t kLarge = int64_t{1} << 40;  // above it, sums of bounds are not used

std::optional<int64_t> constant_integer(const clang::Expr* source, const clang::ASTContext& ast) {
  clang::Expr::EvalResult result;
  if (source->isValueDependent() || !source->getType()->isIntegralOrEnumerationType()) return std::nullopt;
  if (!source->EvaluateAsInt(result, ast, clang::Expr::SE_NoSideEffects)) return std::nullopt;
  const std::optional<int64_t> value = result.Val.getInt().tryExtValue();
  return value && std::abs(*value) < kLarge ? value : std::nullopt;
}

const clang::ValueDecl* named_variable_or_member(const clang::Expr* source) {
  source = source->IgnoreParenImpCasts();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source)) return reference->getDecl();
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(source);
  return member && llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) ? member->getMemberDecl()
                                                                                           : nullptr;
}

/// Returns the container v of v.size(), std::size(v) and int(v.size()).
const clang::ValueDecl* sized_by(const clang::Expr* source) {
  source = source->IgnoreParenCasts();
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getIdentifier() || !is_in_std(callee)) return nullptr;
  if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call))
    return callee->getName() == "size" ? named_variable_or_member(method->getImplicitObjectArgument()) : nullptr;
  const bool size = callee->getName() == "size" || callee->getName() == "ssize";
  return size && call->getNumArgs() == 1 ? named_variable_or_member(call->getArg(0)) : nullptr;
}

/// Checks that a variable is only read.
class OnlyReads : public AstVisitor {
 public:
  explicit OnlyReads(const clang::ValueDecl* variable) : variable_(variable) {}
  bool hold() const { return uses_ == reads_; }

 private:
  bool visit(clang::Stmt* node) override {
    const auto names = [&](const clang::Expr* one) {
      const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(one->IgnoreParens());
      return reference && reference->getDecl() == variable_;
    };
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node)) uses_ += names(reference);
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(node);
    if (cast && cast->getCastKind() == clang::CK_LValueToRValue) reads_ += names(cast->getSubExpr());
    return true;
  }

  const clang::ValueDecl* variable_;
  int uses_ = 0, reads_ = 0;
};

/// Returns the sign of the step of a loop for its variable; 0 for other steps.
int direction(const clang::Expr* step, const clang::ValueDecl* variable, const clang::ASTContext& ast) {
  if (!step) return 0;
  step = step->IgnoreParenImpCasts();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(step);
      unary && unary->isIncrementDecrementOp() && named_variable_or_member(unary->getSubExpr()) == variable)
    return unary->isIncrementOp() ? 1 : -1;
  const auto* binary = llvm::dyn_cast<clang::CompoundAssignOperator>(step);
  if (!binary || named_variable_or_member(binary->getLHS()) != variable) return 0;
  const std::optional<int64_t> by = constant_integer(binary->getRHS(), ast);
  if (!by || *by <= 0) return 0;
  return binary->getOpcode() == clang::BO_AddAssign ? 1 : binary->getOpcode() == clang::BO_SubAssign ? -1 : 0;
}

}  // namespace

std::optional<int64_t> extent_of(const clang::Expr* container) {
  const clang::QualType type = container->IgnoreParenImpCasts()->getType().getNonReferenceType();
  if (const auto* array = llvm::dyn_cast_or_null<clang::ConstantArrayType>(type->getAsArrayTypeUnsafe()))
    return static_cast<int64_t>(array->getSize().getZExtValue());
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || !is_in_std(record) || record->getName() != "array" || record->getTemplateArgs().size() != 2)
    return std::nullopt;
  const clang::TemplateArgument& size = record->getTemplateArgs()[1];
  if (size.getKind() != clang::TemplateArgument::Integral) return std::nullopt;
  return size.getAsIntegral().tryExtValue();
}

void KnownLoops::add(const clang::ForStmt* loop, const clang::ASTContext& ast) {
  const auto* declared = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
  const auto* condition =
      loop->getCond() ? llvm::dyn_cast<clang::BinaryOperator>(loop->getCond()->IgnoreParenImpCasts()) : nullptr;
  if (!declared || !declared->isSingleDecl() || !condition) return;
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared->getSingleDecl());
  if (!variable || !variable->getInit() || !variable->getType()->isIntegerType()) return;
  if (named_variable_or_member(condition->getLHS()) != variable) return;
  const std::optional<int64_t> first = constant_integer(variable->getInit(), ast);
  const int steps = direction(loop->getInc(), variable, ast);
  OnlyReads body(variable);
  body.traverse(loop->getBody());
  if (!first || steps == 0 || !body.hold()) return;
  const std::optional<int64_t> limit = constant_integer(condition->getRHS(), ast);
  const auto operation = condition->getOpcode();
  if (steps > 0 && (operation == clang::BO_LT || operation == clang::BO_LE)) {
    if (limit) {
      bounds_[variable] = {*first, *limit - (operation == clang::BO_LT), nullptr};
    } else if (const clang::ValueDecl* sized = sized_by(condition->getRHS()); sized && operation == clang::BO_LT) {
      bounds_[variable] = {*first, 0, sized};
    }
  } else if (steps < 0 && limit && (operation == clang::BO_GT || operation == clang::BO_GE)) {
    bounds_[variable] = {*limit + (operation == clang::BO_GT), *first, nullptr};
  }
}

/// Computes the interval of a sum or difference of constants and loop variables.
bool KnownLoops::interval(const clang::Expr* index, const clang::ASTContext& ast, Interval& out) const {
  if (const std::optional<int64_t> value = constant_integer(index, ast)) {
    out = {*value, *value};
    return true;
  }
  index = index->IgnoreParenImpCasts();
  if (const clang::ValueDecl* variable = named_variable_or_member(index)) {
    const auto known = bounds_.find(variable);
    if (known == bounds_.end() || known->second.below_size_of) return false;
    out = {known->second.low, known->second.high};
    return true;
  }
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(index);
  if (!binary || !binary->isAdditiveOp()) return false;
  Interval left{}, right{};
  if (!interval(binary->getLHS(), ast, left) || !interval(binary->getRHS(), ast, right)) return false;
  const bool sum = binary->getOpcode() == clang::BO_Add;
  out = sum ? Interval{left.low + right.low, left.high + right.high}
            : Interval{left.low - right.high, left.high - right.low};
  return std::max(std::abs(out.low), std::abs(out.high)) < kLarge;
}

bool KnownLoops::is_in_bounds(const clang::Expr* container, const clang::Expr* index,
                              const clang::ASTContext& ast) const {
  const std::optional<int64_t> extent = extent_of(container);
  Interval found{};
  if (extent && interval(index, ast, found)) return found.low >= 0 && found.high < *extent;
  const clang::ValueDecl* variable = named_variable_or_member(index->IgnoreParenImpCasts());
  const auto known = variable ? bounds_.find(variable) : bounds_.end();
  return known != bounds_.end() && known->second.below_size_of && known->second.low >= 0 &&
         known->second.below_size_of == named_variable_or_member(container);
}

bool KnownLoops::is_not_zero(const clang::Expr* number, const clang::ASTContext& ast) const {
  Interval found{};
  return interval(number, ast, found) && (found.low > 0 || found.high < 0);
}

}  // namespace agc::parse
