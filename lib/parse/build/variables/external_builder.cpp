#include "parse/build/variables/external_builder.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <iterator>

#include "model/visit.h"
#include "parse/build/values/subscript_builder.h"
#include "parse/build/variables/alias_builder.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/subscript.h"
#include "parse/queries/functions/traced_object.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/outside.h"
#include "parse/queries/uses/outside_use.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

namespace {

/// True for pointers to objects that may change, also in containers and inside of smart pointers.
bool leads_to_others(clang::QualType type) {
  type = clang::QualType(type->getBaseElementTypeUnsafe(), 0).getCanonicalType();
  if (type->isPointerType()) return !type->isFunctionPointerType() && !type->getPointeeType().isConstQualified();
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || !is_in_std(record) || !record->getIdentifier()) return false;
  const llvm::ArrayRef<clang::TemplateArgument> arguments = record->getTemplateArgs().asArray();
  const bool points = record->getName() == "unique_ptr" || record->getName() == "shared_ptr";
  const auto leads = [&](const clang::TemplateArgument& one) {
    return one.getKind() == clang::TemplateArgument::Type &&
           (points ? !one.getAsType().isConstQualified() : leads_to_others(one.getAsType()));
  };
  return points ? leads(arguments.front()) : std::ranges::any_of(arguments, leads);
}

bool is_constant(const clang::VarDecl* variable) {
  const clang::QualType type = variable->getType();
  if (variable->isConstexpr()) return true;
  return type.getNonReferenceType().isConstQualified() && !type->isReferenceType() && !leads_to_others(type);
}

bool is_std_array_subscript(const clang::CXXOperatorCallExpr* call) {
  if (call->getOperator() != clang::OO_Subscript || call->getNumArgs() != 2) return false;
  const auto* record = call->getArg(0)->getType()->getAsCXXRecordDecl();
  return record && is_in_std(record) && record->getIdentifier() && record->getName() == "array";
}

/// Returns the smart pointer of p-> or *p.
const clang::Expr* followed_pointer(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source->IgnoreParenImpCasts());
  const bool leads = call && call->getNumArgs() == 1 &&
                     (call->getOperator() == clang::OO_Arrow || call->getOperator() == clang::OO_Star);
  const clang::Expr* pointer = leads ? call->getArg(0)->IgnoreParenImpCasts() : nullptr;  // not as its base
  return pointer && !object_of_pointer(pointer->getType()).isNull() ? pointer : nullptr;
}

/// The vector of v[k], v.at(k), v.front() and v.back(), or the pointer of *p and p->, and the index if there is one.
struct Element {
  const clang::Expr *holder = nullptr, *index = nullptr;
};
Element element_of(const clang::Expr* source) {
  Element result;
  if (const clang::Expr* pointer = followed_pointer(source)) return {pointer, nullptr};
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source)) {
    if (call->getOperator() == clang::OO_Subscript && call->getNumArgs() == 2)
      result = {call->getArg(0), call->getArg(1)};
  } else if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(source)) {
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    const llvm::StringRef name = method && method->getIdentifier() ? method->getName() : llvm::StringRef();
    const auto* named = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
    if (!named || named->isArrow()) return {};
    if (name == "at" && call->getNumArgs() == 1)
      result = {call->getImplicitObjectArgument(), call->getArg(0)};
    else if (name == "front" || name == "back")
      result.holder = call->getImplicitObjectArgument();
  }
  return result.holder && !element_of_vector(result.holder->getType()).isNull() ? result : Element();
}

}  // namespace

void ExternalBuilder::find_accesses(const clang::FunctionDecl* function) {
  in_place_ = !function_.copy.in_staged_class && works_in_place(function);
  if (function_.is_traced_lambda()) {
    for (const clang::LambdaCapture& capture : lambda_->captures()) {
      in_place_ = in_place_ || (capture.capturesThis() && capture.getCaptureKind() != clang::LCK_StarThis);
    }
  }
  if (!parent_ && function->hasBody()) changed_arguments_ = changed_arguments(function);
}

