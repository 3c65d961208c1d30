#include "parse/build/values/list_builder.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <string_view>

#include "parse/build/calls/call_builder.h"
#include "parse/build/calls/converted_call_builder.h"
#include "parse/build/values/algorithm_builder.h"
#include "parse/build/values/keyed_builder.h"
#include "parse/build/values/structure_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/library_method.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/types/element_order.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/listed_fields.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/found_position.h"
#include "parse/queries/uses/list_results.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

void ListBuilder::find_list_uses(const clang::FunctionDecl* function) {
  if (parent_) return;  // a lambda shares those of the function around it
  const bool on_demand = function_.has_variant_on_demand();
  const bool may_return = function_.has_staged_variant() || on_demand || function_.is_entry();
  const bool in_place = !function_.is_lambda() && !function_.variant;
  const clang::QualType result = function->getReturnType();
  const bool takes = result->isDependentType() || result->getContainedDeducedType() || holds_list(result);
  context_.keyed().find_uses(function);
  const KeyedUses& keyed = context_.keyed().uses();
  list_uses_ = parse::find_list_uses(
      function->getBody(), text_,
      {may_return && in_place && takes,
       [this](const clang::FunctionDecl* callee) {
         const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
         if (!method) return context_.converted_calls().is_convertible(callee);
         return context_.converted_calls().staged_variant_method(callee) &&
                (method->isStatic() || !is_value_class(method->getParent()));
       },
       [this](const clang::FieldDecl* field) { return session_.facts<ListedFields>().contains(field); }, keyed});
  function_.returned.lengths_differ = may_return && in_place && !function_.staged_method &&
                                      returned_lengths_differ(function->getBody(), result, list_uses_);
  promotable_maps_ = find_promotable_maps(function->getBody(), keyed);
}

bool ListBuilder::is_promotable_map(const clang::ValueDecl* declaration) const {
  return parent_ ? parent_->lists().is_promotable_map(declaration) : promotable_maps_.contains(declaration);
}

bool ListBuilder::initialises_promotable_map(const clang::CallExpr* source) const {
  return llvm::any_of(context_.outermost().lists().promotable_maps_, [&](const clang::ValueDecl* one) {
    const auto* map = llvm::dyn_cast<clang::VarDecl>(one);
    return map && map->getInit() && as_written(map->getInit()) == source;
  });
}

const ListUses& ListBuilder::list_uses() const { return parent_ ? parent_->lists().list_uses() : list_uses_; }

void ListBuilder::note_list(const clang::FunctionDecl* callee, unsigned index, const clang::Expr* argument,
                            size_t first, Expressions& out) const {
  const clang::Expr* source = as_written(argument);
  const bool call = llvm::isa<clang::CallExpr>(source);
  if ((!call && !llvm::isa<clang::DeclRefExpr>(source)) || !list_type(source->getType())) return;
  if (first >= out.size() || index >= callee->getNumParams()) return;
  if (const auto taken = list_type(callee->getParamDecl(index)->getType()); taken && taken->written) return;
  const Expr* found = &out[first];
  if (call && found->kind == Kind::Call) {  // f(g(x)): a list if g returns one
    out[first].list_argument = index + 1;
    return;
  }
  while (found->kind != Kind::Reference && found->operands.size() == 1) found = &found->operands.front();
  if (call || found->kind != Kind::Reference || !function_.variable(found->variable).growth.possible) return;
  out[first].list_argument = index + 1;
  out[first].variable = found->variable;
}

