#include "parse/build/calls/staged_class_builder.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>
#include <string_view>

#include "model/visit.h"
#include "parse/build/calls/converted_call_builder.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/variables/alias_builder.h"
#include "parse/build/variables/member_builder.h"
#include "parse/build/variables/pointer_builder.h"
#include "parse/queries/functions/accessor.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/functor.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/specialize/variants.h"
#include "parse/queries/types/class_instance.h"
#include "parse/queries/types/dynamic_class.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/position.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

/// True if every written variable can be promoted to a type that holds symbolic numbers.
bool StagedClassBuilder::can_be_promoted(const Expressions& list) const {
  return std::ranges::all_of(list, [&](const Expr& one) {
    if (one.kind == Kind::IndirectWrite || one.kind == Kind::ExternalCapture || one.kind == Kind::External)
      return false;
    if (one.kind == Kind::Reference && one.access != Access::Read) {
      const model::Variable& variable = function_.variable(one.variable);
      if (!variable.has_numbers || !variable.promotion.possible) return false;
    }
    return can_be_promoted(one.operands);
  });
}

bool StagedClassBuilder::is_own(const clang::FunctionDecl* callee) const {
  if (parent_) return parent_->staged_classes().is_own(callee);
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  return method && function_.copy.in_staged_class && method->getParent()->getDefinition() == function_.staged_method.of;
}

/// True if overloads of the method differ from it only by `const`.
static bool differs_by_const(const clang::FunctionDecl* definition) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  return method && std::ranges::all_of(method->getParent()->methods(), [&](const clang::CXXMethodDecl* other) {
           return other->getDeclName() != method->getDeclName() ||
                  std::ranges::equal(other->parameters(), method->parameters(), {},
                                     &clang::ParmVarDecl::getOriginalType, &clang::ParmVarDecl::getOriginalType);
         });
}

Expr StagedClassBuilder::staged_method_call(const clang::CallExpr* source, const clang::FunctionDecl* definition,
                                            Expressions operands) {
  Expr result = wrapped(Kind::Call, source, std::move(operands));
  result.called.of_staged_class = true;
  result.name = definition->getNameAsString();
  result.called.names_parameters =
      (is_overloaded(definition) && !differs_by_const(definition)) || is_member_instance(definition);
  if (!follows_functions(result, "'" + result.name + "'")) return result;
  result.callee = model::FunctionId::staged_method(definition);
  context_.callees().staged_methods.insert(definition);
  return result;
}

bool StagedClassBuilder::is_derived_class(const clang::CXXRecordDecl* record) const {
  const model::Function& outermost = context_.outermost().function();
  const auto* own = static_cast<const clang::CXXRecordDecl*>(outermost.staged_method.of);
  return outermost.copy.in_staged_class && own && record->isDerivedFrom(own);
}

/// Makes "Sum::" name the staged class: its suffix follows the class name, and Vec2_double replaces Vec2<double>. "P::"
/// of a template parameter, or of an alias, becomes "ag::staged_t<P>::". Returns false if the class is named in another
/// way.
bool StagedClassBuilder::names_staged_class(clang::NestedNameSpecifierLoc qualifier, const clang::CXXRecordDecl* record,
                                            Expr& call) const {
  const clang::SourceRange written = qualifier.getLocalSourceRange();
  const model::Range name = text_.token(written.getBegin());
  if (!text_.is_plain(written.getBegin()) || !text_.is_plain(written.getEnd())) return false;
  const clang::TypeLoc type = qualifier.getTypeLoc();
  const bool parameter = !type.getAs<clang::SubstTemplateTypeParmTypeLoc>().isNull();
  if (parameter && is_derived_class(record)) return true;  // the parameter names its staged class
  const bool of_parameter = parameter && function_.copy.instance != 0;
  if ((of_parameter && !qualifier.getPrefix()) || type.getAs<clang::TypedefTypeLoc>()) {
    if (!text_.is_plain(qualifier.getBeginLoc())) return false;
    call.head = {text_.range(qualifier.getSourceRange()).begin, name.end};
    call.variant = text_.text(call.head);
    call.called.of_parameter = true;
    return true;
  }
  if (text_.text(name) != std::string_view(record->getName())) return false;
  const bool listed = text_.text(text_.next_token(name.end)) != "::";
  const model::Function& outermost = context_.outermost().function();
  const bool own = outermost.copy.in_staged_class && outermost.staged_method.of == record->getDefinition();
  if (!own && listed != (class_instance(record) != nullptr)) return false;
  call.head = {name.end, name.end};
  if (!listed && !class_instance(record)) return true;
  call.head = {name.begin, text_.offset(written.getEnd())};
  call.variant = class_name(record);
  return true;
}

