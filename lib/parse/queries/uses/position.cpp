#include "parse/queries/uses/position.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <algorithm>

#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

const clang::FunctionDecl* standard_callee(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getIdentifier() && is_in_std(callee) ? callee : nullptr;
}

bool moves_by_one(const clang::CXXOperatorCallExpr* call) {
  return call->getOperator() == clang::OO_PlusPlus || call->getOperator() == clang::OO_MinusMinus;
}

/// Visits every use of a pointer or an iterator.
class PositionUses : public AstVisitor {
 public:
  PositionUses(const clang::VarDecl* variable, llvm::SmallPtrSet<const clang::VarDecl*, 4>& seen)
      : variable_(variable), seen_(seen) {}

  bool are_followed() const {
    return !captured_ && llvm::all_of(all_, [&](const clang::DeclRefExpr* one) { return followed_.contains(one); });
  }

 protected:
  bool visit(clang::Stmt* node) override {
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node)) {
      if (reference->getDecl() != variable_) return true;
      all_.insert(reference);
      captured_ = captured_ || reference->refersToEnclosingVariableOrCapture();
    } else if (const auto* expression = llvm::dyn_cast<clang::Expr>(node)) {
      use(expression);
    }
    return !captured_;
  }
  bool visit(clang::Decl* node) override {
    const auto* other = llvm::dyn_cast<clang::VarDecl>(node);
    if (!other || other == variable_ || !other->getInit() || !is_position_type(other->getType())) return true;
    for (const clang::Expr* value : values_of_choice(other->getInit()))
      if (position_variable(value) == variable_ && is_followed(other)) follow(value);
    return true;
  }

 private:
  bool is_followed(const clang::VarDecl* other);

  void use(const clang::Expr* source) {
    if (const clang::Expr* base = dereferenced(source)) return follow(base);
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(source)) {
      if (unary->isIncrementDecrementOp()) follow(unary->getSubExpr());
    } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(source)) {
      binary_operator(binary->getOpcode(), binary->getLHS(), binary->getRHS());
    } else if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(source)) {
      follow(rewritten->getDecomposedForm().LHS);
      follow(rewritten->getDecomposedForm().RHS);
    } else if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source)) {
      overloaded(operation);
    } else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(source)) {
      if (cast->getCastKind() == clang::CK_PointerToBoolean) follow(cast->getSubExpr());
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(source); call && !standard_callee(source)) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      const bool function = callee && !llvm::isa<clang::CXXMethodDecl>(callee);
      for (unsigned k = 0; function && k < std::min(call->getNumArgs(), callee->getNumParams()); ++k)
        if (is_output_pointer(callee->getParamDecl(k))) follow(call->getArg(k));
    } else if (const clang::FunctionDecl* callee = standard_callee(source)) {
      const auto* call = llvm::cast<clang::CallExpr>(source);
      if (callee->getName() == "distance")
        for (const clang::Expr* argument : call->arguments()) follow(argument);
      if (callee->getName() == "advance") follow(call->getArg(0));
    }
  }
  void binary_operator(clang::BinaryOperatorKind kind, const clang::Expr* left, const clang::Expr* right) {
    const bool assigns = kind == clang::BO_Assign;
    if (assigns && position_variable(right) && !is_followed(position_variable(right))) return;
    if (assigns && position_variable(left) && llvm::isa<clang::ConditionalOperator>(as_written(right))) {
      for (const clang::Expr* value : values_of_choice(right))
        if (position_variable(value) == variable_ && is_followed(position_variable(left))) follow(value);
    }
    if (assigns || kind == clang::BO_AddAssign || kind == clang::BO_SubAssign) follow(left);
    if (clang::BinaryOperator::isComparisonOp(kind) || kind == clang::BO_Sub || assigns) {
      follow(left);
      follow(right);
    }
  }
  void overloaded(const clang::CXXOperatorCallExpr* call) {
    if (call->getNumArgs() > 0 && moves_by_one(call)) return follow(call->getArg(0));
    if (call->getNumArgs() != 2) return;
    const auto kind = call->getOperator();
    if (kind == clang::OO_PlusEqual || kind == clang::OO_MinusEqual || kind == clang::OO_Equal ||
        kind == clang::OO_Minus || call->isComparisonOp()) {
      follow(call->getArg(0));
      follow(call->getArg(1));
    }
  }
  void follow(const clang::Expr* position) {
    if (position_variable(position) != variable_) return;
    followed_.insert(llvm::cast<clang::DeclRefExpr>(named(position)));
  }
  /// Returns the name inside of `p + 1`.
  static const clang::Expr* named(const clang::Expr* source);

  const clang::VarDecl* variable_;
  llvm::SmallPtrSet<const clang::VarDecl*, 4>& seen_;
  llvm::SmallPtrSet<const clang::DeclRefExpr*, 8> all_, followed_;
  bool captured_ = false;
};

