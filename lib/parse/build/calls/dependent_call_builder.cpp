#include "parse/build/calls/dependent_call_builder.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "parse/build/calls/call_builder.h"
#include "parse/build/calls/converted_call_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/values/expression_builder.h"
#include "parse/build/values/list_builder.h"
#include "parse/build/variables/member_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/specialize/instantiations.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/standard_function.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/outside.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;
using model::Sink;
using model::TypeClass;

namespace {

/// True for a lambda with a number as its result: in converted code the result is as symbolic as the arguments.
bool is_lambda_with_numbers(const clang::FunctionDecl* callee) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  return method && method->getParent()->isLambda() && is_stageable_number(callee->getReturnType());
}

/// True if the parameter is a number of a type that the function, or the class of a known object, names. (The numbers
/// of a lambda are as symbolic as its calls.)
bool takes_written_number(const clang::FunctionDecl* callee, unsigned index, bool of_known_object) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (is_in_ag(callee) || (method && method->getParent()->isLambda())) return false;
  const clang::FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  if (!pattern || (of_known_object && !callee->getPrimaryTemplate())) pattern = callee;
  return index < pattern->getNumParams() && is_stageable_number(pattern->getParamDecl(index)->getType());
}

}  // namespace

/// Returns the function that a call in a template reaches in every instantiation, if no other function has its name.
static const clang::FunctionDecl* only_callee(const clang::CallExpr* call,
                                              llvm::ArrayRef<const clang::FunctionDecl*> callees) {
  const auto* name = llvm::dyn_cast<clang::UnresolvedLookupExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (!name || name->hasExplicitTemplateArgs()) return nullptr;
  const clang::FunctionDecl* result = nullptr;
  for (const clang::FunctionDecl* callee : callees) {
    if (llvm::isa<clang::CXXConstructorDecl>(callee)) continue;  // conversion of the result
    if (result && result->getCanonicalDecl() != callee->getCanonicalDecl()) return nullptr;
    result = callee;
  }
  return result && !is_overloaded(result) ? result : nullptr;
}

bool DependentCallBuilder::collect_dependent(const clang::Stmt* source, Use use, Expressions& out) {
  if (const auto* member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(source)) {
    if (member->isImplicitAccess()) return true;
    const bool writes = use.access != Access::Read;
    const auto* object = llvm::dyn_cast<clang::DeclRefExpr>(member->getBase()->IgnoreParenImpCasts());
    const TypeClass type = object && is_identified(object->getDecl()) ? class_of(member) : TypeClass::Other;
    if (type == TypeClass::HostNumber || type == TypeClass::Tensor)
      out.push_back(finding(Expr::Kind::ExternalCapture, member->getSourceRange(),
                            text_.flat_text(text_.range(member->getSourceRange()))));
    if (writes && member->isArrow()) out.push_back(finding(Expr::Kind::IndirectWrite, member->getSourceRange()));
    collect(member->getBase(), {writes && !member->isArrow() ? Access::Update : Access::Read, Sink::Host}, out);
    return true;
  }
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  if (!call || call->getDirectCallee() || !call->isTypeDependent()) return false;
  const llvm::ArrayRef<const clang::FunctionDecl*> callees = session_.facts<Instantiations>().callees_of(call);
  if (collect_dependent_standard_call(call, callees, out)) return true;
  if (std::ranges::any_of(callees, is_lambda_with_numbers)) {
    Expressions operands;
    collect_dependent_call(call, callees, use, operands);
    Expr given = wrapped(Expr::Kind::Call, call, std::move(operands));
    given.type = class_of(call);
    given.called.of_passed = true;
    given.name = "lambda";
    out.push_back(std::move(given));
  } else {
    collect_dependent_call(call, callees, use, out);
  }
  return true;
}

