#include "parse/build/variables/pointer_builder.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "parse/build/values/algorithm_builder.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/variables/alias_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/build/variables/reference_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/position.h"
#include "parse/queries/uses/selected_pointer.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

namespace {

/// Returns the distance by which a position is moved: k of p + k, p += k, p[k], std::next(p, k). Returns null for a
/// move by one element.
const clang::Expr* distance_of(const clang::Expr* source) {
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(source)) return binary->getRHS();
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(source)) return element->getIdx();
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  if (!call || call->getNumArgs() != 2) return nullptr;
  const bool written = !llvm::isa<clang::CXXDefaultArgExpr>(call->getArg(1));
  return written && is_stageable_number(call->getArg(1)->getType()) ? call->getArg(1) : nullptr;
}

/// Removes moves such as `it + k` and adds their distances, outermost first. Returns the moved position.
const clang::Expr* strip_moves(const clang::Expr* source, std::vector<const clang::Expr*>& distances) {
  for (;;) {
    source = as_written(source);
    const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(source);
    const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
    const bool moves = (sum && sum->isAdditiveOp()) || (call && position_variable(call));
    if (!moves) return source;
    if (const clang::Expr* distance = distance_of(source)) distances.push_back(distance);
    source = sum ? sum->getLHS() : call->getArg(0);
  }
}

}  // namespace

bool PointerBuilder::is_position_variable(const clang::Expr* source) const {
  const clang::VarDecl* variable = position_variable(source);
  FunctionContext* at = &context_;
  while (variable && at && !at->pointers().positions_.contains(variable)) at = at->parent();
  return variable && at;
}

/// Returns the variables that a pointer may point into; empty if one target is no variable.
std::vector<model::VariableId> PointerBuilder::targets_of(const clang::VarDecl* variable) {
  const std::vector<KeptReference> reached = context_.kept().reached_from(variable);
  const auto is_variable = [](const KeptReference& one) {
    return (one.variable || one.member) && !one.captured && !one.lambda && !one.changes_itself;
  };
  std::vector<model::VariableId> roots;
  if (!std::ranges::all_of(reached, is_variable)) return roots;
  for (const KeptReference& one : reached) {
    if (one.variable && is_position_type(one.variable->getType())) continue;
    Expressions found;
    context_.aliases().refer_to_kept(one, variable->getLocation(), Access::Read, found);
    if (found.size() != 1 || found.front().kind != Kind::Reference) return {};
    roots.push_back(found.front().variable);
  }
  return roots;
}

bool PointerBuilder::declare_position(const clang::VarDecl* variable, Expressions& out) {
  if (!is_position_type(variable->getType()) || !is_followed_position(variable)) return false;
  const clang::TypeSourceInfo* info = variable->getTypeSourceInfo();
  if (!info || (!variable->getInit() && !selected_pointer(variable))) return false;
  clang::TypeLoc type = info->getTypeLoc().getUnqualifiedLoc();
  const bool deduced = variable->getType()->getContainedDeducedType() != nullptr;
  const bool pointer = variable->getType()->isPointerType();
  const std::vector<model::VariableId> roots = targets_of(variable);
  if (roots.empty()) return false;
  const bool numbers = std::ranges::any_of(roots, [&](auto id) { return function_.variable(id).has_numbers; });
  if (numbers && !deduced && !pointer) return false;
  Expr reference = finding(Kind::Reference, variable->getLocation());
  reference.variable = context_.variables().add_variable(variable, variable->getType());
  reference.access = Access::Declare;
  reference.initialised = variable->getInit() != nullptr;
  select_pointer(variable, reference.variable, roots);
  if (variable->getInit()) reference.operands.push_back(position_value(variable->getInit(), reference.variable));
  const model::VariableId id = reference.variable;
  out.push_back(std::move(reference));
  positions_.insert(variable);
  share_binding_times_of(roots, variable, out);
  if (!numbers || deduced || !pointer) return true;
  // The type is written here and follows that of the target.
  const auto pointee = type.getAs<clang::PointerTypeLoc>().getPointeeLoc().getUnqualifiedLoc();
  Expr alias = finding(Kind::AliasType, pointee.getSourceRange());
  alias.variable = roots.front();
  alias.pointer = id;
  alias.head = alias.range;
  alias.number_type = text_.flat_text(alias.head);
  alias.type = type_class(pointee.getType());
  out.push_back(std::move(alias));
  return true;
}