bool ExternalBuilder::keeps_object() const { return in_place_ || (parent_ && parent_->externals().keeps_object()); }

bool ExternalBuilder::is_followed_capture(const clang::ValueDecl* variable) const {
  if (function_.is_traced_lambda()) return follows_capture(lambda_, variable);
  return parent_ && parent_->externals().is_followed_capture(variable);
}

std::optional<Outside> ExternalBuilder::outside(const clang::Expr* source) const {
  Outside result;
  for (;;) {
    source = source->IgnoreParenImpCasts();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(source)) {
      const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
      if (!field) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl());
        if (!variable || is_constant(variable)) return std::nullopt;
        result.variable = variable;
        if (!result.leaf) result.leaf = variable;
        return result;
      }
      if (!result.leaf) result.leaf = field->getCanonicalDecl();
      result.follows = result.follows && !field->getType()->isReferenceType() && !field->isBitField() &&
                       !field->getType().isVolatileQualified() && !field->getType()->isDependentType();
      source = member->getBase()->IgnoreParenImpCasts();
      if (const auto* star = llvm::dyn_cast<clang::UnaryOperator>(source);
          star && star->getOpcode() == clang::UO_Deref) {
        source = star->getSubExpr()->IgnoreParenImpCasts();
        if (!llvm::isa<clang::CXXThisExpr>(source)) return std::nullopt;
      }
      if (llvm::isa<clang::CXXThisExpr>(source)) return keeps_object() ? std::optional(result) : std::nullopt;
      if (member->isArrow() && !followed_pointer(member->getBase())) result.follows = false;
    } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(source)) {
      const clang::Expr* base = subscripted(element)->IgnoreParenImpCasts();
      if (!base->getType()->isArrayType()) result.follows = false;
      if (!result.holder) result.indices.push_back({base, subscript_of(element)});
      source = base;
    } else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source);
               call && is_std_array_subscript(call)) {
      if (!result.holder) result.indices.push_back({call->getArg(0), call->getArg(1)});
      source = call->getArg(0);
    } else if (const Element part = element_of(source); part.holder) {
      if (!result.holder) {
        result.holder = part.holder;
        result.at_end = !part.index && llvm::isa<clang::CXXMemberCallExpr>(source);
        if (part.index)
          result.indices.push_back({llvm::isa<clang::CXXOperatorCallExpr>(source) ? part.holder : nullptr, part.index});
      }
      source = part.holder;
    } else if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source)) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
      if (variable && is_outside_element(variable)) {
        result.variable = variable;
        if (!result.leaf) result.leaf = variable;
        return result;
      }
      const bool lies_outside =
          variable && (variable->hasGlobalStorage() || is_followed_capture(variable) || names_module(variable));
      if (!lies_outside || context_.aliases().find(variable) || is_constant(variable)) {
        return std::nullopt;
      }
      result.variable = variable;
      if (!result.leaf) result.leaf = variable;
      return result;
    } else {
      return std::nullopt;
    }
  }
}

const clang::FunctionDecl* ExternalBuilder::changes_argument(const clang::Expr* source) const {
  if (parent_) return parent_->externals().changes_argument(source);
  const auto found = changed_arguments_.find(source->IgnoreParenImpCasts());
  return found == changed_arguments_.end() ? nullptr : found->second;
}

Expr ExternalBuilder::capture(const clang::Expr* source, const Outside& place, Use use) {
  const clang::QualType type = source->getType().getNonReferenceType();
  const clang::SourceRange range = source->getSourceRange();
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(source);
  Expr result = finding(Kind::ExternalCapture, range,
                        named ? named->getDecl()->getNameAsString() : text_.flat_text(text_.range(range)));
  if (place.variable && is_in_std(place.variable)) result.detail = "stream";
  const bool stays =
      !place.variable || (place.variable->getTLSKind() == clang::VarDecl::TLS_None &&
                          !place.variable->getType().isVolatileQualified() && !place.variable->isTemplated());
  const bool leads_on = type->isFunctionPointerType() && use.access == Access::Read;
  const bool followed = leads_on || is_stageable_number(type) || (holds_tensor(type) && !type->isDependentType());
  if (!place.follows || !stays || !followed || type.isVolatileQualified()) return result;
  if (const clang::FunctionDecl* callee = changes_argument(source)) {
    result.detail = callee->getNameAsString();
    result.may_change = true;
    return result;
  }
  result.kind = Kind::External;
  result.type = type_class(type);
  result.leads_on = leads_on;
  result.access = use.access;
  result.callee = place.leaf;
  result.in_macro = !text_.is_plain(range.getBegin()) || !text_.is_plain(range.getEnd());
  collect_way(place, result.operands);
  return result;
}