/// Returns the operand of an operation that moves a position: p of p + 1, std::next(p), p++. Returns other expressions
/// unchanged.
const clang::Expr* moved(const clang::Expr* source) {
  const clang::Expr* written = as_written(source);
  if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(written);
      construct && construct->getNumArgs() == 1 && is_position_type(construct->getType()))
    return as_written(construct->getArg(0));
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(written))
    return unary->isIncrementDecrementOp() ? unary->getSubExpr() : written;
  if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(written))
    return sum->isAdditiveOp() && sum->getType()->isPointerType() && sum->getLHS()->getType()->isPointerType()
               ? sum->getLHS()
               : written;
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(written)) {
    const auto kind = call->getOperator();
    const bool sum = (kind == clang::OO_Plus || kind == clang::OO_Minus) && is_position_type(call->getType());
    return sum || moves_by_one(call) ? call->getArg(0) : written;
  }
  const clang::FunctionDecl* callee = standard_callee(written);
  const bool steps = callee && (callee->getName() == "next" || callee->getName() == "prev");
  return steps ? llvm::cast<clang::CallExpr>(written)->getArg(0) : written;
}

const clang::Expr* PositionUses::named(const clang::Expr* source) {
  for (;;) {
    const clang::Expr* inner = as_written(moved(source));
    if (inner == as_written(source)) return inner;
    source = inner;
  }
}

bool is_followed(const clang::VarDecl* variable, llvm::SmallPtrSet<const clang::VarDecl*, 4>& seen) {
  if (!seen.insert(variable).second) return true;
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  const bool has_value = variable->getInit() || variable->getType()->isPointerType();
  if (!variable->isLocalVarDecl() || variable->isStaticLocal() || !has_value || !function || !function->hasBody() ||
      !is_position_type(variable->getType()) || variable->getType().isVolatileQualified())
    return false;
  PositionUses uses(variable, seen);
  uses.traverse(function->getBody());
  return uses.are_followed();
}

bool PositionUses::is_followed(const clang::VarDecl* other) { return agc::parse::is_followed(other, seen_); }

using Parameters = llvm::SmallPtrSet<const clang::ParmVarDecl*, 4>;

bool is_output(const clang::ParmVarDecl* parameter, Parameters& seen);

/// Counts the uses of a parameter, and those that are followed: *p, p->m, and an argument for such a parameter.
class OutputUses : public AstVisitor {
 public:
  OutputUses(const clang::ParmVarDecl* parameter, Parameters& seen) : parameter_(parameter), seen_(seen) {}
  bool hold() const { return count_ > 0 && count_ == followed_; }

 private:
  bool is_named(const clang::Expr* source) const {
    const auto* named = source ? llvm::dyn_cast<clang::DeclRefExpr>(as_written(source)) : nullptr;
    return named && named->getDecl() == parameter_;
  }
  bool visit(clang::Stmt* node) override {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node);
    if (reference && reference->getDecl() == parameter_) ++count_;
    if (reference && reference->refersToEnclosingVariableOrCapture()) count_ = -1000;
    const auto* expression = llvm::dyn_cast<clang::Expr>(node);
    const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(node);
    if (expression && !subscript && is_named(dereferenced(expression)) && !changes_unseen(expression)) ++followed_;
    const auto* call = llvm::dyn_cast<clang::CallExpr>(node);
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || llvm::isa<clang::CXXMethodDecl>(callee)) return true;
    for (unsigned k = 0; k < std::min(call->getNumArgs(), callee->getNumParams()); ++k)
      followed_ += is_named(call->getArg(k)) && is_output(callee->getParamDecl(k), seen_);
    return true;
  }
  /// True for p->f() that may change the members of an object without a staged class.
  static bool changes_unseen(const clang::Expr* source) {
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(source);
    const auto* method = member ? llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl()) : nullptr;
    return method && may_change_object(method) && !is_in_ag(method) && !is_value_class(method->getParent());
  }
  const clang::ParmVarDecl* parameter_;
  Parameters& seen_;
  int count_ = 0, followed_ = 0;
};

