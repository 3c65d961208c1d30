#include "parse/queries/uses/stale_places.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/list_type.h"

namespace agc::parse {
namespace {

/// Walks the statements in the order of execution. The state of a path is true if the container has changed since the
/// position was found.
class Walk {
 public:
  Walk(const clang::VarDecl* position, const clang::ValueDecl* container)
      : position_(position), container_(container), is_list_(list_type(container->getType())) {}

  /// A lambda may change the container wherever it is called.
  bool found() const { return found_ || captured_; }

  void walk(const clang::Stmt* node) {
    if (!node || found_) return;
    if (const auto* x = llvm::dyn_cast<clang::IfStmt>(node)) return branches(x);
    if (const auto* x = llvm::dyn_cast<clang::ConditionalOperator>(node))
      return branch(x->getCond(), x->getTrueExpr(), x->getFalseExpr());
    if (is_loop(node)) return loop(node);
    if (llvm::isa<clang::ReturnStmt, clang::CXXThrowExpr>(node)) {
      children(node);
      changed_ = false;
      return;
    }
    if (llvm::isa<clang::BreakStmt, clang::ContinueStmt>(node)) {
      left_ = left_ || changed_;
      changed_ = false;
      return;
    }
    if (llvm::isa<clang::SwitchStmt>(node)) return selection(node);
    if (const auto* x = llvm::dyn_cast<clang::DeclStmt>(node)) return declaration(x);
    if (const auto* x = llvm::dyn_cast<clang::BinaryOperator>(node); x && x->isAssignmentOp()) {
      walk(x->getRHS());
      return walk(x->getLHS());
    }
    if (const auto* x = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node)) return operation(x);
    if (const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(node)) name(x);
    operands(node);
    if (const auto* x = llvm::dyn_cast<clang::CXXMemberCallExpr>(node); x && resizes(x)) {
      changed_ = true;
      removed_ = removed_ || resize_of(name_of(x)) != Resize::Grows;
    }
  }

 private:
  static std::string_view name_of(const clang::CXXMemberCallExpr* source) {
    const clang::CXXMethodDecl* method = source->getMethodDecl();
    return method && method->getIdentifier() ? std::string_view(method->getName()) : std::string_view();
  }
  static bool is_loop(const clang::Stmt* node) {
    return llvm::isa<clang::WhileStmt, clang::ForStmt, clang::DoStmt, clang::CXXForRangeStmt>(node);
  }
  void children(const clang::Stmt* node) {
    for (const clang::Stmt* child : node->children()) walk(child);
  }
  /// C++ leaves the order of operands open.
  void operands(const clang::Stmt* node) {
    const bool before = changed_;
    children(node);
    const bool several = llvm::isa<clang::Expr>(node) && std::distance(node->child_begin(), node->child_end()) > 1;
    if (several && changed_ && !before) children(node);
  }
  void name(const clang::DeclRefExpr* source) {
    if (source->getDecl() == position_) found_ = found_ || changed_ || (!is_list_ && removed_);
    captured_ = captured_ || (source->getDecl() == container_ && source->refersToEnclosingVariableOrCapture());
  }
  void branches(const clang::IfStmt* source) {
    walk(source->getInit());
    walk(source->getConditionVariableDeclStmt());
    branch(source->getCond(), source->getThen(), source->getElse());
  }
  void branch(const clang::Stmt* condition, const clang::Stmt* first, const clang::Stmt* second) {
    walk(condition);
    const bool before = changed_;
    walk(first);
    const bool after = std::exchange(changed_, before);
    walk(second);
    changed_ = changed_ || after;
  }
  /// Walks a loop twice: a change in one iteration precedes a use in the next.
  void loop(const clang::Stmt* source) {
    const bool around = std::exchange(left_, false), before = changed_;
    children(source);
    changed_ = changed_ || left_;
    children(source);
    changed_ = changed_ || left_ || before;
    left_ = around;
  }
  void selection(const clang::Stmt* source) {
    const bool around = std::exchange(left_, false), before = changed_;
    children(source);
    changed_ = changed_ || left_ || before;
    left_ = around;
  }
  void declaration(const clang::DeclStmt* source) {
    children(source);
    for (const clang::Decl* one : source->decls()) {
      if (one == position_) changed_ = removed_ = false;
    }
  }
  bool is_container(const clang::Expr* source) const {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(as_written(source));
    return name && name->getDecl() == container_;
  }
  void operation(const clang::CXXOperatorCallExpr* source) {
    const auto kind = source->getOperator();
    if (kind == clang::OO_Equal && source->getNumArgs() == 2) {
      walk(source->getArg(1));
      const auto* target = llvm::dyn_cast<clang::DeclRefExpr>(as_written(source->getArg(0)));
      if (target && target->getDecl() == position_) {
        changed_ = false;
        return;
      }
      walk(source->getArg(0));
    } else {
      operands(source);
    }
    const bool adds = kind == clang::OO_Subscript || kind == clang::OO_Equal;
    if (adds && is_container(source->getArg(0))) changed_ = true;
  }
  /// True for a method that may add or remove an element.
  bool resizes(const clang::CXXMemberCallExpr* source) const {
    static constexpr std::array<std::string_view, 21> kKeep{
        "begin", "end",   "cbegin",      "cend",        "rbegin",      "rend",     "crbegin",
        "crend", "find",  "lower_bound", "upper_bound", "count",       "contains", "at",
        "size",  "empty", "front",       "back",        "equal_range", "reserve",  "max_size"};
    const clang::Expr* object = source->getImplicitObjectArgument();
    return object && is_container(object) && std::ranges::find(kKeep, name_of(source)) == kKeep.end();
  }

  const clang::VarDecl* position_;
  const clang::ValueDecl* container_;
  bool is_list_ = false;  // the container may become a list
  bool changed_ = false;  // on the current path
  bool removed_ = false;  // an element was removed before in the text: tracing runs both branches of an `if`
  bool left_ = false;     // on a path that leaves the loop or the iteration
  bool found_ = false;
  bool captured_ = false;
};

}  // namespace

bool may_be_stale(const clang::Stmt* body, const clang::VarDecl* position, const clang::ValueDecl* container) {
  Walk walk(position, container);
  walk.walk(body);
  return walk.found();
}

}  // namespace agc::parse