/// Returns the number of elements of an external array or vector as written text, or an empty string if its own path
/// has subscripts.
std::string ExternalBuilder::extent_outside(const clang::Expr* container) const {
  if (const std::optional<int64_t> extent = extent_of(container)) return std::to_string(*extent);
  const std::optional<Outside> place = outside(container);
  if (!place || place->holder || !place->indices.empty()) return "";
  return text_.flat_text(text_.range(container->IgnoreParenImpCasts()->getSourceRange())) + ".size()";
}

void ExternalBuilder::collect_way(const Outside& place, Expressions& out) {
  if (place.holder) {
    out.push_back(followed_holder(place.holder));
    out.back().may_be_empty = place.at_end;
  }
  for (const OutsidePlace::Index& one : place.indices) {
    Expressions subscript;
    collect_exit(one.subscript, "an array", subscript);
    const std::string extent = one.container ? extent_outside(one.container) : "";
    for (Expr& number : subscript) {
      if (number.kind != Kind::Exit || extent.empty()) continue;
      number.extent = extent;
      number.may_be_outside = !context_.subscripts().is_in_bounds(one.container, one.subscript);
    }
    std::ranges::move(subscript, std::back_inserter(out));
  }
}

/// Returns the expression for an external vector, whose elements are tracked, or for a pointer, whose target is.
Expr ExternalBuilder::followed_holder(const clang::Expr* source) {
  source = source->IgnoreParenImpCasts();
  Expr result = finding(Kind::External, source->getSourceRange());
  result.leads_on = true;
  if (const clang::QualType object = object_of_pointer(source->getType()); !object.isNull())
    result.number_type = "<" + known_classes(object->getAsCXXRecordDecl(), source) + ">";
  result.in_macro = !text_.is_plain(source->getBeginLoc()) || !text_.is_plain(source->getEndLoc());
  if (const std::optional<Outside> place = outside(source)) {
    result.callee = place->leaf;
    collect_way(*place, result.operands);
  }
  return result;
}

/// Returns the possible classes of an object that is reached through its polymorphic base: those defined before
/// `place`.
std::string ExternalBuilder::known_classes(const clang::CXXRecordDecl* base, const clang::Expr* place) const {
  std::string result;
  if (!base->hasDefinition() || !base->getDefinition()->isPolymorphic()) return result;
  const clang::SourceManager& sources = session_.ast().getSourceManager();
  for (const clang::CXXRecordDecl* record : kept_family(base, text_)) {
    if (record->isAbstract() || !sources.isBeforeInTranslationUnit(record->getEndLoc(), place->getBeginLoc())) continue;
    const clang::QualType type(record->getTypeForDecl(), 0);
    result += (result.empty() ? "" : ", ") + type.getAsString(session_.ast().getPrintingPolicy());
  }
  return result;
}

bool ExternalBuilder::is_followed_vector(const clang::Expr* source) const {
  return !element_of_vector(source->getType()).isNull() && is_followed_holder(source);
}

bool ExternalBuilder::is_followed_holder(const clang::Expr* source) const {
  const std::optional<Outside> place = outside(source);
  return place && place->follows &&
         (!place->variable || (place->variable->getTLSKind() == clang::VarDecl::TLS_None &&
                               !place->variable->getType().isVolatileQualified() && !place->variable->isTemplated()));
}

bool ExternalBuilder::is_outside_element(const clang::ValueDecl* variable) const {
  return outside_elements_.contains(variable) || (parent_ && parent_->externals().is_outside_element(variable));
}

