#include "parse/queries/uses/keyed_places.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/DenseMap.h>

#include <algorithm>
#include <array>

#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/discarded_values.h"
#include "parse/queries/uses/found_position.h"
#include "parse/queries/uses/list_places.h"
#include "parse/queries/uses/list_uses.h"
#include "parse/queries/uses/map_uses.h"
#include "parse/queries/uses/stale_places.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

using Names = std::initializer_list<std::string_view>;

bool is_one_of(const clang::NamedDecl* function, Names names) {
  return function && function->getIdentifier() &&
         std::ranges::find(names, std::string_view(function->getName())) != names.end();
}

bool is_map(const clang::ValueDecl* container) { return is_map_of_numbers(container->getType()); }

/// Returns the variable of the set or map into which an algorithm finds a position.
const clang::ValueDecl* searched(const clang::CallExpr* call) {
  const clang::Expr* range = call->getNumArgs() > 1 ? container_of(call->getArg(0)) : nullptr;
  const auto* name = range ? llvm::dyn_cast<clang::DeclRefExpr>(as_written(range)) : nullptr;
  const auto type = name ? list_type(name->getType()) : std::nullopt;
  return type && is_keyed(*type) ? name->getDecl() : nullptr;
}

/// True for a local variable of deduced type.
bool may_hold_place(const clang::VarDecl* variable) {
  const clang::TypeSourceInfo* info = variable->getTypeSourceInfo();
  return variable->isLocalVarDecl() && !variable->isStaticLocal() && info && variable->getInit() &&
         info->getTypeLoc().getUnqualifiedLoc().getAs<clang::AutoTypeLoc>();
}

/// Visits parents before children: a use of an element is known where its position is visited.
class Finder : public AstVisitor {
 public:
  Finder(const clang::Stmt* body, const KeyedUses& before) : body_(body), before_(before) {}

  KeyedUses take() {
    for (const clang::VarDecl* one : held_) {
      const bool all = std::ranges::all_of(references_[one], [&](const auto* use) { return followed_.contains(use); });
      const KeyedPlace place = keyed_place(one->getInit());
      if (all && !may_be_stale(body_, one, place.container)) result_.variables.insert(one);
    }
    return std::move(result_);
  }

