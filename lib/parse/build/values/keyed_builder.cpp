/// Positions in sets and maps. While the host knows the keys, they are iterators of the library; in a list they are
/// positions that the graph computes. The existence of an element depends on the keys, its value on the map's numbers.
#include "parse/build/values/keyed_builder.h"

#include "parse/build/values/algorithm_builder.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/values/list_builder.h"
#include "parse/build/variables/reference_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/library_method.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/types/element_order.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/uses/keyed_places.h"
#include "parse/queries/uses/list_places.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

namespace {

bool is_second(const clang::MemberExpr* member) {
  const clang::IdentifierInfo* name = member->getMemberDecl()->getIdentifier();
  return name && name->getName() == "second";
}

/// Returns the position of an element: `it` of it->second and (*it).second; null for other expressions.
const clang::Expr* position_of(const clang::MemberExpr* member) {
  const auto* element = llvm::dyn_cast<clang::CXXOperatorCallExpr>(member->getBase()->IgnoreParenImpCasts());
  const auto kind = member->isArrow() ? clang::OO_Arrow : clang::OO_Star;
  return element && element->getOperator() == kind && element->getNumArgs() == 1 ? element->getArg(0) : nullptr;
}

}  // namespace

void KeyedBuilder::find_uses(const clang::FunctionDecl* function) { uses_ = find_keyed_uses(function->getBody()); }

const KeyedUses& KeyedBuilder::uses() const { return context_.outermost().keyed().uses_; }

/// True if the position is one in a set or a map whose numbers may be symbolic, and its uses are supported.
bool KeyedBuilder::follows_place(const clang::Expr* position) const {
  if (uses().calls.empty()) return false;
  const KeyedPlace place = keyed_place(position);
  return place && uses().follow(place) && is_followed_keyed(place.container);
}

/// True for a local map of numbers, and for a local set that may become a list.
bool KeyedBuilder::is_followed_keyed(const clang::ValueDecl* container) const {
  if (context_.lists().is_promotable_map(container)) return true;
  for (FunctionContext* at = &context_; at; at = at->parent()) {
    const model::VariableId known = at->variables().find(container);
    if (known == model::kNoVariable) continue;
    const model::Growth& growth = at->function().variable(known).growth;
    return growth.possible && growth.refused.empty();
  }
  return false;
}

bool KeyedBuilder::declare_keyed_place(const clang::VarDecl* variable, Expressions& out) {
  if (!uses().variables.contains(variable) || !follows_place(variable->getInit())) return false;
  Expr reference = finding(Kind::Reference, variable->getLocation());
  collect_keyed_place(variable->getInit(), reference.operands);
  reference.variable = context_.variables().add_variable(variable, variable->getType());
  reference.access = Access::Declare;
  reference.initialised = true;
  model::Variable& found = function_.variable(reference.variable);
  found.has_numbers = found.promotion.possible = found.promotion.deduced = true;
  out.push_back(std::move(reference));
  return true;
}

/// Returns a value that is as symbolic as the keys of the container.
Expr KeyedBuilder::keyed_length(const clang::Expr* source, const clang::ValueDecl* container) {
  Expressions named;
  context_.references().collect_variable(container, source->getSourceRange(), {}, named);
  Expr result = wrapped(Kind::Length, source, {});
  result.variable = named.empty() ? model::kNoVariable : named.front().variable;
  result.operands = std::move(named);
  if (result.variable == model::kNoVariable) result.kind = Kind::HostCall;
  return result;
}

/// Collects m.begin(), m.find(k), std::max_element(m.begin(), m.end()), m.insert(e).first, `it`, std::next(it).
void KeyedBuilder::collect_keyed_place(const clang::Expr* position, Expressions& out) {
  const clang::Expr* source = unconverted_iterator(position);
  const KeyedPlace place = keyed_place(source);
  if (place.named && source == place.named) return collect(source, {}, out);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  if (call && call->getDirectCallee() && is_step(call->getDirectCallee())) {
    Expressions operands;
    collect_keyed_place(call->getArg(0), operands);
    if (call->getNumArgs() > 1) collect(call->getArg(1), {}, operands);
    Expr moved = wrapped(Kind::StandardCall, source, std::move(operands));
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    moved.name = call->getDirectCallee()->getNameAsString();
    if (name) moved.head = {text_.offset(name->getBeginLoc()), text_.token(name->getLocation()).end};
    return out.push_back(std::move(moved));
  }
  if (const auto* insertion = place.call ? keyed_insertion(place.call) : nullptr) {
    collect_insertion(insertion, out);
    return out.push_back(keyed_length(source, place.container));
  }
  if (const auto* method = llvm::dyn_cast_or_null<clang::CXXMemberCallExpr>(call)) {
    Expr result = keyed_length(source, place.container);
    for (const clang::Expr* key : method->arguments()) collect_key(key, place.container, result.operands);
    return out.push_back(std::move(result));
  }
  if (!call || !context_.algorithms().collect_algorithm(call, /*finds=*/true, out)) collect(source, {}, out);
}

