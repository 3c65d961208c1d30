#include "parse/queries/types/held_function.h"

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/SmallPtrSet.h>

#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

class ChangeFinder : public AstVisitor {
 public:
  explicit ChangeFinder(const clang::VarDecl* variable) : variable_(variable) {}
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    if (const auto* conversion = llvm::dyn_cast<clang::ImplicitCastExpr>(node)) {  // reads
      read_.insert(conversion->getSubExpr()->IgnoreParens());
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node); call && call->isTypeDependent()) {
      read_.insert(call->getCallee()->IgnoreParens());
    } else if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(node)) {  // its body is described separately
      for (const clang::Expr* capture : lambda->capture_inits()) {
        if (capture) read_.insert(capture->IgnoreParens());
      }
    } else if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(node)) {
      found = found || (name->getDecl() == variable_ && !read_.contains(name));
    }
    return !found;
  }

  const clang::VarDecl* const variable_;
  llvm::SmallPtrSet<const clang::Expr*, 16> read_;
};

/// Looks for a call of a lambda that takes the variable by reference, and so may assign to it.
class ReferenceArgumentFinder : public AstVisitor {
 public:
  explicit ReferenceArgumentFinder(const clang::VarDecl* variable) : variable_(variable) {}
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node);
    const auto* method = call ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
    if (!method || !method->getParent()->isLambda()) return !found;
    for (unsigned k = 0; k < method->getNumParams() && k + 1 < call->getNumArgs(); ++k) {
      const clang::QualType type = method->getParamDecl(k)->getType();
      const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(call->getArg(k + 1)->IgnoreParens());
      const bool may_change = type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
      found = found || (may_change && name && name->getDecl() == variable_);
    }
    return !found;
  }

  const clang::VarDecl* const variable_;
};

bool is_reference_argument_of_lambda(const clang::VarDecl* variable) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  if (!function || !function->getBody()) return false;
  ReferenceArgumentFinder finder(variable);
  finder.traverse(function->getBody());
  return finder.found;
}

}  // namespace

bool holds_one_function(const clang::VarDecl* variable) {
  // A variable of type `auto` has the type of the lambda, which cannot be assigned.
  if (variable->getType().isConstQualified() || variable->getType()->getContainedDeducedType()) return true;
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  if (!function || !function->getBody()) return false;
  ChangeFinder changes(variable);
  changes.traverse(function->getBody());
  return !changes.found;
}

bool chooses_functions(const clang::VarDecl* variable) {
  if (llvm::isa<clang::ParmVarDecl>(variable) || !variable->isLocalVarDecl() || variable->isStaticLocal()) return false;
  if (variable->getType()->isReferenceType() || !function_of_values(variable->getType())) return false;
  if (is_reference_argument_of_lambda(variable)) return false;
  const clang::Expr* first = variable->getInit();
  return !(first && llvm::isa<clang::LambdaExpr>(as_written(first)) && holds_one_function(variable));
}

}  // namespace agc::parse
