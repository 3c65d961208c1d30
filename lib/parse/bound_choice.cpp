#include "parse/bound_choice.h"

#include <clang/AST/ExprCXX.h>

#include "parse/ast_visitor.h"
#include "parse/function_builder.h"
#include "parse/type_class.h"

namespace agc::parse {
namespace {

class ChoiceFinder : public AstVisitor {
 public:
  BoundChoices found;

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
      const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
      const bool of_user = method && method->isUserProvided() && !is_in_ag(method) && !is_in_std(method);
      found.emplace(choice, of_user
                                ? call->getSourceRange()
                                : clang::SourceRange(arguments.front()->getBeginLoc(), arguments.back()->getEndLoc()));
    }
  }
};

}  // namespace

BoundChoices bound_choices(const clang::Stmt* body) {
  ChoiceFinder finder;
  finder.traverse(body);
  return std::move(finder.found);
}

}  // namespace agc::parse