bool ExternalBuilder::collect_outside_range(const clang::Expr* range, const clang::VarDecl* variable,
                                            Expressions& out) {
  if (!is_followed_vector(range)) return false;
  const clang::QualType element = element_of_vector(range->getType());
  const bool is_leaf = is_stageable_number(element) || holds_tensor(element);
  const bool refers = variable->getType()->isLValueReferenceType() && !llvm::isa<clang::DecompositionDecl>(variable);
  const bool fixed = refers && variable->getType()->getPointeeType().isConstQualified();
  if (!is_leaf && !refers) return false;  // copies of objects
  Expr vector = followed_holder(range);
  if (is_leaf && (!refers || fixed)) {  // a value in each iteration
    vector.leads_on = false;
    vector.type = type_class(element);
  } else {
    outside_elements_.insert(variable);
  }
  out.push_back(std::move(vector));
  return true;
}

bool ExternalBuilder::collect_outside(const clang::Stmt* source, Use use, Expressions& out) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(source);
  if (!expression ||
      !llvm::isa<clang::MemberExpr, clang::ArraySubscriptExpr, clang::CXXOperatorCallExpr, clang::CXXMemberCallExpr>(
          expression))
    return false;
  if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression)) {
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    const clang::Expr* object = call->getImplicitObjectArgument();
    if (!object) return false;
    const clang::Expr* holder = object->IgnoreParenImpCasts();
    const bool counts = method && method->getIdentifier() && call->getNumArgs() == 0 &&
                        (method->getName() == "size" || method->getName() == "empty");
    const bool asks = llvm::isa_and_nonnull<clang::CXXConversionDecl>(method) &&  // for if (p)
                      !object_of_pointer(holder->getType()).isNull();
    if ((counts && is_followed_vector(holder)) || (asks && is_followed_holder(holder))) {
      Expressions operands;
      operands.push_back(followed_holder(holder));
      out.push_back(wrapped(Kind::HostCall, expression, std::move(operands)));
      return true;
    }
  }
  const std::optional<Outside> place = outside(expression);
  if (!place) return false;
  if (!has_identity(expression->getType()))
    out.push_back(capture(expression, *place, use));
  else
    collect_way(expression, out);
  return true;
}

bool ExternalBuilder::is_kept_object(const clang::Expr* object, const clang::CXXMethodDecl* method) const {
  const clang::FunctionDecl* definition = nullptr;
  const bool seen = method->isVirtual() ||
                    (method->hasBody(definition) && definition && text_.is_in_user_file(definition->getLocation()));
  const bool of_module = is_in_ag(method) && is_module(method->getParent());
  if (!of_module && (!seen || !is_keeper(method->getParent()))) return false;
  if (method->isStatic()) return false;
  const clang::Expr* written = object->IgnoreParenImpCasts();
  if (const clang::Expr* pointer = followed_pointer(written)) return is_followed_holder(pointer);
  if (const auto* star = llvm::dyn_cast<clang::UnaryOperator>(written); star && star->getOpcode() == clang::UO_Deref)
    written = star->getSubExpr()->IgnoreParenImpCasts();
  if (llvm::isa<clang::CXXThisExpr>(written)) return keeps_object();
  if (written->getType()->isPointerType()) return false;
  const std::optional<Outside> place = outside(object);
  return place && place->follows;
}

void ExternalBuilder::collect_way(const clang::Expr* object, Expressions& out) {
  if (const std::optional<Outside> place = outside(object)) collect_way(*place, out);
}

void ExternalBuilder::refuse_written(const clang::Expr* target, Expressions& list) {
  const model::Range whole = target ? text_.range(as_written(target)->getSourceRange()) : model::Range();
  for (Expr& one : list) {
    const bool through_proxy = one.kind == Kind::External && one.type != model::TypeClass::Tensor;
    if (through_proxy) one.assigned = one.range == whole;
    if (through_proxy && one.access != Access::Read && !one.assigned) one.kind = Kind::ExternalCapture;
    refuse_written(target, one.operands);
  }
}

}  // namespace agc::parse
