#include "parse/session/ast_visitor.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace agc::parse {

class AstWalk : public clang::RecursiveASTVisitor<AstWalk> {
 public:
  explicit AstWalk(AstVisitor& visitor) : visitor_(visitor) {}

  bool shouldVisitTemplateInstantiations() const { return visitor_.sees_instantiations(); }
  bool shouldVisitImplicitCode() const { return visitor_.sees_implicit_code(); }

  bool VisitStmt(clang::Stmt* node) { return visitor_.visit(node); }
  bool VisitDecl(clang::Decl* node) { return visitor_.visit(node); }
  bool VisitTypeLoc(clang::TypeLoc node) { return visitor_.visit(node); }

  bool TraverseDecl(clang::Decl* declaration) {
    if (!declaration) return true;
    visitor_.enter(declaration);
    const bool finished = RecursiveASTVisitor::TraverseDecl(declaration);
    visitor_.leave(declaration);
    return finished;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda) {
    return !visitor_.enters(lambda) || RecursiveASTVisitor::TraverseLambdaExpr(lambda);
  }

 private:
  AstVisitor& visitor_;
};

bool AstVisitor::traverse(const clang::Stmt* root) {
  return AstWalk(*this).TraverseStmt(const_cast<clang::Stmt*>(root));
}

bool AstVisitor::traverse(const clang::Decl* root) {
  return AstWalk(*this).TraverseDecl(const_cast<clang::Decl*>(root));
}

}  // namespace agc::parse
