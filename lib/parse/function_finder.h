#pragma once
/// One walk over the user's files: what is annotated there, and what that has to know of the rest.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

#include "parse/ast_visitor.h"
#include "parse/returned_lambda.h"
#include "parse/source_text.h"
#include "parse/traced_object.h"

namespace agc::parse {

/// Every function and lambda of the user's files that has an annotation, and the other functions beside them.
class FunctionFinder : public AstVisitor {
 public:
  explicit FunctionFinder(const SourceText& text) : text_(text) {}
  std::vector<const clang::FunctionDecl*> found;
  std::vector<const clang::FunctionDecl*> others;
  std::vector<const clang::LambdaExpr*> lambdas;
  std::vector<TracedObject> traced, converted;

  llvm::DenseMap<const clang::CXXMethodDecl*, std::vector<const clang::CXXMethodDecl*>> overriders;
  std::vector<CallOfMaker> made_lambdas;
  llvm::SetVector<const clang::FunctionDecl*> named;  // named as values: elsewhere than as the callee of a call

 private:
  void enter(clang::Decl* node) override {
    if (llvm::isa<clang::FunctionDecl>(node)) around_.push_back(llvm::cast<clang::FunctionDecl>(node));
  }
  void leave(clang::Decl* node) override {
    if (llvm::isa<clang::FunctionDecl>(node)) around_.pop_back();
  }
  bool visit(clang::Decl* node) override;
  bool visit(clang::Stmt* node) override;
  void add_named(const clang::DeclRefExpr* name);

  const SourceText& text_;
  std::vector<const clang::FunctionDecl*> around_;
  llvm::SmallPtrSet<const clang::Expr*, 16> called_;
};

}  // namespace agc::parse
