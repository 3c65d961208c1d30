// Pointers to variables of the function, and references that ?: initializes, if a tensor may select their target.
#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "model/visit.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/variables/pointer_builder.h"
#include "parse/build/variables/reference_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/position.h"
#include "parse/queries/uses/selected_pointer.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

/// Returns the end of the written type of a pointer or a reference before its name: the * or &, or `auto`.
static clang::SourceLocation end_of_type(const clang::VarDecl* variable) {
  const clang::TypeLoc type = variable->getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
  if (const auto written = type.getAs<clang::PointerTypeLoc>()) return written.getStarLoc();
  if (const auto written = type.getAs<clang::LValueReferenceTypeLoc>()) return written.getAmpLoc();
  return type.getEndLoc();
}

/// True if all targets of the pointer are declared before it, live at least as long, and can hold values of a graph.
bool PointerBuilder::has_selectable_targets(const clang::VarDecl* pointer) const {
  const clang::QualType pointee = pointer->getType()->getPointeeType();
  const bool numbers = is_stageable_number(pointee) || is_structure_of_numbers(pointee);
  const clang::SourceManager& sources = session_.ast().getSourceManager();
  const model::Offset end = context_.declared_names().name_of(pointer).scope.end;
  if (!pointer->getTypeSourceInfo() || !text_.is_plain(pointer->getBeginLoc()) || !text_.is_plain(end_of_type(pointer)))
    return false;
  return std::ranges::all_of(context_.kept().reached_from(pointer), [&](const KeptReference& one) {
    if (!one.variable || one.captured || one.lambda || one.changes_itself) return false;
    if (is_position_type(one.variable->getType())) return true;
    const clang::QualType type = one.variable->getType().getNonReferenceType();
    if (numbers && !is_stageable_number(type) && !is_structure_of_numbers(type)) return false;
    const model::Range scope = context_.declared_names().name_of(one.variable).scope;
    return (scope.empty() || scope.end >= end) &&
           sources.isBeforeInTranslationUnit(one.variable->getLocation(), pointer->getLocation());
  });
}

/// Prepares the declaration of a pointer or a reference whose target a tensor selects.
void PointerBuilder::select_pointer(const clang::VarDecl* variable, model::VariableId id,
                                    const std::vector<model::VariableId>& targets) {
  model::Variable& pointer = function_.variable(id);
  if (pointer.has_numbers && variable->getType()->isPointerType()) return;
  const std::optional<SelectedPointer> selected = selected_pointer(variable);
  const auto is_selectable = [&](const clang::VarDecl* one) { return has_selectable_targets(one); };
  if (!selected || !std::ranges::all_of(selected->connected, is_selectable)) return;
  const clang::PrintingPolicy& policy = session_.ast().getPrintingPolicy();
  const model::Range end = text_.token(end_of_type(variable));
  model::Promotion& promotion = pointer.promotion;
  promotion = {};
  promotion.possible = true;
  promotion.type = variable->getType()->getPointeeType().getAsString(policy);
  promotion.type_range = {text_.offset(variable->getBeginLoc()), end.end};
  for (const clang::VarDecl* one : selected->connected) {  // double *p, *q
    const model::Range first = text_.token(end_of_type(one));
    if (one->getBeginLoc() != variable->getBeginLoc() || first.end >= promotion.type_range.end) continue;
    promotion.type_range.end = first.end;
    pointer.star = end;
  }
  pointer.has_numbers = pointer.is_pointer = true;
  pointer.is_reference = variable->getType()->isReferenceType();
  pointer.targets = targets;
  pointer.moves = selected->moves;
  pointer.type = model::TypeClass::Other;
  pointer.growth = {};
  pointer.classes.clear();
}

/// Returns the variable of a pointer or a reference whose target a tensor may select, or none.
model::VariableId PointerBuilder::selected_variable(const clang::ValueDecl* variable) const {
  const model::VariableId known = variable ? context_.variables().find(variable) : model::kNoVariable;
  return known != model::kNoVariable && function_.variable(known).is_pointer ? known : model::kNoVariable;
}

/// Returns a ?: between pointers, whose value the pointer or reference takes. `side` builds an operand.
Expr PointerBuilder::chosen_pointer(const clang::ConditionalOperator* choice, model::VariableId pointer,
                                    llvm::function_ref<Expr(const clang::Expr*)> side) {
  Expr result = expression(choice, {});
  result.operands[1] = side(choice->getTrueExpr());
  result.operands[2] = side(choice->getFalseExpr());
  result.chooses_pointer = true;
  result.pointer = pointer;
  result.number_type = function_.variable(pointer).promotion.type;
  result.sink = model::Sink::Host;
  return result;
}

