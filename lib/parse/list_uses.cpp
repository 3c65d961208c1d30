#include "parse/list_uses.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/ast_visitor.h"
#include "parse/callee.h"
#include "parse/function_builder.h"
#include "parse/type_class.h"

namespace agc::parse {
namespace {

bool is_named(const clang::FunctionDecl* function, std::string_view name) {
  return function && function->getIdentifier() && function->getName() == llvm::StringRef(name.data(), name.size());
}

bool is_writable(clang::QualType type) {
  return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
}

/// Parents come before children, so what a parent allows is known when the name of the vector is met.
class UseFinder : public AstVisitor {
 public:
  UseFinder(const SourceText& text, bool may_return) : text_(text), may_return_(may_return) {}

  RefusedUses take() { return std::move(refused_); }

 private:
  bool enters(const clang::LambdaExpr*) const override { return false; }

  bool visit(clang::Stmt* node) override {
    if (const auto* x = llvm::dyn_cast<clang::LambdaExpr>(node)) lambda(x);
    discard_in(node);
    if (const auto* x = llvm::dyn_cast<clang::CXXForRangeStmt>(node)) loop(x);
    if (const auto* x = llvm::dyn_cast<clang::CXXMemberCallExpr>(node)) method_call(x);
    if (const auto* x = llvm::dyn_cast<clang::CallExpr>(node)) overloaded_call(x);
    if (const auto* x = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node)) operator_call(x);
    if (const auto* x = llvm::dyn_cast<clang::CallExpr>(node)) arguments(x);
    if (const auto* x = llvm::dyn_cast<clang::BinaryOperator>(node); x && x->isAssignmentOp()) change(x, x->getLHS());
    if (const auto* x = llvm::dyn_cast<clang::UnaryOperator>(node)) unary(x);
    if (const auto* x = llvm::dyn_cast<clang::ReturnStmt>(node)) result(x);
    if (const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(node); x && list_named(x) && !known_.contains(x))
      refuse(x, "another use of it");
    return true;
  }

  /// What a lambda does with a vector that it captures stands in its body.
  void lambda(const clang::LambdaExpr* source) {
    for (const clang::LambdaCapture& capture : source->captures()) {
      if (source->isInitCapture(&capture)) traverse(llvm::cast<clang::VarDecl>(capture.getCapturedVar()));
    }
    const bool outside = std::exchange(may_return_, false);
    traverse(source->getBody());
    may_return_ = outside;
  }

  /// Statements that are expressions: nobody looks at their values.
  void discard_in(const clang::Stmt* node) {
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(node)) {
      for (const clang::Stmt* one : block->body()) discard(one);
    } else if (llvm::isa<clang::IfStmt, clang::WhileStmt, clang::DoStmt, clang::ForStmt, clang::CXXForRangeStmt>(
                   node)) {
      const auto* loop = llvm::dyn_cast<clang::ForStmt>(node);
      const clang::Stmt* condition = condition_of(node);
      for (const clang::Stmt* one : node->children()) {
        if (one && one != condition) discard(one);
      }
      if (loop) discard(loop->getInc());
    }
  }
  static const clang::Stmt* condition_of(const clang::Stmt* node) {
    if (const auto* x = llvm::dyn_cast<clang::IfStmt>(node)) return x->getCond();
    if (const auto* x = llvm::dyn_cast<clang::WhileStmt>(node)) return x->getCond();
    if (const auto* x = llvm::dyn_cast<clang::DoStmt>(node)) return x->getCond();
    if (const auto* x = llvm::dyn_cast<clang::ForStmt>(node)) return x->getCond();
    return llvm::cast<clang::CXXForRangeStmt>(node)->getRangeInit();
  }

  void loop(const clang::CXXForRangeStmt* loop) {
    const clang::DeclRefExpr* list = list_named(loop->getRangeInit());
    if (!list) return;
    if (is_writable(loop->getLoopVariable()->getType())) return refuse(list, "a loop that may change its elements");
    allow(list);
  }

  void method_call(const clang::CXXMemberCallExpr* call) {
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    if (!method) return;
    const clang::Expr* object = call->getImplicitObjectArgument();
    if (const clang::DeclRefExpr* list = list_named(object))
      return method_of_list(call, list, method->getNameAsString());
    bool whole = true;
    const clang::DeclRefExpr* list = element_list(object, whole);
    if (list && may_change_object(method)) refuse(list, "'" + method->getNameAsString() + "' of an element");
  }

  void overloaded_call(const clang::CallExpr* call) {
    const clang::UnresolvedMemberExpr* named = overloaded_method(call);
    const clang::DeclRefExpr* list = named ? list_named(named->getBase()) : nullptr;
    if (list) method_of_list(call, list, named->getMemberName().getAsString());
  }

  void method_of_list(const clang::CallExpr* call, const clang::DeclRefExpr* list, const std::string& name) {
    static constexpr std::array<std::string_view, 10> kMethods{
        "push_back", "emplace_back", "pop_back", "clear", "size", "empty", "front", "back", "reserve", "shrink_to_fit"};
    const bool has = std::ranges::find(kMethods, std::string_view(name)) != kMethods.end();
    if (!has) return refuse(list, "'" + name + "'");
    if (name == "emplace_back" && !discarded_.contains(call)) return refuse(list, "what 'emplace_back' gives");
    allow(list);
  }