/// Shares symbolic numbers among the targets of a pointer, which have one type: if one target holds them, all do.
void PointerBuilder::share_binding_times_of(const std::vector<model::VariableId>& roots, const clang::VarDecl* variable,
                                            Expressions& out) {
  for (const model::VariableId one : roots) {
    for (const model::VariableId other : roots) {
      if (one == other || !function_.variable(one).has_numbers || !function_.variable(other).has_numbers) continue;
      Expr from = finding(Kind::Reference, variable->getLocation());
      from.variable = other;
      from.type = function_.variable(other).type;
      from.repeated = true;
      Expr promoted = from;
      promoted.variable = one;
      promoted.type = function_.variable(one).type;
      promoted.takes_binding_time = true;
      promoted.operands.push_back(std::move(from));
      out.push_back(std::move(promoted));
    }
  }
}

/// Collects the value of a position: v.begin() + k, &v[i], &a, another position.
void PointerBuilder::collect_position_value(const clang::Expr* value, Expressions& out) {
  std::vector<const clang::Expr*> distances;
  const clang::Expr* source = strip_moves(value, distances);
  for (const clang::Expr* distance : distances) collect_exit(distance, "an iterator", out, model::Remedy::WriteLoop);
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(source);
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(source)) {  // the host decides
    Expr result = expression(choice, {});
    for (const bool first : {true, false}) {
      const clang::Expr* side = first ? choice->getTrueExpr() : choice->getFalseExpr();
      Expressions values;
      collect_position_value(side, values);
      result.operands[first ? 1 : 2] = wrapped(Kind::HostCall, side, std::move(values));
    }
    out.push_back(std::move(result));
  } else if (container_of(source)) {
    context_.algorithms().collect_iterator(source, Access::Read, out);
  } else if (address && address->getOpcode() == clang::UO_AddrOf) {
    Expressions inner;
    collect(address->getSubExpr(), {}, inner);
    refuse_live(inner);
    refer_to_elements(inner);
    out.insert(out.end(), inner.begin(), inner.end());
  } else {
    collect(source, {}, out);
  }
}

void PointerBuilder::collect_pointee(const clang::Expr* position, Use use, Expressions& out) {
  const clang::VarDecl* variable = position_variable(position);
  if (selected_variable(variable) != model::kNoVariable) return collect_target(position, position, use, out);
  std::vector<const clang::Expr*> distances;
  strip_moves(position, distances);
  for (const clang::Expr* distance : distances) collect_exit(distance, "a pointer", out, model::Remedy::WriteLoop);
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(as_written(position));
  const bool moves =
      llvm::isa<clang::UnaryOperator>(as_written(position)) ||  // for *p++
      (call && (call->getOperator() == clang::OO_PlusPlus || call->getOperator() == clang::OO_MinusMinus));
  Expressions itself;
  context_.references().collect_variable(variable, position->getSourceRange(),
                                         {moves ? Access::Update : Access::Read, model::Sink::Host}, itself);
  for (Expr& one : itself) {
    if (one.variable != context_.variables().id_of(variable)) continue;
    out.push_back(std::move(one));
  }
  for (const KeptReference& one : context_.kept().reached_from(variable)) {
    if (one.variable && is_position_type(one.variable->getType())) continue;
    Expressions found;
    context_.aliases().refer_to_kept(one, position->getSourceRange(),
                                     use.access == Access::Read ? Access::Read : Access::Update, found);
    for (Expr& target : found) {
      target.repeated = false;
      out.push_back(std::move(target));
    }
  }
}

/// Returns the parameter that `pointer` names if it points to a variable of the caller, or none.
model::VariableId PointerBuilder::output_parameter(const clang::Expr* pointer) const {
  const auto* named = pointer ? llvm::dyn_cast<clang::DeclRefExpr>(as_written(pointer)) : nullptr;
  const auto* parameter = named ? llvm::dyn_cast<clang::ParmVarDecl>(named->getDecl()) : nullptr;
  const model::VariableId known = parameter ? context_.variables().find(parameter) : model::kNoVariable;
  if (known == model::kNoVariable || !parameter->getType()->isPointerType()) return model::kNoVariable;
  return function_.variable(known).name.starts_with('*') ? known : model::kNoVariable;
}

/// Collects *n of a parameter that points to a variable of the caller.
bool PointerBuilder::collect_output_parameter(const clang::Expr* source, Use use, Expressions& out) {
  const model::VariableId parameter = output_parameter(dereferenced(source));
  if (parameter == model::kNoVariable) return false;
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(source);
  if (member && !llvm::isa<clang::FieldDecl>(member->getMemberDecl())) return false;
  Expr reference = finding(Kind::Reference, source->getSourceRange());
  reference.variable = parameter;
  reference.type = type_class(source->getType());
  reference.access = member && use.access == Access::Write ? Access::Update : use.access;
  out.push_back(std::move(reference));
  return true;
}