/// True for the object of the method as one of a derived class: static_cast<D*>(this), self().
static bool is_derived_object(const clang::Expr* object) {
  if (is_this_as_derived(object)) return true;
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(object->IgnoreParenImpCasts());
  return call && call->getMethodDecl() && is_this(call->getImplicitObjectArgument()) &&
         gives_derived(call->getMethodDecl());
}

bool StagedClassBuilder::collect_staged_method_call(const clang::CallExpr* source, const clang::Expr* object,
                                                    const clang::CXXMethodDecl* method,
                                                    llvm::ArrayRef<const clang::Expr*> arguments, Use use,
                                                    Expressions& out) {
  const bool derived = function_.copy.in_staged_class && is_derived_object(object);
  const bool own = is_this(object) || derived;
  if (own && !function_.copy.in_staged_class) return false;
  // An explicit call of a conversion operator would need another name.
  if (llvm::isa<clang::CXXConversionDecl>(method) &&
      text_.range(source->getSourceRange()).end != text_.range(object->getSourceRange()).end)
    return false;
  const bool dynamic = is_dynamic_class(method->getParent());
  if (dynamic && !own) return collect_dynamic_call(source, object, method, arguments, use, out);
  const clang::FunctionDecl* definition =
      dynamic ? own_staged_method(method)
              : method_of_staged_class(method, text_, own ? Caller::InStagedClass : Caller::Any);
  Expr qualified;
  const auto* named = llvm::dyn_cast<clang::MemberExpr>(source->getCallee()->IgnoreParens());
  if (named && named->hasQualifier() &&  // Base::f(): of the staged base
      !names_staged_class(named->getQualifierLoc(), method->getParent(), qualified))
    definition = nullptr;
  const bool part = definition && is_accessor(definition);
  // v[i] that is no number of the object: an effect on it is an effect on the object, as with v[i] of a container.
  if (method->getOverloadedOperator() == clang::OO_Subscript && !part &&
      (gives_lvalue(source) || use.access != Access::Read))
    return false;
  if (derived && definition && may_change_object(method)) {  // its members have no names here
    const MethodEffects* effects = context_.members().effects_of(method);
    if (!effects || effects->anything || !effects->fields.empty()) definition = nullptr;
  }
  if (!definition) {
    if (!own) return false;
    out.push_back(finding(Kind::OffStagedClass, source->getSourceRange(), method->getNameAsString()));
    return true;
  }
  Expressions operands, target;
  const MethodEffects* effects = may_change_object(method) ? context_.members().effects_of(method) : nullptr;
  const bool changes = may_change_object(method) && (!effects || effects->anything || !effects->fields.empty());
  // In a.scale(2).add(x), effects on the result are effects on the object.
  const bool passes = use.access != Access::Read && gives_lvalue(source);
  const bool gives_object = passes && (part || is_structure_of_numbers(method->getReturnType()));
  const bool writes = changes || gives_object;
  if (derived) {  // it reads parts of this object
  } else if (own) {
    const Access access = changes || (gives_object && !part) ? Access::Update : Access::Read;
    context_.members().collect_object(method->getParent(), method, object->getSourceRange(), access, target);
    if (passes && part) context_.members().update_given(definition, object->getSourceRange(), target);
  } else if (named && named->isArrow() && context_.pointers().is_position_variable(dereferenced(named))) {
    context_.pointers().collect_pointee(dereferenced(named), {writes ? Access::Update : Access::Read, Sink::Host},
                                        target);
    if (writes && !can_be_promoted(target)) return false;
  } else if (named && named->isArrow() && !value_of_optional(named)) {
    return false;
  } else if (writes && (object->isLValue() || (named && named->isArrow()))) {
    collect(object, {Access::Update, Sink::Host}, target);
    if (!can_be_promoted(target)) return false;
  } else {
    collect_value(named && named->isArrow() ? value_of_optional(named) : object, target);
  }
  if (is_postfix(method)) arguments = arguments.drop_back();  // implicit 0 of a postfix operator
  Expressions given;
  context_.converted_calls().converted_arguments(method, arguments, given);
  if (writes && !passes) context_.aliases().note_element_call(source, object, use, target, given);
  operands.push_back(wrapped(Kind::Opaque, object, std::move(target)));
  operands.insert(operands.end(), given.begin(), given.end());
  if (passes && !gives_object && !llvm::isa<clang::CXXOperatorCallExpr>(source))
    out.push_back(finding(Kind::IndirectWrite, source->getSourceRange()));
  Expr call = staged_method_call(source, definition, std::move(operands));
  for (size_t k = 1; part && k < call.operands.size(); ++k) call.operands[k].remedy = model::Remedy::GiveElement;
  if (llvm::isa<clang::CXXConversionDecl>(method))
    call.called.converted_to =
        method->getReturnType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  call.head = qualified.head;
  call.variant = std::move(qualified.variant);
  call.called.of_parameter = qualified.called.of_parameter;
  call.called.of_own_staged_class = dynamic || own;
  call.called.gives_part = part;
  call.called.giver = call.callee;
  call.called.by_object = part && is_found_by_object(definition);
  if (part && may_be_chosen(definition)) call.called.chooser = model::FunctionId::chooser(definition);
  out.push_back(std::move(call));
  return true;
}

