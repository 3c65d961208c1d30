#include "parse/queries/uses/found_position.h"

#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/SmallPtrSet.h>

#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/stale_places.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// Visits every use of a variable and records those that can be followed.
class FoundUses : public AstVisitor {
 public:
  explicit FoundUses(const clang::VarDecl* variable) : variable_(variable) {}

  bool are_followed() const {
    return llvm::all_of(all_, [&](const clang::DeclRefExpr* one) { return followed_.contains(one); });
  }

 protected:
  bool visit(clang::Decl* node) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    if (variable && variable->getType()->isReferenceType() && variable->getInit()) refuse(variable->getInit());
    return true;
  }
  bool visit(clang::Stmt* statement) override {
    if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(statement)) refuse(loop->getRangeInit());
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement)) {
      const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
      if (method && may_change_object(method)) refuse(member);
    }
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      if (reference->getDecl() == variable_) all_.insert(reference);
    } else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement)) {
      if (cast->getCastKind() == clang::CK_LValueToRValue) read(cast->getSubExpr());
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement)) {
      if (unary->isIncrementDecrementOp()) read(unary->getSubExpr());
      if (unary->getOpcode() == clang::UO_AddrOf) refuse(unary->getSubExpr());
    } else if (const auto* assigned = llvm::dyn_cast<clang::BinaryOperator>(statement);
               assigned && assigned->isAssignmentOp()) {
      read(assigned->getLHS());
    } else if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(statement)) {
      if (clang::BinaryOperator::isEqualityOp(rewritten->getOperator()))
        sides(rewritten->getDecomposedForm().LHS, rewritten->getDecomposedForm().RHS);
    } else if (const auto* difference = llvm::dyn_cast<clang::BinaryOperator>(statement)) {
      if (difference->isEqualityOp() || difference->getOpcode() == clang::BO_Sub)
        sides(difference->getLHS(), difference->getRHS());
    } else if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(statement)) {
      const auto kind = operation->getOperator();
      const bool asks = kind == clang::OO_Minus || kind == clang::OO_EqualEqual || kind == clang::OO_ExclaimEqual;
      if (kind == clang::OO_Arrow && !refused_.contains(operation)) follow(this->reference(operation->getArg(0)));
      if (asks && operation->getNumArgs() == 2) sides(operation->getArg(0), operation->getArg(1));
    } else if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(statement)) {
      erase(method);
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
      this->call(call);
    }
    return true;
  }

 private:
  const clang::DeclRefExpr* reference(const clang::Expr* source) const {
    const auto* result = llvm::dyn_cast<clang::DeclRefExpr>(as_written(source));
    return result && result->getDecl() == variable_ ? result : nullptr;
  }
  void follow(const clang::DeclRefExpr* use) {
    if (use) followed_.insert(use);
  }
  /// Refuses it->m that something refers to, or whose method may change the element: `->` leads to a copy, which lives
  /// as long as the full expression.
  void refuse(const clang::Expr* element) {
    for (const auto* member = llvm::dyn_cast<clang::MemberExpr>(element->IgnoreParenImpCasts()); member;
         member = llvm::dyn_cast<clang::MemberExpr>(member->getBase()->IgnoreParenImpCasts()))
      refused_.insert(member->getBase()->IgnoreParenImpCasts());
  }
  /// Accepts *it that is read or assigned.
  void read(const clang::Expr* value) {
    const clang::Expr* source = value->IgnoreParens();
    const auto* pointer = llvm::dyn_cast<clang::UnaryOperator>(source);
    const auto* iterator = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source);
    if (pointer && pointer->getOpcode() == clang::UO_Deref) follow(reference(pointer->getSubExpr()));
    if (iterator && iterator->getOperator() == clang::OO_Star && iterator->getNumArgs() == 1)
      follow(reference(iterator->getArg(0)));
  }
  static bool is_place(const clang::Expr* source) {
    const auto* other = llvm::dyn_cast<clang::DeclRefExpr>(as_written(source));
    const auto* variable = other ? llvm::dyn_cast<clang::VarDecl>(other->getDecl()) : nullptr;
    return container_of(source) || (variable && variable->getInit() && finding_call(variable->getInit()));
  }
  /// Accepts it - v.begin(), it != v.end() and first - second.
  void sides(const clang::Expr* left, const clang::Expr* right) {
    if (is_place(right)) follow(reference(left));
    if (is_place(left)) follow(reference(right));
  }
  /// Accepts v.erase(it). Only a list can erase at a position that the graph computes.
  void erase(const clang::CXXMemberCallExpr* call) {
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    if (!method || !method->getIdentifier() || method->getName() != "erase" || call->getNumArgs() != 1) return;
    const clang::Expr* place = as_written(call->getArg(0));
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(place); made && made->getNumArgs() == 1)
      place = made->getArg(0);
    if (list_type(call->getImplicitObjectArgument()->getType())) follow(reference(place));
  }
  /// Accepts std::distance(v.begin(), it), and arguments for constant references to numbers: std::max(*it, 2.0).
  void call(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee || !callee->getIdentifier() || !is_in_std(callee)) return;
    if (callee->getName() == "distance" && call->getNumArgs() == 2) return sides(call->getArg(0), call->getArg(1));
    for (unsigned k = 0; k < call->getNumArgs() && k < callee->getNumParams(); ++k) {
      const clang::QualType type = callee->getParamDecl(k)->getType().getNonReferenceType();
      if (type.isConstQualified() && type->isArithmeticType()) read(as_written(call->getArg(k)));
    }
  }

  const clang::VarDecl* variable_;
  llvm::SmallPtrSet<const clang::DeclRefExpr*, 8> all_, followed_;
  llvm::SmallPtrSet<const clang::Expr*, 8> refused_;
};

/// True for a position in a std::list that may be used after the list has changed.
bool is_in_linked_list(const clang::CallExpr* call, const clang::Stmt* body, const clang::VarDecl* position) {
  const clang::Expr* container = container_of(call->getArg(0));
  const auto* name = container ? llvm::dyn_cast<clang::DeclRefExpr>(as_written(container)) : nullptr;
  const auto* record = name ? name->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
  const bool linked = record && is_in_std(record) && record->getIdentifier() && record->getName() == "list";
  return linked && may_be_stale(body, position, name->getDecl());
}

}  // namespace

const clang::CallExpr* finding_call(const clang::Expr* iterator) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(as_written(iterator));
  return call && finds_element(call) ? call : nullptr;
}

const clang::CallExpr* finding_call(const clang::VarDecl* variable) {
  const clang::Expr* initialiser = variable->getInit();
  const clang::TypeSourceInfo* info = variable->getTypeSourceInfo();
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  if (!initialiser || !info || !function || !function->hasBody() || !variable->isLocalVarDecl()) return nullptr;
  if (!info->getTypeLoc().getUnqualifiedLoc().getAs<clang::AutoTypeLoc>()) return nullptr;
  const clang::CallExpr* call = finding_call(initialiser);
  if (!call) return nullptr;
  if (is_in_linked_list(call, function->getBody(), variable)) return nullptr;
  FoundUses uses(variable);
  uses.traverse(function->getBody());
  return uses.are_followed() ? call : nullptr;
}

}  // namespace agc::parse