bool PointerBuilder::collect_output_argument(const clang::ParmVarDecl* parameter, const clang::Expr* argument,
                                             Expressions& out) {
  if (!is_output_pointer(parameter)) return false;
  if (const model::VariableId given = output_parameter(argument); given != model::kNoVariable) {
    Expr reference = finding(Kind::Reference, argument->getSourceRange());
    reference.variable = given;
    reference.type = function_.variable(given).type;
    reference.access = Access::Update;
    out.push_back(std::move(reference));
    return true;
  }
  if (is_position_variable(argument)) {
    collect_pointee(argument, {Access::Update, model::Sink::Host}, out);
    return true;
  }
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(as_written(argument));
  if (!address || address->getOpcode() != clang::UO_AddrOf) {
    out.push_back(finding(Kind::IndirectWrite, argument->getSourceRange()));
    return true;
  }
  Expressions targets;
  collect(address->getSubExpr(), {Access::Update, model::Sink::Host}, targets);
  context_.externals().refuse_written(nullptr, targets);
  refer_to_elements(targets);
  out.insert(out.end(), targets.begin(), targets.end());
  return true;
}

bool PointerBuilder::collect_position(const clang::Stmt* statement, Use use, Expressions& out) {
  const auto* source = llvm::dyn_cast<clang::Expr>(statement);
  if (source && collect_output_parameter(source, use, out)) return true;
  if (!source || positions_.empty()) return false;
  if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(source)) return collect_chosen_reference(named, use, out);
  if (const clang::Expr* base = dereferenced(source); base && is_position_variable(base)) {
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(source);
    if (member && !llvm::isa<clang::FieldDecl>(member->getMemberDecl())) return false;
    if (selected_variable(position_variable(base)) != model::kNoVariable) {
      collect_target(source, base, use, out);
      return true;
    }
    const bool subscript = llvm::isa<clang::ArraySubscriptExpr>(source) ||
                           (llvm::isa<clang::CXXOperatorCallExpr>(source) && distance_of(source));
    if (subscript) collect_exit(distance_of(source), "a pointer", out, model::Remedy::WriteLoop);
    collect_pointee(base, use, out);
    return true;
  }
  const clang::Expr *left = nullptr, *right = nullptr;
  bool assigns = false, moves = false;
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(source)) {
    moves = unary->isIncrementDecrementOp();
    left = unary->getSubExpr();
  } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(source)) {
    assigns = binary->getOpcode() == clang::BO_Assign;
    moves = binary->isCompoundAssignmentOp();
    left = binary->getLHS();
    right = binary->getRHS();
    if (!assigns && !moves && !binary->isComparisonOp() && binary->getOpcode() != clang::BO_Sub) return false;
  } else if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(source)) {
    left = rewritten->getDecomposedForm().LHS;
    right = rewritten->getDecomposedForm().RHS;
  } else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source)) {
    const auto kind = call->getOperator();
    assigns = kind == clang::OO_Equal;
    moves = kind == clang::OO_PlusPlus || kind == clang::OO_MinusMinus || kind == clang::OO_PlusEqual ||
            kind == clang::OO_MinusEqual;
    left = call->getArg(0);
    if (call->getNumArgs() == 2) right = call->getArg(1);
    if (!assigns && !moves && !call->isComparisonOp() && kind != clang::OO_Minus) return false;
  }
  if (!left) return false;
  const bool first = is_position_variable(left), second = right && is_position_variable(right);
  if (!first && !second) return false;
  Expressions operands;
  if (moves || assigns) {
    if (!first) return false;
    Expr target = finding(Kind::Reference, left->getSourceRange());
    target.variable = context_.variables().id_of(position_variable(left));
    target.access = assigns ? Access::Write : Access::Update;
    const bool selected = selected_variable(position_variable(left)) != model::kNoVariable;
    if (right && assigns) {
      target.operands.push_back(position_value(right, selected ? target.variable : model::kNoVariable));
    } else if (right && selected) {
      target.operands.push_back(expression(right, {}));
    } else if (right && !llvm::isa<clang::UnaryOperator>(source)) {
      Expressions values;
      collect_exit(right, "a pointer", values, model::Remedy::WriteLoop);
      target.operands.push_back(wrapped(Kind::HostCall, right, std::move(values)));
    }
    out.push_back(std::move(target));
    return true;
  }
  if (!is_position_type(left->getType()) || (right && !is_position_type(right->getType()))) return false;
  const model::VariableId selected = selected_variable(position_variable(first ? left : right));
  for (const clang::Expr* side : {left, right}) {
    if (side && selected != model::kNoVariable)
      operands.push_back(compared_pointer(side));
    else if (side)
      collect_position_value(side, operands);
  }
  out.push_back(wrapped(selected != model::kNoVariable ? Kind::Opaque : Kind::HostCall, source, std::move(operands)));
  return true;
}

}  // namespace agc::parse