/// Returns the value of a position. Its binding time is that of the expressions that select the target. `pointer`: the
/// assigned variable, if a tensor may select its target.
Expr PointerBuilder::position_value(const clang::Expr* value, model::VariableId pointer) {
  const clang::Expr* written = as_written(value);
  const auto known = [&] {
    Expressions values;
    collect_position_value(value, values);
    return wrapped(Kind::HostCall, value, std::move(values));
  };
  if (pointer == model::kNoVariable) return known();
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(written)) {
    return chosen_pointer(choice, pointer, [&](const clang::Expr* side) { return position_value(side, pointer); });
  }
  const clang::VarDecl* other = position_variable(value);
  if (selected_variable(other) != model::kNoVariable) return compared_pointer(value);
  Expr result = known();
  const clang::Expr* array = function_.variable(pointer).moves ? array_of_pointer(value) : nullptr;
  if (array) {
    result.pointer = pointer;
    result.array = text_.flat_text(text_.range(array->getSourceRange()));
  }
  return result;
}

/// Returns the expression for a pointer that is compared, copied or moved: p, p + n, or a known value.
Expr PointerBuilder::compared_pointer(const clang::Expr* side) {
  const clang::VarDecl* variable = position_variable(side);
  if (selected_variable(variable) == model::kNoVariable) {
    Expressions values;
    collect_position_value(side, values);
    return wrapped(Kind::HostCall, side, std::move(values));
  }
  Expressions parts;
  for (const clang::Expr* source = as_written(side);;) {
    const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(source);
    const auto* step = llvm::dyn_cast<clang::UnaryOperator>(source);
    if (sum) {
      const bool left = sum->getLHS()->getType()->isPointerType();
      parts.push_back(expression(left ? sum->getRHS() : sum->getLHS(), {}));
      source = as_written(left ? sum->getLHS() : sum->getRHS());
    } else if (step) {
      collect(step, {}, parts);
      break;
    } else {
      context_.references().collect_variable(variable, source->getSourceRange(), {}, parts);
      break;
    }
  }
  std::erase_if(parts, [&](const Expr& one) { return one.repeated; });
  Expr result = wrapped(Kind::Opaque, side, std::move(parts));
  result.type = model::TypeClass::Other;
  return result;
}

bool PointerBuilder::declare_chosen_reference(const clang::VarDecl* variable, Expressions& out) {
  const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(as_written(variable->getInit()));
  if (!choice || !variable->getType()->isLValueReferenceType() || !selected_pointer(variable)) return false;
  const std::vector<model::VariableId> targets = targets_of(variable);
  if (targets.empty()) return false;
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  const bool constant = variable->getType()->getPointeeType().isConstQualified();
  const auto changes = [&](const KeptReference& one) {
    return one.variable && may_change_later(function, one.variable, variable->getLocation());
  };
  if (constant && std::ranges::none_of(context_.kept().reached_from(variable), changes)) return false;  // a copy
  const model::VariableId id = context_.variables().add_variable(variable, variable->getType());
  const model::Promotion written = function_.variable(id).promotion;
  const bool numbers = function_.variable(id).has_numbers;
  select_pointer(variable, id, targets);
  if (!function_.variable(id).is_pointer) {
    function_.variables.pop_back();
    context_.variables().forget(variable);
    return false;
  }
  Expr reference = finding(Kind::Reference, variable->getLocation());
  reference.variable = id;
  reference.access = Access::Declare;
  reference.initialised = true;
  reference.operands.push_back(chosen_target(choice, id));
  out.push_back(std::move(reference));
  positions_.insert(variable);
  share_binding_times_of(targets, variable, out);
  if (!numbers || written.deduced || written.type_range.empty()) return true;
  Expr alias = finding(Kind::AliasType, variable->getLocation());
  alias.variable = targets.front();
  alias.pointer = id;
  alias.head = alias.range = written.type_range;
  alias.number_type = written.type;
  alias.type = type_class(variable->getType().getNonReferenceType());
  out.push_back(std::move(alias));
  return true;
}

/// Returns the expression for c ? a : b as a pointer to a or b.
Expr PointerBuilder::chosen_target(const clang::Expr* source, model::VariableId reference) {
  const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(as_written(source));
  if (!choice) {
    Expressions inner;
    collect(source, {}, inner);
    refuse_live(inner);
    refer_to_elements(inner);
    return wrapped(Kind::HostCall, source, std::move(inner));
  }
  Expr result =
      chosen_pointer(choice, reference, [&](const clang::Expr* side) { return chosen_target(side, reference); });
  result.outer_range = text_.range(source->getSourceRange());
  result.type = model::TypeClass::Other;
  return result;
}