void DependentCallBuilder::collect_dependent_call(const clang::CallExpr* call,
                                                  llvm::ArrayRef<const clang::FunctionDecl*> callees, Use use,
                                                  Expressions& out) {
  for (const clang::FunctionDecl* callee : callees) context_.calls().note_callee(callee);
  if (const clang::FunctionDecl* callee = only_callee(call, callees);
      context_.converted_calls().is_convertible(callee)) {
    return context_.converted_calls().collect_converted_call(call, callee, out);
  }
  if (context_.lambdas().lambda_of(call->getCallee())) context_.lambdas().note_passed_on(as_written(call->getCallee()));
  for (const clang::FunctionDecl* callee : callees)
    context_.lambdas().pass_lambdas(callee, {call->getArgs(), call->getNumArgs()});

  const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  const bool is_part = operation && operation->getOperator() == clang::OO_Subscript;
  if (operation && operation->getOperator() == clang::OO_Equal) {
    return context_.expressions().collect_assignment(call->getArg(0), call->getArg(1), Access::Write, out);
  }
  if (operation && (operation->isAssignmentOp() || operation->getOperator() == clang::OO_PlusPlus ||
                    operation->getOperator() == clang::OO_MinusMinus)) {
    for (unsigned k = 1; k < call->getNumArgs(); ++k) collect(call->getArg(k), {}, out);
    return collect(call->getArg(0), {Access::Update, Sink::Host}, out);
  }
  const clang::UnresolvedMemberExpr* named = overloaded_method(call);
  const bool of_known_object = named && !named->getBase()->getType()->isDependentType();
  const bool forwards = !callees.empty() && std::ranges::all_of(callees, passes_on);
  for (unsigned k = 0; k < call->getNumArgs(); ++k) {
    const bool changes = std::ranges::any_of(callees, [&](const clang::FunctionDecl* callee) {
      // For a member operator, the object comes before the parameters.
      const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
      if (k == 0 && calls_first(callee) && has_changing_call(callee->getParamDecl(0)->getType())) return true;
      if (!operation || !method || method->isStatic()) return may_change_argument(callee, k);
      return k > 0 ? may_change_argument(callee, k - 1) : !is_part && may_change_object(method);
    });
    const bool part = (is_part || forwards) && k == 0 && use.access != Access::Read;
    const bool number = !operation && !changes && std::ranges::any_of(callees, [&](const clang::FunctionDecl* callee) {
      return takes_written_number(callee, k, of_known_object);
    });
    if (number) {
      collect_exit(call->getArg(k), "a function that depends on the template's arguments", out);
    } else {
      collect(call->getArg(k), {changes || part ? Access::Update : Access::Read, Sink::Host}, out);
    }
  }
  if (operation) return;

  const bool changes_object = std::ranges::any_of(callees, [](const clang::FunctionDecl* callee) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
    const bool made = llvm::isa<clang::CXXConstructorDecl>(callee);  // of the result, which is converted
    return method && !made && !method->isStatic() && !method->getParent()->isLambda() && may_change_object(method);
  });
  const Access object = changes_object ? Access::Update : Access::Read;
  const clang::Expr* called = call->getCallee()->IgnoreParenImpCasts();
  const auto on_this = [&](const clang::Expr* base) {
    const clang::Type* type = base->getType()->getPointeeType().getTypePtrOrNull();
    context_.members().collect_object(type ? type->getAsCXXRecordDecl() : nullptr, nullptr, call->getSourceRange(),
                                      object, out);
  };
  const auto on_base = [&](const clang::Expr* base, bool arrow) {
    if (llvm::isa<clang::CXXThisExpr>(base->IgnoreParenImpCasts())) return on_this(base);
    collect(base, {arrow ? Access::Read : object, Sink::Host}, out);
  };
  if (const auto* member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(called)) {
    if (!member->isImplicitAccess()) on_base(member->getBase(), member->isArrow());
  } else if (context_.lists().collect_overloaded_resizing(call, out)) {
  } else if (const auto* overloaded = llvm::dyn_cast<clang::UnresolvedMemberExpr>(called)) {
    if (!overloaded->isImplicitAccess()) {
      on_base(overloaded->getBase(), overloaded->isArrow());
    } else if (const auto* record = overloaded->getNamingClass()) {
      context_.members().collect_object(record, nullptr, call->getSourceRange(), object, out);
    }
  } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(called)) {
    if (llvm::isa<clang::CXXMethodDecl>(member->getMemberDecl())) {
      on_base(member->getBase(), member->isArrow());
    } else {
      collect(called, {}, out);
    }
  } else {
    collect(called, {object, Sink::Host}, out);
  }
}

/// Collects a call of a function that ag::cxx has, with numbers of dependent types only. Returns false for other calls.
bool DependentCallBuilder::collect_dependent_standard_call(const clang::CallExpr* source,
                                                           llvm::ArrayRef<const clang::FunctionDecl*> callees,
                                                           Expressions& out) {
  const auto* name = llvm::dyn_cast<clang::UnresolvedLookupExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!name || name->hasExplicitTemplateArgs() || callees.empty() || source->getNumArgs() == 0) return false;
  // abs(a) may be the C function, which converts its argument; std::abs(a) is overloaded for each type.
  const clang::NamespaceDecl* space = name->getQualifier() ? name->getQualifier()->getAsNamespace() : nullptr;
  const bool qualified = space && space->isStdNamespace();
  const auto is_known = [&](const clang::FunctionDecl* one) {
    return is_standard(one) && (qualified || is_in_std(one));
  };
  if (!std::ranges::all_of(callees, is_known)) return false;
  const auto is_number = [this](const clang::Expr* one) { return class_of(one) == model::TypeClass::HostNumber; };
  if (!std::ranges::all_of(source->arguments(), is_number)) return false;
  Expressions operands;
  for (const clang::Expr* argument : source->arguments()) operands.push_back(expression(argument, {}));
  Expr result = wrapped(Kind::StandardCall, source, std::move(operands));
  if (!may_be_promoted(result)) result.kind = Kind::HostCall;
  result.head = {text_.offset(name->getBeginLoc()), text_.token(name->getNameLoc()).end};
  result.in_macro = result.in_macro || !text_.is_plain(name->getNameLoc());
  result.name = callees.front()->getNameAsString();
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