void ListBuilder::describe_growth(const clang::ValueDecl* declaration, model::Variable& variable) const {
  const auto* local = llvm::dyn_cast<clang::VarDecl>(declaration);
  const clang::TypeSourceInfo* info = local ? local->getTypeSourceInfo() : nullptr;
  const auto* parameter = llvm::dyn_cast_or_null<clang::ParmVarDecl>(local);
  if (!info || (local->getType()->isReferenceType() && !parameter)) return;
  const bool is_auto = info->getType()->getContainedDeducedType() != nullptr;
  clang::TypeLoc location = info->getTypeLoc();
  if (const auto reference = location.getAs<clang::ReferenceTypeLoc>()) location = reference.getPointeeLoc();
  location = location.getUnqualifiedLoc();
  const clang::SourceRange range = location.getSourceRange();
  if (range.isInvalid() || !text_.is_plain(range.getBegin()) || !text_.is_plain(range.getEnd())) return;
  const clang::PrintingPolicy& policy = session_.ast().getPrintingPolicy();
  if (is_auto && !variable.has_numbers &&
      (is_ag_class(local->getType(), "Tensor") || variable.type == model::TypeClass::TensorStructure)) {
    variable.promotion.deduced = true;  // could deduce an element of a list
    variable.promotion.type_range = text_.range(range);
    variable.promotion.type = local->getType().getCanonicalType().getUnqualifiedType().getAsString(policy);
  }
  const auto type = list_type(local->getType());
  if (!type || !local->hasLocalStorage()) return;
  if (parameter && !may_take_list(parameter)) return;
  model::Growth& growth = variable.growth;
  growth.possible = type->kind != model::ListKind::SortedMap || is_promotable_map(declaration);
  growth.type_range = text_.range(range);
  growth.kind = type->kind;
  growth.adapts = type->adapts;
  growth.order = type->order;
  growth.mapped = type->mapped;
  growth.element_class = element_class(type->element);
  growth.element = type->element.getAsString(policy);
  clang::TypeLoc written = location;
  if (const auto elaborated = written.getAs<clang::ElaboratedTypeLoc>()) written = elaborated.getNamedTypeLoc();
  if (const auto vector = written.getAs<clang::TemplateSpecializationTypeLoc>(); vector && vector.getNumArgs() >= 1)
    growth.element = text_.flat_text(text_.range(vector.getArgLoc(0).getSourceRange()));
  // The last token may be the >> that also ends the container.
  while (std::ranges::count(growth.element, '>') > std::ranges::count(growth.element, '<')) growth.element.pop_back();
  if (const auto refused = list_uses().refused.find(local); refused != list_uses().refused.end())
    growth.refused = refused->second;
  if (type->written) {
    growth.possible = !parameter && growth.refused.empty();
    if (growth.possible) growth.binding_time = model::BindingTime::MaybeStaged;
    growth.cause = variable.declared;
  }
  if (!growth.adapts) return;
  growth.possible = growth.refused.empty();  // otherwise it stays a vector of known numbers
  if (!growth.possible) return;
  const bool numbers = growth.element_class != model::TypeClass::Other;
  variable.type = numbers ? model::TypeClass::NumberStructure : model::TypeClass::TensorStructure;
  variable.has_numbers = variable.promotion.possible = numbers;
  variable.promotion.spelled = false;
}

/// True for a parameter of a function with a staged variant that may take a list, and of a lambda, which has one
/// variant only.
bool ListBuilder::may_take_list(const clang::ParmVarDecl* parameter) const {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext());
  const clang::QualType type = parameter->getType();
  if (!function || function_.variant || function_.staged_method || !holds_list(type) || !list_type(type)) return false;
  if (type->isRValueReferenceType() || !parameter->getIdentifier() || parameter->hasDefaultArg()) return false;
  const bool writable = type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
  if (parent_ || function_.is_lambda()) return lambda_ && !writable && !lambda_->getDependentCallOperator();
  if (!function_.has_staged_variant() && !function_.has_variant_on_demand()) return false;
  if (writable && function_.is_entry()) return false;
  const auto is_written_here = [this](const clang::FunctionDecl* one) {
    return text_.is_in_user_file(one->getLocation()) && text_.is_plain(one->getLocation());
  };
  return std::ranges::all_of(function->redecls(), is_written_here);
}

model::Range list_type_range(const clang::ParmVarDecl* parameter, const SourceText& text) {
  if (!list_type(parameter->getType()) || !parameter->getTypeSourceInfo()) return {};
  clang::TypeLoc location = parameter->getTypeSourceInfo()->getTypeLoc();
  if (const auto reference = location.getAs<clang::ReferenceTypeLoc>()) location = reference.getPointeeLoc();
  return text.range(location.getUnqualifiedLoc().getSourceRange());
}

