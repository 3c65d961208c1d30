// Expressions of templates whose meaning depends on the template's arguments. Their effects are the union of those in
// the instantiations.
#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "parse/build/function_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/type_queries.h"
#include "parse/queries/specialize/instantiations.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/outside.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using model::TypeClass;

TypeClass FunctionBuilder::class_of(const clang::Expr* source) const {
  const TypeClass type = type_class(source->getType());
  return type == TypeClass::Dependent ? session_.facts<Instantiations>().type_of(as_written(source)) : type;
}

TypeClass FunctionBuilder::class_of(const clang::ValueDecl* declaration) const {
  const TypeClass type = type_class(declaration->getType());
  return type == TypeClass::Dependent ? session_.facts<Instantiations>().type_of(declaration) : type;
}

/// True for a number declared with `auto` in a generic lambda that is called with numbers of several types.
bool FunctionBuilder::has_type_of_call(const clang::VarDecl* variable) const {
  return function_.nested && !function_.is_template && variable->getType()->isDependentType() &&
         variable->getType()->getContainedAutoType() && class_of(variable) == TypeClass::HostNumber &&
         session_.facts<Instantiations>().only_type_of(variable).isNull();
}

/// Describes a variable of a generic lambda that is a number in all of its instantiations; `type` is null if they
/// differ. For a parameter, `auto` deduces the staged type.
void FunctionBuilder::describe_generic_number(const clang::DeclaratorDecl* declaration, clang::QualType type,
                                              model::Variable& variable) const {
  variable.type = model::TypeClass::HostNumber;
  variable.has_numbers = true;
  model::Promotion& promotion = variable.promotion;
  const auto* lambda = llvm::dyn_cast<clang::FunctionDecl>(declaration->getDeclContext());
  const bool asked = lambda && asks_for_types(lambda);
  promotion.possible = !asked;
  promotion.deduced = true;
  if (type.isNull()) return;  // several types, each deduced
  promotion.type = type.getAsString(session_.ast().getPrintingPolicy());
  const auto* local = llvm::dyn_cast<clang::VarDecl>(declaration);
  if (llvm::isa<clang::ParmVarDecl>(declaration) || !local || !declaration->getTypeSourceInfo()) return;
  promotion.possible = !local->isConstexpr() && !asked;
  clang::TypeLoc location = declaration->getTypeSourceInfo()->getTypeLoc();
  if (const auto reference = location.getAs<clang::ReferenceTypeLoc>()) location = reference.getPointeeLoc();
  const clang::SourceRange range = location.getUnqualifiedLoc().getSourceRange();
  if (range.isValid() && text_.is_plain(range.getBegin())) promotion.type_range = text_.range(range);
}

/// True if a loop in a template iterates over a tensor in one of the instantiations.
bool FunctionBuilder::may_be_tensor_range(const clang::Expr* range) const {
  if (!range->isTypeDependent()) return false;
  const auto callees = session_.facts<Instantiations>().callees_of(as_written(range));
  if (callees.empty()) return session_.facts<Instantiations>().can_be_tensor(as_written(range));
  return std::ranges::any_of(callees, [](const auto* callee) { return runs_over_tensors(callee->getReturnType()); });
}

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
const clang::FunctionDecl* FunctionBuilder::only_callee(const clang::CallExpr* call,
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

/// Collects a call in a template for which overload resolution is pending. Returns false for other expressions.
bool FunctionBuilder::collect_dependent(const clang::Stmt* source, Use use, Expressions& out) {
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
    given.of_passed = true;
    given.name = "lambda";
    out.push_back(std::move(given));
  } else {
    collect_dependent_call(call, callees, use, out);
  }
  return true;
}

void FunctionBuilder::collect_dependent_call(const clang::CallExpr* call,
                                             llvm::ArrayRef<const clang::FunctionDecl*> callees, Use use,
                                             Expressions& out) {
  for (const clang::FunctionDecl* callee : callees) note_callee(callee);
  if (const clang::FunctionDecl* callee = only_callee(call, callees); is_convertible(callee)) {
    return collect_converted_call(call, callee, out);
  }
  if (lambda_of(call->getCallee())) passed_on_.insert(as_written(call->getCallee()));
  for (const clang::FunctionDecl* callee : callees) pass_lambdas(callee, {call->getArgs(), call->getNumArgs()});

  const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  const bool is_part = operation && operation->getOperator() == clang::OO_Subscript;
  if (operation && operation->getOperator() == clang::OO_Equal) {
    return collect_assignment(call->getArg(0), call->getArg(1), Access::Write, out);
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
    collect_object(type ? type->getAsCXXRecordDecl() : nullptr, nullptr, call->getSourceRange(), object, out);
  };
  const auto on_base = [&](const clang::Expr* base, bool arrow) {
    if (llvm::isa<clang::CXXThisExpr>(base->IgnoreParenImpCasts())) return on_this(base);
    collect(base, {arrow ? Access::Read : object, Sink::Host}, out);
  };
  if (const auto* member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(called)) {
    if (!member->isImplicitAccess()) on_base(member->getBase(), member->isArrow());
  } else if (collect_overloaded_resizing(call, out)) {
  } else if (const auto* overloaded = llvm::dyn_cast<clang::UnresolvedMemberExpr>(called)) {
    if (!overloaded->isImplicitAccess()) {
      on_base(overloaded->getBase(), overloaded->isArrow());
    } else if (const auto* record = overloaded->getNamingClass()) {
      collect_object(record, nullptr, call->getSourceRange(), object, out);
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

}  // namespace agc::parse
