// Vectors whose number of elements changes: they may become lists.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/callee.h"
#include "parse/function_builder.h"
#include "parse/list_uses.h"
#include "parse/type_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

namespace {

/// The methods of std::vector that give it another number of elements.
enum class Resize { No, Grows, Sets };

Resize resize_of(std::string_view method) {
  static constexpr std::array<std::string_view, 4> kGrow{"push_back", "emplace_back", "insert", "emplace"};
  static constexpr std::array<std::string_view, 6> kSet{"pop_back", "erase", "clear", "resize", "assign", "swap"};
  if (std::ranges::find(kGrow, method) != kGrow.end()) return Resize::Grows;
  return std::ranges::find(kSet, method) != kSet.end() ? Resize::Sets : Resize::No;
}

}  // namespace

void FunctionBuilder::find_list_uses(const clang::FunctionDecl* function) {
  if (parent_) return;  // they are those of the function around the lambda
  const bool may_return = function_.has_staged_face || function_.mode == model::Function::Mode::Entry;
  const bool in_place = !function_.nested && !function_.twin && !function_.face;
  const clang::QualType result = function->getReturnType();
  const bool holds_list =
      !result->isDependentType() && !result->getContainedDeducedType() && !is_growing_vector(result);
  refused_uses_ = find_refused_uses(function->getBody(), text_, may_return && in_place && !holds_list);
  raisable_maps_ = find_raisable_maps(function->getBody());
}

bool FunctionBuilder::is_raisable_map(const clang::ValueDecl* declaration) const {
  return parent_ ? parent_->is_raisable_map(declaration) : raisable_maps_.contains(declaration);
}

const RefusedUses& FunctionBuilder::refused_uses() const { return parent_ ? parent_->refused_uses() : refused_uses_; }

/// Whether the variable may become a list, and how it is declared.
void FunctionBuilder::describe_growth(const clang::ValueDecl* declaration, model::Variable& variable) const {
  const auto* local = llvm::dyn_cast<clang::VarDecl>(declaration);
  const clang::TypeSourceInfo* info = local ? local->getTypeSourceInfo() : nullptr;
  if (!info || local->getType()->isReferenceType()) return;
  const bool is_auto = info->getType()->getContainedDeducedType() != nullptr;
  const clang::TypeLoc location = info->getTypeLoc().getUnqualifiedLoc();
  const clang::SourceRange range = location.getSourceRange();
  if (range.isInvalid() || !text_.is_plain(range.getBegin()) || !text_.is_plain(range.getEnd())) return;
  if (is_auto && is_ag_class(local->getType(), "Tensor")) {  // it could find an element of a list
    variable.promotion.deduced = true;
    variable.promotion.type_range = text_.range(range);
  }
  if (llvm::isa<clang::ParmVarDecl>(local) || !local->hasLocalStorage() || !is_growing_vector(local->getType())) return;
  if (local->getType().isConstQualified()) return;
  model::Growth& growth = variable.growth;
  growth.possible = true;
  growth.type_range = text_.range(range);
  const auto* record = llvm::cast<clang::ClassTemplateSpecializationDecl>(local->getType()->getAsCXXRecordDecl());
  growth.element = record->getTemplateArgs()[0].getAsType().getAsString(session_.ast().getPrintingPolicy());
  clang::TypeLoc written = location;
  if (const auto elaborated = written.getAs<clang::ElaboratedTypeLoc>()) written = elaborated.getNamedTypeLoc();
  if (const auto vector = written.getAs<clang::TemplateSpecializationTypeLoc>(); vector && vector.getNumArgs() == 1)
    growth.element = text_.flat_text(text_.range(vector.getArgLoc(0).getSourceRange()));
  if (const auto refused = refused_uses().find(local); refused != refused_uses().end())
    growth.refused = refused->second;
}