  void operator_call(const clang::CXXOperatorCallExpr* call) {
    const auto operation = call->getOperator();
    const clang::DeclRefExpr* list = list_named(call->getArg(0));
    if (list && (operation == clang::OO_Subscript || operation == clang::OO_Equal)) return allow(list);
    const bool changes = call->isAssignmentOp() || operation == clang::OO_PlusPlus || operation == clang::OO_MinusMinus;
    bool whole = true;
    list = changes ? element_list(call->getArg(0), whole) : nullptr;
    if (list && !whole) refuse(list, "a change of a part of an element");
    if (list && whole && !discarded_.contains(call)) refuse(list, "the value of a change of an element");
  }
  void unary(const clang::UnaryOperator* operation) {
    if (operation->isIncrementDecrementOp()) change(operation, operation->getSubExpr());
    bool whole = true;
    if (operation->getOpcode() != clang::UO_AddrOf) return;
    if (const clang::DeclRefExpr* list = element_list(operation->getSubExpr(), whole))
      refuse(list, "the address of an element");
  }

  void arguments(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const bool method = llvm::isa<clang::CXXMemberCallExpr, clang::CXXOperatorCallExpr>(call);
    const bool gathers = callee && is_in_ag(callee) &&
                         (is_named(callee, "stack") || is_named(callee, "concat") || is_named(callee, "tensor"));
    for (unsigned k = 0; k < call->getNumArgs(); ++k) {
      const clang::Expr* argument = call->getArg(k);
      if (const clang::DeclRefExpr* list = list_named(argument)) {
        if (gathers && k == 0) {
          allow(list);
        } else if (!method && callee) {
          refuse(list, "an argument of '" + callee->getNameAsString() + "'");
        }
      }
      bool whole = true;
      const clang::DeclRefExpr* list = method ? nullptr : element_list(argument, whole);
      if (list && may_change_argument(callee, k))
        refuse(list, "an argument that '" + callee->getNameAsString() + "' may change");
    }
  }

  bool visit(clang::Decl* node) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    if (!variable || !variable->getType()->isReferenceType() || !variable->getInit()) return true;
    bool whole = true;
    const clang::DeclRefExpr* list = element_list(variable->getInit(), whole);
    if (list) refuse(list, "a reference to an element");
    return true;
  }

  void result(const clang::ReturnStmt* statement) {
    const clang::DeclRefExpr* list = statement->getRetValue() ? list_named(statement->getRetValue()) : nullptr;
    if (!list) return;
    if (may_return_) return allow(list);
    refuse(list, "a result of this function");
  }

  void discard(const clang::Stmt* statement) {
    const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
    if (expression) discarded_.insert(as_written(expression));
  }

  static const clang::DeclRefExpr* list_named(const clang::Expr* source) {
    const auto* name = source ? llvm::dyn_cast<clang::DeclRefExpr>(as_written(source)) : nullptr;
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (!variable || variable->getType()->isReferenceType() || !is_growing_vector(variable->getType())) return nullptr;
    return name;
  }

  /// The vector that the expression is an element of, or a part of an element.
  static const clang::DeclRefExpr* element_list(const clang::Expr* source, bool& whole) {
    while (source) {
      source = as_written(source);
      const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
      const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
      if (!callee) return nullptr;
      const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
      const bool subscript = callee->getOverloadedOperator() == clang::OO_Subscript;
      const bool part = subscript || callee->getOverloadedOperator() == clang::OO_Call || is_named(callee, "front") ||
                        is_named(callee, "back");
      if (!part) return nullptr;
      source = method ? method->getImplicitObjectArgument() : call->getArg(0);
      if (const clang::DeclRefExpr* list = list_named(source)) return list;
      whole = false;
    }
    return nullptr;
  }

  void change(const clang::Expr* operation, const clang::Expr* target) {
    bool whole = true;
    const clang::DeclRefExpr* list = element_list(target, whole);
    if (list && !discarded_.contains(operation)) refuse(list, "the value of a change of an element");
  }

  void allow(const clang::DeclRefExpr* use) { known_.insert(use); }
  void refuse(const clang::DeclRefExpr* use, std::string what) {
    const bool first = known_.insert(use).second;
    auto& list = refused_[use->getDecl()];
    const model::Offset place = text_.offset(use->getLocation());
    const bool said = std::ranges::any_of(list, [&](const auto& one) { return one.place == place; });
    if (!said || first) list.push_back({place, std::move(what)});
  }

  const SourceText& text_;
  bool may_return_;
  llvm::SmallPtrSet<const clang::DeclRefExpr*, 16> known_;
  llvm::SmallPtrSet<const clang::Expr*, 16> discarded_;
  RefusedUses refused_;
};

}  // namespace

bool is_growing_vector(clang::QualType type) {
  if (type.isNull() || type->isDependentType()) return false;
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !is_in_std(record) || record->getName() != "vector") return false;
  const clang::QualType element = record->getTemplateArgs()[0].getAsType();
  return is_ag_class(element, "Tensor") || (is_stageable_number(element) && !element->isBooleanType());
}

RefusedUses find_refused_uses(const clang::Stmt* body, const SourceText& text, bool may_return) {
  UseFinder finder(text, may_return);
  finder.traverse(body);
  return finder.take();
}

}  // namespace agc::parse
