#include "parse/queries/uses/list_places.h"

#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>

#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/found_position.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {

bool is_named(const clang::FunctionDecl* function, std::string_view name) {
  return function && function->getIdentifier() && function->getName() == llvm::StringRef(name.data(), name.size());
}

namespace {

/// Looks for the name of the list itself, and for lambdas that could keep a reference to an element.
class ListNameFinder : public AstVisitor {
 public:
  ListNameFinder(const clang::ValueDecl* list, const clang::VarDecl* element) : list_(list), element_(element) {}
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node); call && call->getNumArgs() > 0)
      local_.insert(call->getArg(0)->IgnoreParenImpCasts());
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(node)) declares(declaration);
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(node)) found = found || keeps_element(lambda);
    if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(node);
        call && (is_named(call->getMethodDecl(), "size") || is_named(call->getMethodDecl(), "empty")))
      lengths_.insert(as_written(call->getImplicitObjectArgument()));
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(node);
    if (!name || lengths_.contains(name)) return !found;
    const auto* binding = llvm::dyn_cast<clang::BindingDecl>(name->getDecl());
    found = found || (binding ? binding->getDecomposedDecl() : name->getDecl()) == list_;
    return !found;
  }
  /// Records lambdas in variables of the loop's body, which are called there.
  void declares(const clang::DeclStmt* statement) {
    for (const clang::Decl* one : statement->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
      if (variable && variable->getInit()) local_.insert(variable->getInit()->IgnoreImplicit());
    }
  }
  bool keeps_element(const clang::LambdaExpr* lambda) const {
    return !local_.contains(lambda) && std::ranges::any_of(lambda->captures(), [this](const clang::LambdaCapture& one) {
      if (!one.capturesVariable()) return false;
      const auto* binding = llvm::dyn_cast<clang::BindingDecl>(one.getCapturedVar());
      return (binding ? binding->getDecomposedDecl() : one.getCapturedVar()) == element_;
    });
  }
  const clang::ValueDecl* list_;
  const clang::VarDecl* element_;
  llvm::SmallPtrSet<const clang::Expr*, 4> lengths_;  // objects of size() and empty(), which loops do not change
  llvm::SmallPtrSet<const clang::Expr*, 4> local_;    // lambdas called in place, or in the loop's body
};
}  // namespace

bool is_used_in(const clang::Stmt* body, const clang::ValueDecl* list, const clang::VarDecl* element) {
  ListNameFinder finder(list, element);
  finder.traverse(body);
  return finder.found;
}

bool is_of_variable(const clang::MemberExpr* member) {
  const clang::Expr* base = as_written(member->getBase());
  if (is_this(base)) return true;
  if (member->isArrow()) return false;
  if (const auto* outer = llvm::dyn_cast<clang::MemberExpr>(base)) return is_of_variable(outer);
  return llvm::isa<clang::DeclRefExpr>(base);
}

const clang::CallExpr* list_place(const clang::Expr* iterator) {
  const clang::Expr* source = as_written(iterator);
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(source); made && made->getNumArgs() == 1)
    source = as_written(made->getArg(0));
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee) return nullptr;
  const auto* moved = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  if (moved && moved->getOperator() == clang::OO_Star) return nullptr;  // an element
  const bool steps = is_in_std(callee) && (is_named(callee, "next") || is_named(callee, "prev"));
  if (moved || (steps && !llvm::isa<clang::CXXMethodDecl>(callee)))
    return call->getNumArgs() > 0 ? list_place(call->getArg(0)) : nullptr;
  return call;
}

bool is_reversed(const clang::Expr* iterator) {
  const clang::CallExpr* call = list_place(iterator);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && (is_named(callee, "rbegin") || is_named(callee, "rend") || is_named(callee, "crbegin") ||
                    is_named(callee, "crend"));
}

const clang::Expr* container_of_end(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(as_written(source));
  const auto* named = call ? llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens()) : nullptr;
  const clang::CXXMethodDecl* method = call ? call->getMethodDecl() : nullptr;
  if (!method || !named || named->isArrow() || call->getNumArgs() != 0) return nullptr;
  const bool end = is_named(method, "back") || is_named(method, "front") || is_named(method, "top");
  const clang::Expr* container = call->getImplicitObjectArgument();
  return end && list_type(container->getType()) ? container : nullptr;
}

const clang::CallExpr* found_by(const clang::Expr* source) {
  source = as_written(source);
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(source); made && made->getNumArgs() == 1)
    source = as_written(made->getArg(0));
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(source);
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return variable && variable->getInit() ? finding_call(variable->getInit()) : nullptr;
}

size_t written_arguments(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const bool own = callee && is_in_ag(callee);
  return static_cast<size_t>(std::ranges::count_if(
      call->arguments(), [&](const clang::Expr* one) { return !own || !llvm::isa<clang::CXXDefaultArgExpr>(one); }));
}

bool makes_element(std::string_view method, const clang::Expr* list) {
  const auto type = list_type(list->getType());
  return method == "emplace" && type && type->kind != model::ListKind::List;
}

}  // namespace agc::parse
