#include "parse/queries/uses/list_uses.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/element_order.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/discarded_values.h"
#include "parse/queries/uses/found_position.h"
#include "parse/queries/uses/keyed_places.h"
#include "parse/queries/uses/list_names.h"
#include "parse/queries/uses/list_places.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

bool is_writable(clang::QualType type) {
  return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
}

class ListUseFinder : public AstVisitor, private ListNames {
 public:
  ListUseFinder(const SourceText& text, ListScope scope) : ListNames(scope_), text_(text), scope_(std::move(scope)) {}

  ListUses take() {
    for (bool changed = true; std::exchange(changed, false);) {
      for (const auto& [from, to] : copies_) {
        const auto others = refused_.lookup(to);
        auto& own = refused_[from];
        const size_t before = own.size();
        for (const auto& use : others) {
          if (std::ranges::find(own, use.place, &model::Growth::Use::place) == own.end()) own.push_back(use);
        }
        changed = changed || own.size() != before;
      }
    }
    return {std::move(refused_), std::move(returned_), std::move(grown_)};
  }

 private:
  bool enters(const clang::LambdaExpr*) const override { return false; }

  bool visit(clang::Stmt* node) override {
    if (const auto* x = llvm::dyn_cast<clang::LambdaExpr>(node)) lambda(x);
    if (const auto* x = llvm::dyn_cast<clang::ImplicitCastExpr>(node);
        x && x->getCastKind() == clang::CK_LValueToRValue)
      read_.insert(x->getSubExpr()->IgnoreParens());
    for (const clang::Stmt* one : discarded_in(node)) discard(one);
    if (const auto* x = llvm::dyn_cast<clang::CXXForRangeStmt>(node)) loop(x);
    if (const auto* x = llvm::dyn_cast<clang::CXXMemberCallExpr>(node)) method_call(x);
    if (const auto* x = llvm::dyn_cast<clang::CallExpr>(node)) overloaded_call(x);
    if (const auto* x = llvm::dyn_cast<clang::CallExpr>(node)) exchange(x);
    if (const auto* x = llvm::dyn_cast<clang::CallExpr>(node)) algorithm(x);
    if (const auto* x = llvm::dyn_cast<clang::CXXConstructExpr>(node)) construction(x);
    if (const auto* x = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(node))
      sides(x->getDecomposedForm().LHS, x->getDecomposedForm().RHS);
    if (const auto* x = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node)) operator_call(x);
    if (const auto* x = llvm::dyn_cast<clang::CallExpr>(node)) arguments(x);
    if (const auto* x = llvm::dyn_cast<clang::BinaryOperator>(node); x && x->isAssignmentOp()) change(x, x->getLHS());
    if (const auto* x = llvm::dyn_cast<clang::UnaryOperator>(node)) unary(x);
    if (const auto* x = llvm::dyn_cast<clang::ReturnStmt>(node)) result(x);
    if (const auto* x = llvm::dyn_cast<clang::Expr>(node); x && list_named(x) == x && !known_.contains(x))
      refuse(x, "another use of it");
    return true;
  }

  /// The uses of a vector that a lambda captures are in its body.
  void lambda(const clang::LambdaExpr* source) {
    for (const clang::LambdaCapture& capture : source->captures()) {
      if (source->isInitCapture(&capture)) traverse(llvm::cast<clang::VarDecl>(capture.getCapturedVar()));
    }
    const bool outside = std::exchange(scope_.may_return, false);
    traverse(source->getBody());
    scope_.may_return = outside;
  }

  void loop(const clang::CXXForRangeStmt* loop) {
    const clang::Expr* list = list_named(loop->getRangeInit());
    if (!list) return;
    const clang::VarDecl* element = loop->getLoopVariable();
    if (is_writable(element->getType()) &&
        (llvm::isa<clang::MemberExpr>(list) || is_used_in(loop->getBody(), decl_of(list), element)))
      return refuse(list, "a loop that may change its elements, and uses it in another way");
    allow(list);
  }

  void method_call(const clang::CXXMemberCallExpr* call) {
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    if (!method) return;
    const clang::Expr* object = call->getImplicitObjectArgument();
    if (const clang::Expr* list = list_named(object)) return method_of_list(call, list, method->getNameAsString());
    bool whole = true;
    const clang::Expr* list = element_list(object, whole);
    if (list && may_change_object(method)) refuse(list, "'" + method->getNameAsString() + "' of an element");
  }

  void overloaded_call(const clang::CallExpr* call) {
    const clang::UnresolvedMemberExpr* named = overloaded_method(call);
    const clang::Expr* list = named ? list_named(named->getBase()) : nullptr;
    if (list) method_of_list(call, list, named->getMemberName().getAsString());
  }

  void method_of_list(const clang::CallExpr* call, const clang::Expr* list, const std::string& name) {
    if (known_.contains(list)) return;
    if (!has_order(list)) return refuse(list, "the order of its elements");
    if (const auto* place = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
        place && scope_.places.calls.contains(place)) {
      if (resize_of(name) == Resize::Grows) grown_.insert(decl_of(list));
      return allow(list);
    }
    const auto methods = is_keyed(*list_type(list->getType())) ? set_methods() : list_methods();
    const bool has = makes_element(name, list) || std::ranges::any_of(methods, [&](const ListMethod& one) {
                       return one.name == name && takes(call, one);
                     });
    if (!has) return refuse(list, "'" + name + "'");
    const bool gives = name.starts_with("emplace") || name == "insert" || name == "erase";
    if (gives && !discarded_.contains(call)) return refuse(list, "what '" + name + "' gives");
    if (resize_of(name) == Resize::Grows) grown_.insert(decl_of(list));
    allow(list);
  }
  /// True unless the list is sorted, and the runtime cannot compare its elements.
  bool has_order(const clang::Expr* list) const {
    const auto type = list_type(list->getType());
    if (type->kind == model::ListKind::PriorityQueue)
      return order_of_queue(list->getType(), text_) || (!type->order.starts_with("ag::") && is_ordered(type->element));
    return !is_keyed(*type) || is_comparable(type->element, text_);
  }
  bool takes(const clang::CallExpr* call, const ListMethod& method) {
    if (method.parts) return true;
    if (written_arguments(call) != method.arguments.size()) return false;
    for (unsigned k = 0; k < method.arguments.size(); ++k) {
      const clang::Expr* argument = call->getArg(k);
      const char what = method.arguments[k];
      const bool place = what == 'i' || what == 'r';
      if (place && is_reversed(argument)) return false;
      if (what == 'n' && !is_stageable_number(argument->getType())) return false;
      if (what == 'l' && !list_named(argument)) return false;
      if (what == 'v' && list_place(argument) && !is_stageable_number(argument->getType()) &&
          places(argument))  // insert(position, position)
        return false;
      if (place && !places(argument)) return false;
    }
    for (unsigned k = 0; k < method.arguments.size(); ++k) {
      if (method.arguments[k] == 'i' || method.arguments[k] == 'r') allow_place(call->getArg(k));
      if (method.arguments[k] == 'l') allow(list_named(call->getArg(k)));
    }
    return true;
  }

  /// Returns the list that an iterator points into: v.begin() + k, std::find(v.begin(), v.end(), n).
  const clang::Expr* places(const clang::Expr* iterator) const {
    if (const clang::CallExpr* found = found_by(iterator)) return places(found->getArg(0));
    const clang::CallExpr* call = list_place(iterator);
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || !callee->getIdentifier()) return nullptr;
    if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call))
      return callee->getName().ends_with("begin") || callee->getName().ends_with("end")
                 ? sequence_named(method->getImplicitObjectArgument())
                 : nullptr;
    const bool finds = finds_element(call) ||
                       (is_in_std(callee) &&
                        (is_named(callee, "remove") || is_named(callee, "remove_if") || is_named(callee, "unique")));
    return finds && call->getNumArgs() > 1 ? places(call->getArg(0)) : nullptr;
  }
  void allow_place(const clang::Expr* iterator) {
    const clang::CallExpr* call = list_place(iterator);
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMemberCallExpr>(call);
    if (!call) return;
    if (method)
      allow(places(iterator));
    else
      used_places_.insert(call);
  }

  /// Handles an algorithm whose iterators point into lists: allows the iterators if lists provide the algorithm, and
  /// refuses it otherwise.
  void algorithm(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee || !callee->getIdentifier() || !is_in_std(callee) || llvm::isa<clang::CXXMethodDecl>(callee)) return;
    llvm::SmallVector<const clang::Expr*, 4> iterators;
    for (const clang::Expr* argument : call->arguments()) {
      if (places(argument)) iterators.push_back(argument);
    }
    if (iterators.empty() || is_named(callee, "next") || is_named(callee, "prev")) return;
    if (is_named(callee, "back_inserter")) return;
    const bool numbers = std::ranges::all_of(iterators, [&](const clang::Expr* one) {
      return compares_elements(callee, list_type(places(one)->getType())->element, text_);
    });
    const bool place = callee->getReturnType()->isRecordType() && !is_named(callee, "accumulate");
    const bool gives = place && !discarded_.contains(call);
    const bool reversed = std::ranges::any_of(iterators, is_reversed) &&
                          !(is_named(callee, "sort") && iterators.size() == 2 && call->getNumArgs() == 2);
    if (reversed || kept_places_.contains(call) || !is_list_algorithm(call, numbers) ||
        (gives && !finds_element(call) && !used_places_.contains(call))) {
      for (const clang::Expr* one : iterators) refuse(places(one), "'" + callee->getNameAsString() + "'");
      return;
    }
    for (const clang::Expr* one : iterators) allow_place(one);
    for (const clang::Expr* argument : call->arguments()) {
      if (const clang::Expr* inserted = inserted_list(argument)) allow(inserted);
    }
  }
  /// Returns the list that std::back_inserter adds to.
  const clang::Expr* inserted_list(const clang::Expr* source) const {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(as_written(source));
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    return callee && is_in_std(callee) && is_named(callee, "back_inserter") ? list_named(call->getArg(0)) : nullptr;
  }
  /// Accepts it != v.end() and it - v.begin(), where `it` is the result of an algorithm.
  void sides(const clang::Expr* left, const clang::Expr* right) {
    if (places(left) && is_found(right)) allow_place(left);
    if (places(right) && is_found(left)) allow_place(right);
  }
  static bool is_found(const clang::Expr* source) { return finding_call(source) || found_by(source); }
  void operator_call(const clang::CXXOperatorCallExpr* call) {
    const auto operation = call->getOperator();
    const clang::Expr* list = list_named(call->getArg(0));
    if (list && operation == clang::OO_Equal) assigned(list, call->getArg(1));
    if (list && operation == clang::OO_Subscript && !has_order(list)) return refuse(list, "the order of its elements");
    if (list && (operation == clang::OO_Subscript || operation == clang::OO_Equal)) return allow(list);
    const bool compares = operation == clang::OO_Minus || call->isComparisonOp();
    if (compares && call->getNumArgs() == 2) sides(call->getArg(0), call->getArg(1));
    const bool changes = call->isAssignmentOp() || operation == clang::OO_PlusPlus || operation == clang::OO_MinusMinus;
    bool whole = true;
    list = changes ? element_list(call->getArg(0), whole) : nullptr;
    if (list && !whole && !is_member_of_element(call->getArg(0))) refuse(list, "a change of a part of an element");
    if (list && !discarded_.contains(call)) refuse(list, "the value of a change of an element");
  }
  /// True for v[n].x, v[n].place.x and v.back().x.
  bool is_member_of_element(const clang::Expr* source) const {
    source = as_written(source);
    bool member = false;
    while (const auto* x = llvm::dyn_cast<clang::MemberExpr>(source)) {
      if (x->isArrow() || !llvm::isa<clang::FieldDecl>(x->getMemberDecl())) return false;
      member = true;
      source = as_written(x->getBase());
    }
    if (!member) return false;
    if (const clang::Expr* end = container_of_end(source))
      return list_named(end) && text_.is_plain(source->getBeginLoc()) && text_.is_plain(source->getEndLoc());
    const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source);
    return call && call->getOperator() == clang::OO_Subscript && list_named(call->getArg(0));
  }

  /// Records w = v and auto w = v: if w cannot be a list, v cannot be one either.
  void assigned(const clang::Expr* to, const clang::Expr* value) {
    if (const clang::Expr* from = copied_list(value)) {
      allow(from);
      copies_.push_back({decl_of(from), decl_of(to)});
      grown_.insert(decl_of(to));
    }
  }
  /// Records std::swap(v, w) and std::exchange(v, w): each vector is a list if the other one is.
  void exchange(const clang::CallExpr* call) {
    const clang::Expr* target = exchanged_list(call, "exchange");
    if (target) {
      assigned(target, call->getArg(1));
      if (discarded_.contains(call)) allow(target);
    }
    const clang::Expr* left = exchanged_list(call, "swap");
    const clang::Expr* right = left ? list_named(call->getArg(1)) : nullptr;
    if (!right) return;
    for (const auto& [to, from] : {std::pair(left, right), std::pair(right, left)}) {
      allow(from);
      copies_.push_back({decl_of(from), decl_of(to)});
      grown_.insert(decl_of(to));
    }
  }
  /// Accepts std::vector<int> w(v.begin(), v.end()) as the initialiser of a variable. Other objects constructed from
  /// two iterators need known elements.
  void construction(const clang::CXXConstructExpr* made) {
    if (made->getNumArgs() < 2) return;
    const clang::Expr *first = places(made->getArg(0)), *last = places(made->getArg(1));
    if (!first || !last || !declared_with_.contains(made)) return;
    allow_place(made->getArg(0));
    allow_place(made->getArg(1));
    const clang::ValueDecl* variable = declared_with_.lookup(made);
    copies_.push_back({decl_of(first), variable});
  }
  void unary(const clang::UnaryOperator* operation) {
    if (operation->isIncrementDecrementOp()) change(operation, operation->getSubExpr());
    bool whole = true;
    if (operation->getOpcode() != clang::UO_AddrOf) return;
    if (const clang::Expr* list = element_list(operation->getSubExpr(), whole))
      refuse(list, "the address of an element");
  }

  /// Records a call of a lambda: if its parameter cannot be a list, the argument cannot be one either.
  void lambda_arguments(const clang::CXXOperatorCallExpr* call, const clang::FunctionDecl* callee) {
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    if (!method || !method->getParent()->isLambda() || method->getParent()->isGenericLambda()) return;
    for (unsigned k = 1; k < call->getNumArgs() && k <= method->getNumParams(); ++k) {
      const clang::Expr* list = list_named(call->getArg(k));
      const clang::ParmVarDecl* parameter = method->getParamDecl(k - 1);
      if (!list || !is_list(parameter) || is_writable(parameter->getType())) continue;
      allow(list);
      copies_.push_back({decl_of(list), parameter});
    }
  }

  void arguments(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (const auto* x = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) lambda_arguments(x, callee);
    const bool method = llvm::isa<clang::CXXMemberCallExpr, clang::CXXOperatorCallExpr>(call);
    const bool of_operator = llvm::isa<clang::CXXOperatorCallExpr>(call);
    const bool gathers = callee && is_in_ag(callee) &&
                         (is_named(callee, "stack") || is_named(callee, "concat") || is_named(callee, "tensor"));
    for (unsigned k = 0; k < call->getNumArgs(); ++k) {
      const clang::Expr* argument = call->getArg(k);
      if (const clang::Expr* list = list_named(argument); list && !known_.contains(list)) {
        if (gathers && k == 0) {
          allow(list);
        } else if (!of_operator && callee && scope_.may_take(callee) && k < callee->getNumParams() &&
                   list_type(callee->getParamDecl(k)->getType())) {
          allow(list);
        } else if (!method && callee) {
          refuse(list, "an argument of '" + callee->getNameAsString() + "'");
        }
      }
      bool whole = true;
      const clang::Expr* list = method ? nullptr : element_list(argument, whole);
      const bool exchanged = whole && callee && is_in_std(callee) && is_named(callee, "swap");
      if (list && !exchanged && may_change_argument(callee, k))
        refuse(list, "an argument that '" + callee->getNameAsString() + "' may change");
    }
  }

  bool visit(clang::Decl* node) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    if (const auto* found = variable && variable->getInit() ? finding_call(variable->getInit()) : nullptr;
        found && !finding_call(variable))
      kept_places_.insert(found);
    if (variable && variable->getInit() && is_list(variable)) {
      if (const clang::Expr* from = copied_list(variable->getInit())) {
        allow(from);
        copies_.push_back({decl_of(from), variable});
      }
      if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(variable->getInit()->IgnoreImplicit()))
        declared_with_[made] = variable;
    }
    if (!variable || !variable->getType()->isReferenceType() || !variable->getInit()) return true;
    bool whole = true;
    const clang::Expr* list = element_list(variable->getInit(), whole);
    const bool follows = whole && is_followed_reference(variable) && list && !is_keyed(*list_type(list->getType()));
    if (list && !follows) refuse(list, "a reference to an element");
    return true;
  }

  /// True if the reference may be represented by a copy of its element, or by the index of the element. Analysis
  /// decides which.
  static bool is_followed_reference(const clang::VarDecl* variable) {
    return variable->getType()->isLValueReferenceType() && variable->hasLocalStorage() && !variable->isInitCapture() &&
           (!llvm::isa<clang::DecompositionDecl>(variable) ||
            variable->getType()->getPointeeType().isConstQualified()) &&
           !variable->isImplicit() && variable->getTypeSourceInfo();
  }

  void result(const clang::ReturnStmt* statement) {
    const clang::Expr* value = statement->getRetValue();
    const clang::Expr* list = value ? copied_list(value) : nullptr;
    const bool member = list && llvm::isa<clang::MemberExpr>(list) && value->isPRValue();
    if (member && scope_.may_return && holds_list(list->getType())) return allow(list);
    if (value) given(value);
  }
  /// Handles a list that is returned, or that becomes a part of a pair, tuple or optional.
  void given(const clang::Expr* value) {
    if (const clang::Expr* list = copied_list(value)) {
      if (!scope_.may_return || llvm::isa<clang::MemberExpr>(list) || !holds_list(list->getType()))
        return refuse(list, "a result of this function");
      if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(list)) returned_.insert(name);
      return allow(list);
    }
    const clang::Expr* source = as_written(value);
    if (const auto* named = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(source))
      source = as_written(named->getSubExpr());
    if (const auto* braced = llvm::dyn_cast<clang::InitListExpr>(source)) {
      const auto* record = braced->getType()->getAsCXXRecordDecl();
      if (record && !is_in_std(record)) return members(braced, record);
      for (const clang::Expr* part : braced->inits()) given(part);
    } else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(source);
               made && holds_list(made->getType())) {
      for (const clang::Expr* part : made->arguments()) given(part);
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
               call && makes_structure(call->getDirectCallee())) {
      for (const clang::Expr* part : call->arguments()) given(part);
    }
  }

  /// Handles R{v, n}, where a list initialises a member.
  void members(const clang::InitListExpr* braced, const clang::CXXRecordDecl* record) {
    unsigned k = record->getNumBases();
    for (const clang::FieldDecl* field : record->fields()) {
      if (k >= braced->getNumInits()) return;
      const clang::Expr* from = copied_list(braced->getInit(k++));
      if (!from || !is_listed(field)) continue;
      allow(from);
      copies_.push_back({decl_of(from), field});
      grown_.insert(field);
    }
  }

  void discard(const clang::Stmt* statement) {
    const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
    if (expression) discarded_.insert(as_written(expression));
  }

  void change(const clang::Expr* operation, const clang::Expr* target) {
    bool whole = true;
    const clang::Expr* list = element_list(target, whole);
    if (list && !whole && !is_member_of_element(target)) refuse(list, "a change of a part of an element");
    if (list && !discarded_.contains(operation) && !gives_number(operation))
      refuse(list, "the value of a change of an element");
  }
  /// True for --v[n] == 0 and v[n]++, whose value is a number that nothing refers to.
  bool gives_number(const clang::Expr* change) const {
    return is_stageable_number(change->getType()) && (change->isPRValue() || read_.contains(change));
  }

  void allow(const clang::Expr* use) { known_.insert(use); }
  void refuse(const clang::Expr* use, std::string what) {
    const bool first = known_.insert(use).second;
    auto& list = refused_[decl_of(use)];
    const model::Offset place = text_.offset(use->getExprLoc());
    const bool said = std::ranges::any_of(list, [&](const auto& one) { return one.place == place; });
    if (!said || first) list.push_back({place, std::move(what)});
  }

  const SourceText& text_;
  ListScope scope_;
  llvm::SmallPtrSet<const clang::DeclRefExpr*, 4> returned_;
  llvm::SmallPtrSet<const clang::ValueDecl*, 4> grown_;
  llvm::SmallPtrSet<const clang::Expr*, 16> known_;
  llvm::SmallPtrSet<const clang::Expr*, 16> discarded_;
  llvm::SmallPtrSet<const clang::Expr*, 16> read_;            // whose value is read
  llvm::SmallPtrSet<const clang::CallExpr*, 8> used_places_;  // algorithms whose result is a followed position
  llvm::SmallPtrSet<const clang::CallExpr*, 4> kept_places_;  // ... is held by a variable and not followed
  llvm::DenseMap<const clang::CXXConstructExpr*, const clang::ValueDecl*> declared_with_;
  std::vector<std::pair<const clang::ValueDecl*, const clang::ValueDecl*>> copies_;  // from, to
  RefusedUses refused_;
};

}  // namespace

ListUses find_list_uses(const clang::Stmt* body, const SourceText& text, ListScope scope) {
  ListUseFinder finder(text, std::move(scope));
  finder.traverse(body);
  return finder.take();
}

}  // namespace agc::parse