bool PointerBuilder::collect_chosen_reference(const clang::DeclRefExpr* source, Use use, Expressions& out) {
  const model::VariableId id = selected_variable(source->getDecl());
  if (id == model::kNoVariable || !function_.variable(id).is_reference) return false;
  collect_target(source, nullptr, use, out);
  return true;
}

/// Collects *p, p->m, p[n], or the name of a reference. `pointer`: p, or null for a reference. It equals `source` if
/// the pointer itself is passed on.
void PointerBuilder::collect_target(const clang::Expr* source, const clang::Expr* pointer, Use use, Expressions& out) {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(source);
  const clang::ValueDecl* variable = pointer ? position_variable(pointer) : named->getDecl();
  const model::VariableId id = selected_variable(variable);
  const bool writes = use.access != Access::Read;
  Expressions operands;
  Expr target = wrapped(Kind::Opaque, source, {});
  target.pointer = id;
  // The targets come before the pointer: the assigned value belongs to them and is evaluated first.
  for (const model::VariableId root : function_.variable(id).targets) {
    Expr reference = finding(Kind::Reference, source->getSourceRange());
    reference.variable = root;
    reference.type = function_.variable(root).type;
    reference.access = writes ? Access::Update : Access::Read;
    operands.push_back(std::move(reference));
  }
  if (pointer) {
    operands.push_back(compared_pointer(pointer));
    model::visit_expressions(operands.back(), [&](const Expr& one) {
      target.moves_pointer = target.moves_pointer || (one.variable == id && one.access != Access::Read);
    });
  } else {
    Expr itself = finding(Kind::Reference, source->getSourceRange());
    itself.variable = id;
    operands.push_back(std::move(itself));
  }
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(source); element && source != pointer) {
    Expr promoted = finding(Kind::Reference, source->getSourceRange());  // p[n] with a symbolic n
    promoted.variable = id;
    promoted.takes_binding_time = true;
    promoted.operands.push_back(expression(element->getIdx(), {}));
    operands.push_back(std::move(promoted));
  }
  target.operands = std::move(operands);
  if (writes) written_.push_back(id);
  out.push_back(std::move(target));
}

namespace {

/// Returns *p of *p = v if p points to the whole variable, else null.
Expr* assigned_target(Expr& one, model::VariableId pointer, model::Range target) {
  if (one.kind == Kind::Opaque && one.pointer == pointer && one.range == target) return &one;
  for (Expr& operand : one.operands) {
    if (Expr* found = assigned_target(operand, pointer, target)) return found;
  }
  return nullptr;
}

/// Returns the target of an assignment or of ++ and --.
const clang::Expr* target_of(const clang::Expr* source) {
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(source))
    return binary->isAssignmentOp() ? binary->getLHS() : nullptr;
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(source))
    return unary->isIncrementDecrementOp() ? unary->getSubExpr() : nullptr;
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source);
  if (!call) return nullptr;
  const bool steps = call->getOperator() == clang::OO_PlusPlus || call->getOperator() == clang::OO_MinusMinus;
  return steps || call->isAssignmentOp() ? call->getArg(0) : nullptr;
}

}  // namespace

void PointerBuilder::write_through(const clang::Expr* source, Use use, size_t first, size_t outer, Expressions& out) {
  if (written_.size() <= outer) return;
  std::vector<model::VariableId> pointers(written_.begin() + std::ptrdiff_t(outer), written_.end());
  written_.resize(outer);
  std::ranges::sort(pointers);
  pointers.erase(std::unique(pointers.begin(), pointers.end()), pointers.end());
  const clang::Expr* target = target_of(source);
  if (target && pointers.size() == 1 && use.sink == model::Sink::Discarded) {
    const clang::Expr* written = as_written(target);
    const bool part = llvm::isa<clang::MemberExpr>(written);
    for (size_t k = first; !part && k < out.size(); ++k) {
      Expr* found = assigned_target(out[k], pointers.front(), text_.range(written->getSourceRange()));
      if (!found) continue;
      found->assigned_through = true;
      return;
    }
  }
  Expressions parts(std::make_move_iterator(out.begin() + std::ptrdiff_t(first)), std::make_move_iterator(out.end()));
  out.resize(first);
  out.push_back(wrapped(Kind::Opaque, source, std::move(parts)));
  out.back().type = class_of(source);
  out.back().sink = use.sink;
  out.back().through = std::move(pointers);
}

}  // namespace agc::parse