 private:
  bool visit(clang::Decl* node) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    if (!variable || !variable->getInit()) return true;
    if (!may_hold_place(variable) || !keyed_place(variable->getInit())) return true;
    held_.insert(variable);
    if (before_.variables.contains(variable)) use(variable->getInit());
    return true;
  }
  bool visit(clang::Stmt* node) override {
    for (const clang::Stmt* one : discarded_in(node)) {
      if (const auto* x = llvm::dyn_cast<clang::Expr>(one)) discarded_.insert(as_written(x));
    }
    if (const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(node)) name(x);
    if (const auto* x = llvm::dyn_cast<clang::ImplicitCastExpr>(node);
        x && x->getCastKind() == clang::CK_LValueToRValue)
      read(x->getSubExpr());
    if (const auto* x = llvm::dyn_cast<clang::BinaryOperator>(node); x && x->isAssignmentOp() && discarded_.contains(x))
      allow(x->getLHS(), writable_);
    if (const auto* x = llvm::dyn_cast<clang::UnaryOperator>(node);
        x && x->isIncrementDecrementOp() && discarded_.contains(x))
      allow(x->getSubExpr(), writable_);
    if (const auto* x = llvm::dyn_cast<clang::CXXConstructExpr>(node)) construction(x);
    if (const auto* x = llvm::dyn_cast<clang::CallExpr>(node)) call(x);
    if (const auto* x = llvm::dyn_cast<clang::MemberExpr>(node)) member(x);
    if (const auto* x = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(node))
      sides(x->getDecomposedForm().LHS, x->getDecomposedForm().RHS);
    return true;
  }

  void name(const clang::DeclRefExpr* source) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(source->getDecl());
    if (variable) references_[variable].push_back(source);
  }
  /// Accepts an element, or a part of one, as an operand that is read or changed.
  static void allow(const clang::Expr* value, llvm::SmallPtrSet<const clang::Expr*, 16>& uses) {
    for (;;) {
      value = value->IgnoreParenImpCasts();
      uses.insert(value);
      const auto* member = llvm::dyn_cast<clang::MemberExpr>(value);
      if (!member || member->isArrow()) return;
      value = member->getBase();
    }
  }
  /// Accepts an operand that is read, and each side of c ? a : b.
  void read(const clang::Expr* value) {
    const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(value->IgnoreParenImpCasts());
    if (!choice) return allow(value, readable_);
    read(choice->getTrueExpr());
    read(choice->getFalseExpr());
  }
  void use(const clang::Expr* position) {
    const KeyedPlace place = keyed_place(position);
    if (place.named && !place.named->refersToEnclosingVariableOrCapture()) followed_.insert(place.named);
    if (place.call) result_.calls.insert(place.call);
  }
  void sides(const clang::Expr* left, const clang::Expr* right) {
    const KeyedPlace first = keyed_place(left), second = keyed_place(right);
    if (!first || first.container != second.container) return;
    use(left);
    use(right);
  }

  void construction(const clang::CXXConstructExpr* source) {
    const clang::CXXConstructorDecl* constructor = source->getConstructor();
    const bool structure = is_in_std(constructor) && is_one_of(constructor->getParent(), {"pair", "tuple"});
    for (unsigned k = 0; k < std::min(source->getNumArgs(), constructor->getNumParams()); ++k) {
      if (structure || looks(constructor->getParamDecl(k)->getType())) read(source->getArg(k));
    }
  }
  /// True for a constant reference.
  static bool looks(clang::QualType parameter) {
    return parameter->isReferenceType() && parameter->getPointeeType().isConstQualified();
  }
  void call(const clang::CallExpr* source) {
    const clang::FunctionDecl* callee = source->getDirectCallee();
    if (!callee) return;
    const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source);
    if (operation) operator_call(operation);
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
    const unsigned object = operation && method && !method->isStatic() ? 1 : 0;
    const bool makes = is_in_std(callee) && is_one_of(callee, {"make_pair", "make_tuple", "emplace_back", "emplace",
                                                               "try_emplace", "emplace_front"});
    const bool shows = is_in_std(callee) && is_one_of(callee, {"tie", "cref", "as_const", "forward_as_tuple"});
    for (unsigned k = object; k < source->getNumArgs() && k - object < callee->getNumParams(); ++k) {
      if (makes || (!shows && looks(callee->getParamDecl(k - object)->getType()))) read(source->getArg(k));
    }
    if (const auto* x = llvm::dyn_cast<clang::CXXMemberCallExpr>(source)) method_call(x);
    if (!method) algorithm(source, callee);
  }
  void method_call(const clang::CXXMemberCallExpr* source) {
    const clang::ValueDecl* container = keyed_object(source);
    if (!container) return;
    if (keyed_insertion(source) && discarded_.contains(source)) result_.calls.insert(source);
    const bool erases = is_one_of(source->getMethodDecl(), {"erase"}) && source->getNumArgs() == 1;
    const KeyedPlace place = erases ? keyed_place(source->getArg(0)) : KeyedPlace();
    if (place.container != container || !discarded_.contains(source)) return;
    use(source->getArg(0));
    result_.calls.insert(source);
  }
  /// Handles algorithms over all elements of a set or a map.
  void algorithm(const clang::CallExpr* source, const clang::FunctionDecl* callee) {
    if (is_in_std(callee) && is_one_of(callee, {"distance"}) && source->getNumArgs() == 2)
      return sides(source->getArg(0), source->getArg(1));
    const clang::ValueDecl* container = searched(source);
    if (!container || (finds_element(source) && !result_.calls.contains(source))) return;
    const clang::QualType key = list_type(container->getType())->element;
    if (is_list_algorithm(source, is_ordered(key)) && reads_alone(source)) {
      for (const clang::Expr* argument : source->arguments()) use(argument);
    }
  }
  /// True if the algorithm changes no element of a range in a set or a map.
  static bool reads_alone(const clang::CallExpr* source) {
    const AlgorithmCall called = algorithm_call(source);
    const KnownAlgorithm known = find_algorithm(called, finds_element(source));
    for (size_t k = 0; k < called.arguments.size() && k < known.arguments.size(); ++k) {
      const bool writes = known.arguments[k] == 'u' || known.arguments[k] == 'w';
      if (writes && keyed_place(called.arguments[k])) return false;
    }
    return true;
  }
  void operator_call(const clang::CXXOperatorCallExpr* source) {
    const auto operation = source->getOperator();
    const bool compares = operation == clang::OO_EqualEqual || operation == clang::OO_ExclaimEqual;
    if (compares && source->getNumArgs() == 2) sides(source->getArg(0), source->getArg(1));
    if (operation == clang::OO_Star && source->getNumArgs() == 1 && readable_.contains(source)) use(source->getArg(0));
  }
  void member(const clang::MemberExpr* source) {
    const clang::Expr* base = source->getBase()->IgnoreParenImpCasts();
    const bool reads = readable_.contains(source);
    const bool second = is_one_of(source->getMemberDecl(), {"second"});
    if (const auto* arrow = llvm::dyn_cast<clang::CXXOperatorCallExpr>(base); arrow && source->isArrow()) {
      if (arrow->getOperator() != clang::OO_Arrow) return;
      const KeyedPlace place = keyed_place(arrow->getArg(0));
      if (place && (reads || (second && writable_.contains(source) && is_map(place.container)))) use(arrow->getArg(0));
    } else if (const auto* insertion = keyed_insertion(base); insertion && second && reads) {
      result_.calls.insert(insertion);
    }
  }

  const clang::Stmt* body_;
  const KeyedUses& before_;
  KeyedUses result_;
  llvm::SmallPtrSet<const clang::VarDecl*, 4> held_;
  llvm::DenseMap<const clang::VarDecl*, llvm::SmallVector<const clang::DeclRefExpr*, 4>> references_;
  llvm::SmallPtrSet<const clang::DeclRefExpr*, 16> followed_;
  llvm::SmallPtrSet<const clang::Expr*, 16> readable_, writable_, discarded_;
};

}  // namespace