/// The vector of which the method of this name changes the number of elements, or prepares for that.
Expr* FunctionBuilder::collect_resized(const clang::Expr* object, std::string_view name, Expressions& out) {
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

/// The same where the arguments of an instantiation choose among overloads, as with push_back.
bool FunctionBuilder::collect_overloaded_resizing(const clang::CallExpr* source, Expressions& out) {
  const clang::UnresolvedMemberExpr* named = overloaded_method(source);
  const clang::CXXRecordDecl* record = named ? named->getBase()->getType()->getAsCXXRecordDecl() : nullptr;
  if (!record || !is_in_std(record) || record->getName() != "vector") return false;
  const std::string name = named->getMemberName().getAsString();
  if (resize_of(name) == Resize::No) return false;
  collect_resized(named->getBase(), name, out);
  return true;
}

/// A method of a std::vector that has to do with its number of elements. False where it is another call.
bool FunctionBuilder::collect_resizing(const clang::CXXMemberCallExpr* source, Expressions& out) {
  const clang::CXXMethodDecl* method = source->getMethodDecl();
  const clang::Expr* object = source->getImplicitObjectArgument();
  if (!method->getIdentifier() || !is_in_std(method) || method->getParent()->getName() != "vector") return false;
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(source->getCallee()->IgnoreParens());
  if (!member || member->isArrow()) return false;
  const std::string_view name = method->getName();
  if (name == "size" || name == "empty") return collect_length(source, out);
  const Resize resize = resize_of(name);
  if (resize == Resize::No && name != "reserve") return false;
  Expressions targets;
  Expr* const vector = collect_resized(object, name, targets);
  const model::Variable* variable = vector ? &function_.variable(vector->variable) : nullptr;
  const bool pushes = name == "push_back" || name == "emplace_back";
  // A list, and a vector of symbolic numbers that is used as a list could be, takes the number as it is.
  const bool list = variable && variable->growth.possible && variable->growth.refused.empty();
  // So does one of structures of numbers, which is never a list, and in a twin or an instantiation one that the
  // function returns, which is none there.
  const bool stays = variable && (!variable->growth.possible || (!list && function_.stands_behind()));
  const bool of_twin = variable && variable->member && function_.in_twin;
  const bool named =
      variable && variable->promotion.possible && llvm::isa<clang::DeclRefExpr>(object->IgnoreParenImpCasts());
  const bool holds = variable && variable->has_numbers && (named || of_twin) && vector->access == Access::Update &&
                     is_structure_of_numbers(object->getType());
  const bool structures = stays && holds;
  const bool takes = list || (structures && pushes);
  // One that is used as only a vector can be holds them as well, where they are surely symbolic.
  const bool fills = source->getNumArgs() == 2 && (name == "insert" || name == "assign" || name == "resize") &&
                     is_stageable_number(source->getArg(1)->getType());
  Expressions operands;
  if (takes && pushes) {
    for (const clang::Expr* argument : source->arguments()) collect_value(argument, vector->operands);
  } else if (holds && !list && pushes && source->getNumArgs() == 1) {
    collect_listed_element(source->getArg(0), vector->operands);
  } else if (holds && !list && fills) {
    if (name == "insert")
      collect_iterator(source->getArg(0), Access::Read, operands);
    else
      collect_arguments(method, llvm::ArrayRef(source->getArgs(), 1), 0, operands);
    collect_listed_element(source->getArg(1), vector->operands);
  } else if (takes && name == "reserve") {
    for (const clang::Expr* argument : source->arguments()) operands.push_back(exit(argument, "'reserve'"));
  } else {
    collect_arguments(method, llvm::ArrayRef(source->getArgs(), source->getNumArgs()), 0, operands);
  }
  operands.insert(operands.end(), targets.begin(), targets.end());
  out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
  out.back().name = method->getNameAsString();
  return true;
}

/// v.size(), v.empty(): as known as the number of elements.
bool FunctionBuilder::collect_length(const clang::CXXMemberCallExpr* source, Expressions& out) {
  Expressions operands;
  collect(source->getImplicitObjectArgument(), {}, operands);
  const bool names = operands.size() == 1 && operands.front().kind == Kind::Reference;
  if (!names || !function_.variable(operands.front().variable).growth.possible) return false;
  const model::VariableId list = operands.front().variable;
  Expr result = wrapped(Kind::Length, source, std::move(operands));
  result.variable = list;
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
