#pragma once
/// Collects, in one walk over the user's files, the annotated functions and lambdas, and the facts about other code
/// that their conversion needs.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

#include "parse/queries/functions/returned_lambda.h"
#include "parse/queries/functions/traced_object.h"
#include "parse/session/ast_visitor.h"
#include "parse/session/source_text.h"

namespace agc::parse {

/// Finds every annotated function and lambda of the user's files, and the functions without annotation.
class FunctionFinder : public AstVisitor {
 public:
  explicit FunctionFinder(const SourceText& text) : text_(text) {}
  std::vector<const clang::FunctionDecl*> found;
  std::vector<const clang::FunctionDecl*> others;
  std::vector<const clang::LambdaExpr*> lambdas;
  std::vector<TracedObject> traced, converted;

  llvm::DenseMap<const clang::CXXMethodDecl*, std::vector<const clang::CXXMethodDecl*>> overriders;
  std::vector<CallOfMaker> made_lambdas;
  llvm::SetVector<const clang::FunctionDecl*> named;  // used as values, not only called

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
