#pragma once
/// A walk through a part of Clang's tree. Clang's own visitor is a template that takes the compiler seconds in every
/// file that derives from it; here it is compiled once, behind virtual functions.
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

  /// False: the walk was ended before its end.
  bool traverse(const clang::Stmt* root);
  bool traverse(const clang::Decl* root);

 protected:
  // Each node, before what is inside of it. False ends the walk.
  virtual bool visit(clang::Stmt*) { return true; }
  virtual bool visit(clang::Decl*) { return true; }
  virtual bool visit(clang::TypeLoc) { return true; }

  /// Around everything that a declaration holds.
  virtual void enter(clang::Decl*) {}
  virtual void leave(clang::Decl*) {}
  virtual bool enters(const clang::LambdaExpr*) const { return true; }

  virtual bool sees_instantiations() const { return false; }
  virtual bool sees_implicit_code() const { return false; }

 private:
  friend class AstWalk;
};

}  // namespace agc::parse