bool is_output(const clang::ParmVarDecl* parameter, Parameters& seen) {
  const clang::QualType type = parameter->getType();
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext());
  if (!type->isPointerType() || !parameter->getIdentifier() || !function || llvm::isa<clang::CXXMethodDecl>(function) ||
      function->isTemplated() || function->getTemplateSpecializationKind() != clang::TSK_Undeclared)
    return false;
  const clang::QualType pointee = type->getPointeeType();
  const model::TypeClass kind = type_class(pointee);
  const bool tensors = kind == model::TypeClass::Tensor || kind == model::TypeClass::TensorStructure;
  const bool numbers = is_stageable_number(pointee) || is_structure_of_numbers(pointee);
  if (pointee.isConstQualified() || !(tensors || numbers)) return false;
  if (!numbers && annotation_of(function).kind == Annotation::Function) return false;
  const clang::FunctionDecl* definition = nullptr;
  if (!function->hasBody(definition)) return false;
  const clang::ParmVarDecl* defined = definition->getParamDecl(parameter->getFunctionScopeIndex());
  if (!seen.insert(defined).second) return true;
  OutputUses uses(defined, seen);
  uses.traverse(definition->getBody());
  return uses.hold();
}

}  // namespace

bool is_position_type(clang::QualType type) {
  type = type.getNonReferenceType();
  if (type->isDependentType()) return false;
  if (type->isPointerType()) return type->getPointeeType()->isObjectType();
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return false;
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(record->getDeclContext()->getEnclosingNamespaceContext());
  if (!is_in_std(record) && !(space && space->getName() == "__gnu_cxx")) return false;
  const clang::IdentifierInfo& name = record->getASTContext().Idents.get("iterator_category");
  return !record->lookup(&name).empty() || (space && space->getName() == "__gnu_cxx");
}

const clang::VarDecl* position_variable(const clang::Expr* source) {
  for (;;) {
    const clang::Expr* written = as_written(source);
    const clang::Expr* inner = as_written(moved(written));
    if (inner != written) {
      source = inner;
      continue;
    }
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(written);
    const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
    return variable && is_position_type(variable->getType()) ? variable : nullptr;
  }
}

const clang::Expr* dereferenced(const clang::Expr* source) {
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(source))
    return unary->getOpcode() == clang::UO_Deref ? unary->getSubExpr() : nullptr;
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(source)) {
    if (!member->isArrow()) return nullptr;
    const auto* arrow = llvm::dyn_cast<clang::CXXOperatorCallExpr>(member->getBase()->IgnoreParenImpCasts());
    return arrow ? arrow->getArg(0) : member->getBase();
  }
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(source)) return element->getBase();
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source);
  if (!call || !is_position_type(call->getArg(0)->getType())) return nullptr;
  const bool leads = call->getOperator() == clang::OO_Star || call->getOperator() == clang::OO_Subscript ||
                     call->getOperator() == clang::OO_Arrow;
  return leads ? call->getArg(0) : nullptr;
}

llvm::SmallVector<const clang::Expr*, 2> values_of_choice(const clang::Expr* source) {
  const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(as_written(source));
  if (!choice) return {source};
  auto result = values_of_choice(choice->getTrueExpr());
  result.append(values_of_choice(choice->getFalseExpr()));
  return result;
}

bool is_followed_position(const clang::VarDecl* variable) {
  llvm::SmallPtrSet<const clang::VarDecl*, 4> seen;
  return is_followed(variable, seen);
}

bool is_output_pointer(const clang::ParmVarDecl* parameter) {
  Parameters seen;
  return is_output(parameter, seen);
}

}  // namespace agc::parse