Expr* ListBuilder::collect_resized(const clang::Expr* object, std::string_view name, Expressions& out) {
  const Resize resize = resize_of(name);
  const size_t before = out.size();
  collect(object, {name == "reserve" ? Access::Read : Access::Update, model::Sink::Host}, out);
  Expr* vector = nullptr;
  for (size_t k = before; k < out.size(); ++k) {
    Expr& target = out[k];
    if (target.kind != Kind::Reference || target.access == Access::Declare) continue;
    if (target.access == Access::Read && name != "reserve") continue;
    vector = &target;
    target.grows = resize == Resize::Grows;
    target.resizes = resize == Resize::Sets;
    target.name = text_.flat_text(text_.range(as_written(object)->getSourceRange()));
    target.detail =
        object->getType().getNonReferenceType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  }
  return vector;
}

bool ListBuilder::collect_overloaded_resizing(const clang::CallExpr* source, Expressions& out) {
  const clang::UnresolvedMemberExpr* named = overloaded_method(source);
  const clang::CXXRecordDecl* record = named ? named->getBase()->getType()->getAsCXXRecordDecl() : nullptr;
  if (!record || !is_in_std(record) || !list_type(named->getBase()->getType())) return false;
  const std::string name = named->getMemberName().getAsString();
  if (resize_of(name) == Resize::No) return false;
  collect_resized(named->getBase(), name, out);
  return true;
}

bool ListBuilder::collect_resizing(const clang::CXXMemberCallExpr* source, Expressions& out) {
  const clang::CXXMethodDecl* method = source->getMethodDecl();
  const clang::Expr* object = source->getImplicitObjectArgument();
  if (!method->getIdentifier() || !is_in_std(method)) return false;
  const bool of_vector = method->getParent()->getName() == "vector";
  const bool of_result = list_type(object->getType()) && llvm::isa<clang::CallExpr>(as_written(object));
  if (!of_vector && !of_result && !names_possible_list(object)) return false;
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(source->getCallee()->IgnoreParens());
  if (!member || member->isArrow()) return false;
  const std::string_view name = method->getName();
  if (name == "size" || name == "empty") return collect_length(source, out);
  if (name == "count" || name == "contains") return collect_by_key(source, out);
  const Resize resize = resize_of(name);
  if (resize == Resize::No && name != "reserve") return false;
  Expressions targets;
  Expr* const vector = collect_resized(object, name, targets);
  const model::Variable* variable = vector ? &function_.variable(vector->variable) : nullptr;
  const bool pushes = name.starts_with("push") || name.starts_with("emplace");
  // A list takes the number unchanged, and so does a vector of symbolic numbers that could be a list.
  const bool list = variable && (vector->listed || (variable->growth.possible && variable->growth.refused.empty()));
  // So does a vector of structures of numbers, which is never a list. So does a vector that a method of a staged class
  // or an instantiation returns, which is no list there.
  const bool stays = variable && (!variable->growth.possible || (!list && function_.copy.at_end_of_file()));
  const bool of_staged_class = variable && variable->member && function_.copy.in_staged_class;
  const bool named =
      variable && variable->promotion.possible && llvm::isa<clang::DeclRefExpr>(object->IgnoreParenImpCasts());
  const bool holds = variable && variable->has_numbers && (named || of_staged_class) &&
                     vector->access == Access::Update && is_structure_of_numbers(object->getType());
  const bool structures = stays && holds;
  const bool takes = list || (structures && pushes);
  // A vector that cannot be a list also accepts the numbers if they are known to be symbolic.
  const bool fills = source->getNumArgs() == 2 && (name == "insert" || name == "assign" || name == "resize") &&
                     is_stageable_number(source->getArg(1)->getType());
  Expressions operands;
  if (list && !pushes) {
    list_arguments(source, *vector, operands);
  } else if (takes && pushes) {
    for (const clang::Expr* argument : source->arguments()) collect_value(argument, vector->operands);
  } else if (holds && !list && pushes && source->getNumArgs() == 1) {
    context_.structures().collect_listed_element(source->getArg(0), vector->operands);
  } else if (holds && !list && fills) {
    if (name == "insert")
      context_.algorithms().collect_iterator(source->getArg(0), Access::Read, operands);
    else
      context_.calls().collect_arguments(method, llvm::ArrayRef(source->getArgs(), 1), 0, operands);
    context_.structures().collect_listed_element(source->getArg(1), vector->operands);
  } else {
    context_.calls().collect_arguments(method, llvm::ArrayRef(source->getArgs(), source->getNumArgs()), 0, operands);
  }
  const auto type = list_type(object->getType());
  const clang::FunctionDecl* order =
      type && list && type->kind == model::ListKind::PriorityQueue ? order_of_queue(object->getType(), text_) : nullptr;
  if (order) {
    Expressions element;
    collect(object, {}, element);
    Expr compared = wrapped(Kind::Opaque, object, std::move(element));
    compared.type = model::TypeClass::NumberStructure;
    compared.repeated = true;
    operands.push_back(wrapped(Kind::Call, source, {}));
    call_order(order, compared, operands.back());
    context_.callees().staged_methods.insert(order);
  }
  operands.insert(operands.end(), targets.begin(), targets.end());
  out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
  out.back().operation = operation_of(method);
  return true;
}