const clang::Expr* unconverted_iterator(const clang::Expr* source) {
  source = as_written(source);
  for (;;) {
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(source);
    if (!made || made->getNumArgs() != 1) return source;
    source = as_written(made->getArg(0));
  }
}

bool is_keyed_container(clang::QualType type) {
  if (is_map_of_numbers(type)) return true;
  const auto list = list_type(type);
  return list && is_keyed(*list);
}

const clang::ValueDecl* keyed_object(const clang::CXXMemberCallExpr* call) {
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
  if (!member || member->isArrow() || !call->getMethodDecl()) return nullptr;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(as_written(call->getImplicitObjectArgument()));
  return name && is_keyed_container(name->getType()) ? name->getDecl() : nullptr;
}

bool KeyedPlace::is_in_map() const { return container && is_map(container); }

const clang::CXXMemberCallExpr* keyed_insertion(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(as_written(source));
  const clang::ValueDecl* container = call ? keyed_object(call) : nullptr;
  if (!container || !is_one_of(call->getMethodDecl(), {"insert", "emplace", "try_emplace", "insert_or_assign"}))
    return nullptr;
  if (is_map(container)) return inserted_element(call).key ? call : nullptr;
  const bool one = call->getNumArgs() == 1 && !keyed_place(call->getArg(0));
  return is_one_of(call->getMethodDecl(), {"emplace"}) || one ? call : nullptr;
}

InsertedElement inserted_element(const clang::CXXMemberCallExpr* insertion) {
  const bool whole = is_one_of(insertion->getMethodDecl(), {"insert"});
  if (!whole && insertion->getNumArgs() == 2) return {insertion->getArg(0), insertion->getArg(1)};
  if (insertion->getNumArgs() != 1) return {};
  if (!whole && is_one_of(insertion->getMethodDecl(), {"try_emplace"})) return {insertion->getArg(0), nullptr};
  const clang::Expr* element = unconverted_iterator(insertion->getArg(0));
  if (const auto* cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(element))
    element = as_written(cast->getSubExpr());
  const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(element);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(element);
  const auto* braced = llvm::dyn_cast<clang::InitListExpr>(element);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (made && made->getNumArgs() == 2) return {made->getArg(0), made->getArg(1)};
  if (braced && braced->getNumInits() == 2) return {braced->getInit(0), braced->getInit(1)};
  if (callee && is_in_std(callee) && is_one_of(callee, {"make_pair"})) return {call->getArg(0), call->getArg(1)};
  return {};
}

KeyedPlace keyed_place(const clang::Expr* source) {
  source = unconverted_iterator(source);
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(source)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    const bool holds = variable && may_hold_place(variable);
    const KeyedPlace held = holds ? keyed_place(variable->getInit()) : KeyedPlace();
    return {nullptr, held ? name : nullptr, held.container};
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(source)) {
    const bool first = !member->isArrow() && is_one_of(member->getMemberDecl(), {"first"});
    const auto* insertion = first ? keyed_insertion(member->getBase()) : nullptr;
    return insertion ? KeyedPlace{insertion, nullptr, keyed_object(insertion)} : KeyedPlace();
  }
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee) return {};
  if (is_step(callee)) return keyed_place(call->getArg(0));
  if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    const bool gives = is_one_of(callee, {"begin", "end", "cbegin", "cend", "rbegin", "rend", "crbegin", "crend",
                                          "find", "lower_bound", "upper_bound"});
    const clang::ValueDecl* container = gives ? keyed_object(method) : nullptr;
    return container ? KeyedPlace{call, nullptr, container} : KeyedPlace();
  }
  const clang::ValueDecl* container = finds_element(call) ? searched(call) : nullptr;
  return container ? KeyedPlace{call, nullptr, container} : KeyedPlace();
}

bool KeyedUses::follow(const KeyedPlace& place) const {
  if (place.named) return variables.contains(llvm::cast<clang::VarDecl>(place.named->getDecl()));
  return place.call && calls.contains(place.call);
}

KeyedUses find_keyed_uses(const clang::Stmt* body) {
  KeyedUses result;
  size_t known = 0;
  do {  // a variable is known after those that are computed from it
    known = result.variables.size();
    Finder finder(body, result);
    finder.traverse(body);
    result = finder.take();
  } while (result.variables.size() > known);
  return result;
}

}  // namespace agc::parse
