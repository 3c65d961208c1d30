#include "parse/queries/uses/conditional_lvalue.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "model/visit.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

bool is_of_library(const clang::FunctionDecl* callee) { return callee && (is_in_ag(callee) || is_in_std(callee)); }

/// True for a local variable that stores its value itself.
bool is_local_value(const clang::Expr* target) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts());
  const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
         !variable->getType()->isPointerType();
}

/// Finds code that may change a variable, and code that may keep a reference. Changes of local variables count only if
/// `of_locals` is set.
class VariableChange : public AstVisitor {
 public:
  explicit VariableChange(bool of_locals) : of_locals_(of_locals) {}
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(node)) {
      if (unary->isIncrementDecrementOp()) look(unary->getSubExpr());
      if (unary->getOpcode() == clang::UO_AddrOf) found = true;
    }
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(node); binary && binary->isAssignmentOp())
      look(binary->getLHS());
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) called(call);
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(node)) constructed(made);
    found = found || llvm::isa<clang::LambdaExpr, clang::CXXNewExpr>(node);
    return !found;
  }
  bool visit(clang::Decl* node) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    found = found || (variable && (variable->isStaticLocal() || variable->getType()->isReferenceType() ||
                                   variable->getType()->isPointerType()));
    return !found;
  }
  void constructed(const clang::CXXConstructExpr* made) {
    const clang::CXXConstructorDecl* constructor = made->getConstructor();
    found = found || (!is_of_library(constructor) && constructor->isUserProvided());
    for (unsigned k = 0; !found && k < made->getNumArgs(); ++k) {
      if (may_change_argument(constructor, k)) look(made->getArg(k));
    }
  }
  void called(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    found = found || !is_of_library(callee);
    const auto& [source, arguments, method, object] = MethodCall(call);
    if (method && object && may_change_object(method)) look(object);
    for (unsigned k = 0; !found && k < arguments.size(); ++k) {
      if (may_change_argument(callee, k)) look(arguments[k]);
    }
  }
  void look(const clang::Expr* target) { found = found || of_locals_ || !is_local_value(target); }

  bool of_locals_;
};

bool changes_something(const clang::Stmt* source, bool of_locals) {
  VariableChange change(of_locals);
  change.traverse(source);
  return change.found;
}

class Mention : public AstVisitor {
 public:
  explicit Mention(const clang::ValueDecl* of) : of_(of) {}
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node);
    found = found || (reference && reference->getDecl() == of_);
    return !found;
  }
  const clang::ValueDecl* of_;
};

/// True if the function reads the parameter before it changes anything visible to its caller. A value can then replace
/// the reference.
bool is_read_first(const clang::FunctionDecl* callee, unsigned index) {
  const clang::FunctionDecl* definition = nullptr;
  const clang::QualType type = callee->getParamDecl(index)->getType();
  if (!type->getPointeeType().isConstQualified() || !(is_tensor(type) || is_stageable_number(type)) ||
      !callee->hasBody(definition) || definition->getReturnType()->isReferenceType() ||
      llvm::isa<clang::CXXConstructorDecl>(definition))
    return false;
  const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(definition->getBody());
  if (!body) return false;
  bool changed = false;
  for (const clang::Stmt* statement : body->body()) {
    changed = changed || changes_something(statement, false);
    Mention mention(definition->getParamDecl(index));
    mention.traverse(statement);
    if (mention.found && changed) return false;
  }
  return true;
}

class ChoiceFinder : public AstVisitor {
 public:
  ConditionalLvalues found;

 private:
  bool visit(clang::Stmt* node) override {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      const bool of_object = llvm::isa<clang::CXXOperatorCallExpr>(call) && callee && callee->isCXXInstanceMember();
      look(callee, llvm::ArrayRef(call->getArgs(), call->getNumArgs()).drop_front(of_object ? 1 : 0), call);
    } else if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(node)) {
      look(construct->getConstructor(), llvm::ArrayRef(construct->getArgs(), construct->getNumArgs()), construct);
    }
    return true;
  }
  void look(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr* const> arguments,
            const clang::Expr* call) {
    for (unsigned k = 0; callee && k < arguments.size() && k < callee->getNumParams(); ++k) {
      const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(as_written(arguments[k]));
      if (!choice || !choice->isLValue() || !callee->getParamDecl(k)->getType()->isReferenceType()) continue;
      const auto is_calm = [&](const clang::Expr* one) { return one == arguments[k] || !changes_something(one, true); };
      if (is_read_first(callee, k) && std::ranges::all_of(arguments, is_calm)) continue;
      const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
      const bool of_user = method && method->isUserProvided() && !is_in_ag(method) && !is_in_std(method);
      found.emplace(choice, of_user
                                ? call->getSourceRange()
                                : clang::SourceRange(arguments.front()->getBeginLoc(), arguments.back()->getEndLoc()));
    }
  }
};

}  // namespace

ConditionalLvalues conditional_lvalues(const clang::Stmt* body) {
  ChoiceFinder finder;
  finder.traverse(body);
  return std::move(finder.found);
}

bool chooses_place(const clang::Expr* source) {
  const auto* chosen = llvm::dyn_cast<clang::ConditionalOperator>(as_written(source));
  return chosen && (chosen->isLValue() || chosen->isTypeDependent());
}

void note_bound(std::vector<model::Expr>& list) {
  for (model::Expr& one : list) model::visit_expressions(one, [](model::Expr& part) { part.bound = true; });
}

}  // namespace agc::parse