/// Collects a key that is looked up. A symbolic key makes a list of the container, if it may become one.
void KeyedBuilder::collect_key(const clang::Expr* key, const clang::ValueDecl* container, Expressions& out) {
  const auto list = list_type(container->getType());
  if (!list || !is_keyed(*list)) return collect_exit(key, "a map that is ordered in another way", out);
  Expressions parts;
  collect_value(key, parts);
  out.push_back(wrapped(Kind::Opaque, key, std::move(parts)));
}

void KeyedBuilder::collect_known_key(const clang::Expr* key, const std::string& consumer, Expressions& out) {
  const size_t first = out.size();
  collect_exit(key, consumer, out);
  const bool whole = out.size() == first + 1 && out.back().kind == Kind::Exit && !out.back().number_type.empty();
  if (!whole) return;
  Expr& inner = out.back().operands.front();  // an object, which a list converts
  inner.operands.clear();
  inner.kind = Kind::Opaque;
  collect_value(key, inner.operands);
}

/// Collects an insertion. A symbolic key makes a list of the container.
void KeyedBuilder::collect_insertion(const clang::CXXMemberCallExpr* source, Expressions& out) {
  const clang::Expr* object = source->getImplicitObjectArgument();
  const InsertedElement element = inserted_element(source);
  if (!is_map_of_numbers(object->getType()) || !element.key) {
    static_cast<void>(context_.lists().collect_resizing(source, out));
    return;
  }
  const std::string name = source->getMethodDecl()->getNameAsString();
  Expressions operands, targets;
  Expr* const map = context_.lists().collect_resized(object, name, targets);
  collect_known_key(element.key, "'" + name + "'", operands);
  if (element.value) collect_value(element.value, map ? map->operands : operands);
  operands.insert(operands.end(), targets.begin(), targets.end());
  out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
  out.back().operation = operation_of(source->getMethodDecl());
}

/// Collects *it, it->first and it->second, which may be assigned.
void KeyedBuilder::collect_keyed_element(const clang::Expr* source, const clang::Expr* position, Use use,
                                         Expressions& out) {
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(source);
  const bool value = !member || is_second(member) || !keyed_place(position).is_in_map();
  Expressions operands;
  collect_keyed_place(position, operands);
  if (value) {
    Expressions map;
    const Access access = use.access == Access::Read ? Access::Read : Access::Update;
    context_.references().collect_variable(keyed_place(position).container, source->getSourceRange(),
                                           {access, model::Sink::Host}, map);
    operands.insert(operands.end(), map.begin(), map.end());
  }
  out.push_back(wrapped(Kind::Opaque, source, std::move(operands)));
}

/// Collects it->first, it->second and m.insert(e).second. Returns false for other members.
bool KeyedBuilder::collect_keyed_member(const clang::MemberExpr* source, Use use, Expressions& out) {
  const clang::Expr* position = position_of(source);
  if (position && follows_place(position)) {
    collect_keyed_element(source, position, use, out);
    return true;
  }
  const auto* insertion = is_second(source) ? keyed_insertion(source->getBase()) : nullptr;
  if (!insertion || !uses().calls.contains(insertion) || !is_followed_keyed(keyed_object(insertion))) return false;
  Expressions operands;
  collect_insertion(insertion, operands);
  operands.push_back(keyed_length(source, keyed_object(insertion)));
  out.push_back(wrapped(Kind::Opaque, source, std::move(operands)));
  return true;
}