bool StagedClassBuilder::collect_functor(const clang::Expr* function, const Expressions& given, Expressions& out) {
  const clang::FunctionDecl* definition = functor_method(function, text_);
  if (!definition) return false;
  Expressions object, operands;
  collect_value(function, object);
  operands.push_back(wrapped(Kind::Opaque, function, std::move(object)));
  for (unsigned k = 0; k < definition->getNumParams(); ++k) {
    Expr element = wrapped(Kind::Opaque, function, given);
    element.type = model::TypeClass::HostNumber;
    element.repeated = true;
    operands.push_back(std::move(element));
  }
  Expr call = wrapped(Kind::Call, function, std::move(operands));
  call.type = type_class(definition->getReturnType());
  call.called.of_staged_class = call.called.of_functor = true;
  call.name = definition->getNameAsString();
  call.callee = model::FunctionId::staged_method(definition);
  context_.callees().staged_methods.insert(definition);
  out.push_back(std::move(call));
  return true;
}

bool StagedClassBuilder::collect_default_comparison(const clang::Expr* source, const clang::Expr* inner,
                                                    const clang::Expr* left, const clang::Expr* right,
                                                    Expressions& out) {
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(inner->IgnoreParenImpCasts());
  if (!call || !is_default_comparison(call->getDirectCallee())) return false;
  Expressions operands;
  for (const clang::Expr* side : {left, right}) {
    Expressions value;
    collect_value(side, value);
    operands.push_back(wrapped(Kind::Opaque, side, std::move(value)));
  }
  Expr result = wrapped(Kind::Call, source, std::move(operands));
  result.called.compares = true;
  out.push_back(std::move(result));
  return true;
}

/// True if the expression is inside of the class, before its staged class.
static bool stands_in_class(const clang::Expr* source, const clang::CXXRecordDecl* record, const SourceText& text) {
  const model::Range braces = text.range(written_class(record)->getBraceRange());
  const model::Offset at = text.range(source->getSourceRange()).begin;
  return braces.begin < at && at < braces.end;
}

bool StagedClassBuilder::collect_staged_method(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  if (!callee || (method && !method->isStatic())) return false;
  const clang::FunctionDecl* definition =
      method_of_staged_class(callee, text_, is_own(callee) ? Caller::InStagedClass : Caller::Any);
  if (!definition) {
    if (!is_own(callee)) return false;
    out.push_back(finding(Kind::OffStagedClass, source->getSourceRange(), callee->getNameAsString()));
    return true;
  }
  Expr qualified;
  Expressions operands;
  const clang::Expr* named = source->getCallee()->IgnoreParenImpCasts();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(named); method && member) {  // for sum.of(n), this->of(n)
    if (member->hasQualifier() || (member->isArrow() && !is_this(member->getBase()))) return false;
    if (is_this(member->getBase()) && !is_own(callee)) return false;
    Expressions object;
    if (!is_this(member->getBase())) collect_value(member->getBase(), object);
    operands.push_back(wrapped(Kind::Opaque, member->getBase(), std::move(object)));
  } else if (method) {  // Sum::of(n): of the staged class
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(named);
    if (!reference) return false;
    if (reference->hasQualifier()) {
      if (!names_staged_class(reference->getQualifierLoc(), method->getParent(), qualified)) return false;
      // Code at the end of the file can use every staged class.
      if (!is_own(callee) && !function_.copy.in_staged_class && stands_in_class(source, method->getParent(), text_))
        return false;
    } else if (!is_own(callee)) {
      return false;
    }
  }
  context_.converted_calls().converted_arguments(callee, llvm::ArrayRef(source->getArgs(), source->getNumArgs()),
                                                 operands);
  Expr result = staged_method_call(source, definition, std::move(operands));
  result.called.of_own_staged_class = method && is_derived_class(method->getParent());
  result.head = qualified.head;
  result.variant = std::move(qualified.variant);
  result.called.of_parameter = qualified.called.of_parameter;
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
