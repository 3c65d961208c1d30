#include "parse/queries/functions/recursion.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "parse/queries/functions/accessor.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/dynamic_class.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/outside.h"
#include "parse/queries/uses/outside_use.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// Looks for f(f, …) of a parameter f.
class SelfCall : public AstVisitor {
 public:
  explicit SelfCall(const clang::ParmVarDecl* parameter) : parameter_(parameter) {}
  bool found = false;

 private:
  bool names(const clang::Expr* source) const {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(as_written(source));
    return reference && reference->getDecl() == parameter_;
  }
  bool visit(clang::Stmt* node) override {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(node);
    if (!call) return true;
    const bool operation = llvm::isa<clang::CXXOperatorCallExpr>(call);
    const unsigned first = operation ? 1 : 0;
    const clang::Expr* called = operation ? call->getArg(0) : call->getCallee();
    found = found || (call->getNumArgs() > first && names(called) && names(call->getArg(first)));
    return !found;
  }

  const clang::ParmVarDecl* parameter_;
};

}  // namespace

const clang::ParmVarDecl* own_parameter(const clang::LambdaExpr* lambda) {
  if (!lambda->isGenericLambda() || !lambda->hasExplicitResultType() || lambda->isMutable()) return nullptr;
  if (lambda->capture_size() > 0 || lambda->getCaptureDefault() != clang::LCD_None) return nullptr;
  const clang::ParmVarDecl* result = nullptr;
  for (const clang::ParmVarDecl* one : lambda->getCallOperator()->parameters()) {
    if (!one->getType()->isDependentType()) continue;
    if (result || one->isParameterPack() || !one->getIdentifier()) return nullptr;
    result = one;
  }
  const clang::QualType type = lambda->getCallOperator()->getReturnType();
  if (!result || type->isReferenceType() || type->isDependentType()) return nullptr;
  SelfCall call(result);
  call.traverse(lambda->getBody());
  return call.found ? result : nullptr;
}

bool can_pass_object(const clang::CXXMethodDecl* method, bool in_staged_class) {
  const bool ordinary =
      !llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl, clang::CXXConversionDecl>(method);
  if (!ordinary || method->isVirtual() || method->getParent()->isLambda() || is_accessor(method)) return false;
  if (in_staged_class) return !is_dynamic_class(method->getParent());
  const clang::CXXRecordDecl* record = method->getParent();
  const bool whole = type_class(record->getASTContext().getRecordType(record)) == model::TypeClass::TensorStructure;
  return whole && !record->isPolymorphic() && !works_in_place(method);
}

bool Recursions::calls_itself(const clang::FunctionDecl* definition) {
  visit(definition);
  return recursive_.contains(definition->getCanonicalDecl());
}

const Recursions::Visit& Recursions::visit(const clang::FunctionDecl* definition) {
  const clang::FunctionDecl* function = definition->getCanonicalDecl();
  const auto [place, is_new] = visits_.try_emplace(function);
  Visit& self = place->second;
  if (!is_new) return self;
  self.number = self.lowest = static_cast<int>(visits_.size());
  path_.push_back(function);
  // A function that is not converted runs on the host.
  const bool left_alone = annotation_of(definition).kind == Annotation::Leave || definition->isTemplated();
  for (const CalledFunction& call :
       left_alone ? std::vector<CalledFunction>() : called_functions(definition, libraries_)) {
    const Visit& callee = visit(call.definition);
    if (callee.open) self.lowest = std::min(self.lowest, callee.lowest);
    if (call.definition->getCanonicalDecl() == function) recursive_.insert(function);
  }
  if (self.lowest < self.number) return self;
  const auto first = std::ranges::find(path_, function);
  for (auto one = first; one != path_.end(); ++one) {
    visits_.at(*one).open = false;
    if (path_.end() - first > 1) recursive_.insert(*one);
  }
  path_.erase(first, path_.end());
  return self;
}

}  // namespace agc::parse