/// Collects the arguments of a list method: positions, numbers that may be symbolic, and elements.
void ListBuilder::list_arguments(const clang::CXXMemberCallExpr* source, Expr& list, Expressions& out) {
  const std::string_view name = source->getMethodDecl()->getName();
  for (unsigned k = 0; k < source->getNumArgs(); ++k) {
    const clang::Expr* argument = source->getArg(k);
    if (llvm::isa<clang::CXXDefaultArgExpr>(argument)) continue;
    const bool counts = (k == 0 && (name == "reserve" || name == "resize" || name == "assign")) ||
                        (k == 1 && name == "insert" && source->getNumArgs() == 3);
    const auto type = list_type(source->getImplicitObjectArgument()->getType());
    if (type && type->kind == model::ListKind::SortedMap) {  // its values do not depend on the key
      out.push_back(exit(argument, "'" + std::string(name) + "'"));
    } else if (type && is_keyed(*type)) {
      collect_value(argument, list.operands);
    } else if (container_of(argument)) {
      Expressions place;
      context_.algorithms().collect_iterator(argument, Access::Read, place);
      if (name == "assign" || name == "insert") list.operands.insert(list.operands.end(), place.begin(), place.end());
      out.insert(out.end(), place.begin(), place.end());
    } else if (const clang::CallExpr* call = name == "erase" ? list_algorithm_call(argument) : nullptr) {
      context_.algorithms().collect_algorithm(call, finds_element(call), out);
    } else if (name == "erase") {  // a variable with a found position
      collect(argument, {}, out);
    } else if (counts && is_stageable_number(argument->getType())) {
      out.push_back(exit(argument, "'" + std::string(name) + "'"));
    } else {
      collect_value(argument, list.operands);
    }
  }
}

/// Collects s.count(k) and s.contains(k) of a set: the result is as symbolic as the keys.
bool ListBuilder::collect_by_key(const clang::CXXMemberCallExpr* source, Expressions& out) {
  Expressions key;
  if (source->getNumArgs() != 1 || !collect_length(source, out)) return false;
  collect_value(source->getArg(0), key);
  Expressions& operands = out.back().operands;
  operands.insert(operands.end(), key.begin(), key.end());
  return true;
}

/// Collects v.size(), v.empty() and f(x).size(): the result is as symbolic as the number of elements.
bool ListBuilder::collect_length(const clang::CXXMemberCallExpr* source, Expressions& out) {
  Expressions operands;
  collect(source->getImplicitObjectArgument(), {}, operands);
  if (operands.size() != 1) return false;
  const Expr& object = operands.front();
  const bool of_result = object.kind == Kind::Call && !object.called.of_lambda;
  const bool names = object.kind == Kind::Reference;
  if (!of_result && !(names && (object.listed || function_.variable(object.variable).growth.possible))) return false;
  const model::VariableId list = names ? object.variable : model::kNoVariable;
  Expr result = wrapped(Kind::Length, source, std::move(operands));
  result.variable = list;
  out.push_back(std::move(result));
  return true;
}

bool ListBuilder::names_possible_list(const clang::Expr* container) const {
  const clang::Expr* written = container ? as_written(container) : nullptr;
  if (const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(written)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    return field && session_.facts<ListedFields>().contains(field);
  }
  const auto* name = llvm::dyn_cast_or_null<clang::DeclRefExpr>(written);
  if (!name) return false;
  for (FunctionContext* at = &context_; at; at = at->parent()) {
    const model::VariableId known = at->variables().find(name->getDecl());
    if (known == model::kNoVariable) continue;
    const model::Growth& growth = at->function().variable(known).growth;
    return growth.possible && growth.refused.empty();
  }
  return false;
}

}  // namespace agc::parse
