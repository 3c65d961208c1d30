#pragma once
/// Traversal of a part of Clang's AST. Clang's own visitor is a template that takes seconds to compile in every file
/// that derives from it; here it is compiled once, below virtual functions.
#include <clang/AST/TypeLoc.h>

namespace clang {
class Decl;
class LambdaExpr;
class Stmt;
}  // namespace clang

namespace agc::parse {

class AstVisitor {
 public:
  virtual ~AstVisitor() = default;

  /// Visits the tree below `root`. Returns false if the traversal was stopped early.
  bool traverse(const clang::Stmt* root);
  bool traverse(const clang::Decl* root);

 protected:
  // Called for each node before its children. Returning false stops the traversal.
  virtual bool visit(clang::Stmt*) { return true; }
  virtual bool visit(clang::Decl*) { return true; }
  virtual bool visit(clang::TypeLoc) { return true; }

  /// Called before and after the contents of a declaration.
  virtual void enter(clang::Decl*) {}
  virtual void leave(clang::Decl*) {}
  virtual bool enters(const clang::LambdaExpr*) const { return true; }

  virtual bool sees_instantiations() const { return false; }
  virtual bool sees_implicit_code() const { return false; }

 private:
  friend class AstWalk;
};

}  // namespace agc::parse