Expressions KeyedBuilder::take_keys(const clang::VarDecl* map, Expressions& entries) const {
  const auto list = list_type(map->getType());
  const auto refused = context_.lists().list_uses().refused.find(map);
  Expressions keys;
  if (!list || !is_keyed(*list) || (refused != context_.lists().list_uses().refused.end() && !refused->second.empty()))
    return keys;
  for (Expr& entry : entries) {
    if (entry.kind != Kind::Exit || entry.detail != kKey) continue;
    entry.is_element = true;
    keys.push_back(entry.operands.front());
    keys.back().repeated = true;
  }
  return keys;
}

void KeyedBuilder::collect_key_order(const clang::VarDecl* variable, const Expressions& keys, Expressions& out) {
  const auto list = list_type(variable->getType());
  if (!list || !is_keyed(*list) || !is_followed_keyed(variable)) return;
  if (!keys.empty()) {
    Expr length = finding(Kind::Length, variable->getLocation());
    context_.references().collect_variable(variable, variable->getLocation(), {}, length.operands);
    length.variable = length.operands.front().variable;
    length.repeated = true;
    length.operands.insert(length.operands.end(), keys.begin(), keys.end());
    out.push_back(std::move(length));
  }
  const clang::FunctionDecl* order = method_of_staged_class(own_order(list->element), text_);
  if (!order) return;
  Expr key = finding(Kind::Opaque, variable->getLocation());
  context_.references().collect_variable(variable, variable->getLocation(), {}, key.operands);
  key.type = model::TypeClass::NumberStructure;
  key.repeated = true;
  out.push_back(finding(Kind::Call, variable->getLocation()));
  call_order(order, key, out.back());
  context_.callees().staged_methods.insert(order);
}

bool KeyedBuilder::collect_key_of_pair(const clang::MemberExpr* source, Expressions& out) {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(as_written(source->getBase()));
  for (FunctionContext* at = &context_; named && at; at = at->parent()) {
    const auto& pairs = at->keyed().pairs_;
    const auto known = pairs.find(named->getDecl());
    if (known == pairs.end()) continue;
    if (!is_followed_keyed(known->second)) return false;
    out.push_back(keyed_length(source, known->second));
    return true;
  }
  return false;
}

bool KeyedBuilder::collect_keyed(const clang::Stmt* statement, Use use, Expressions& out) {
  const auto* source = llvm::dyn_cast<clang::Expr>(statement);
  if (!source) return false;
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(source)) return collect_keyed_member(member, use, out);
  if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(source))
    return collect_keyed_sides(source, rewritten->getDecomposedForm().LHS, rewritten->getDecomposedForm().RHS, out);
  if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source)) {
    const auto kind = operation->getOperator();
    if (kind == clang::OO_EqualEqual || kind == clang::OO_ExclaimEqual)
      return collect_keyed_sides(source, operation->getArg(0), operation->getArg(1), out);
    if (kind != clang::OO_Star || operation->getNumArgs() != 1 || !follows_place(operation->getArg(0))) return false;
    collect_keyed_element(source, operation->getArg(0), use, out);
    return true;
  }
  const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(source);
  return method && collect_keyed_method(method, out);
}

bool KeyedBuilder::collect_keyed_sides(const clang::Expr* source, const clang::Expr* left, const clang::Expr* right,
                                       Expressions& out) {
  if (!follows_place(left) || !follows_place(right)) return false;
  Expressions operands;
  collect_keyed_place(left, operands);
  collect_keyed_place(right, operands);
  out.push_back(wrapped(Kind::Opaque, source, std::move(operands)));
  return true;
}

bool KeyedBuilder::collect_keyed_method(const clang::CXXMemberCallExpr* source, Expressions& out) {
  if (keyed_insertion(source)) {
    if (!uses().calls.contains(source) || !is_followed_keyed(keyed_object(source))) return false;
    collect_insertion(source, out);
    return true;
  }
  const clang::CXXMethodDecl* method = source->getMethodDecl();
  const bool erases = is_named(method, "erase") && source->getNumArgs() == 1;
  if (!erases || !follows_place(source->getArg(0))) return false;
  Expressions operands;
  collect_keyed_place(source->getArg(0), operands);
  context_.lists().collect_resized(source->getImplicitObjectArgument(), "erase", operands);
  out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
  out.back().operation = operation_of(method);
  return true;
}

}  // namespace agc::parse
