#include "parse/build/calls/library_call_builder.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "parse/build/values/expression_list.h"
#include "parse/build/variables/external_builder.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/library_value.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/standard_function.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

namespace {

/// Returns the two sides of a[i] of a named container whose elements are rows of numbers, or null pointers.
static std::pair<const clang::DeclRefExpr*, const clang::Expr*> row_of(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source->IgnoreParenImpCasts());
  const bool subscript = call && call->getOperator() == clang::OO_Subscript && is_sequence(call->getArg(0)->getType());
  if (!subscript || !is_structure_of_numbers(call->getType()) || !is_sequence(call->getType())) return {};
  return {llvm::dyn_cast<clang::DeclRefExpr>(call->getArg(0)->IgnoreParenImpCasts()), call->getArg(1)};
}

}  // namespace

bool LibraryCallBuilder::collect_exchange(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  if (!callee || !callee->getIdentifier() || !is_in_std(callee)) return false;
  const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(source);  // for a.swap(b)
  if (source->getNumArgs() != (method ? 1 : 2)) return false;
  const clang::Expr* left = method ? method->getImplicitObjectArgument() : source->getArg(0);
  const clang::Expr* right = source->getArg(method ? 0 : 1);
  if (method && (!is_structure_of_numbers(left->getType()) || left->getType()->isPointerType())) return false;
  const bool swap = callee->getName() == "swap";
  if (!swap && (method || callee->getName() != "exchange")) return false;
  // Handles std::swap(a[i], a[k]) of rows, which the graph may select.
  const auto [rows, row] = row_of(left);
  const auto [same, other] = row_of(right);
  const auto* head = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (swap && !method && head && rows && same && rows->getDecl() == same->getDecl()) {
    Expressions operands, container;
    operands.push_back(expression(row, {}));
    operands.push_back(expression(other, {}));
    collect(rows, {Access::Update, Sink::Host}, container);
    Expr result = wrapped(Kind::StandardCall, source, {});
    if (container.size() == 1 && container.front().kind == Kind::Reference && !result.in_macro) {
      container.front().operands = operands;
      container.front().repeated = true;
      operands.push_back(std::move(container.front()));
      result.operands = std::move(operands);
      result.operation = model::LibraryOperation::SwapRows;
      result.head = {text_.offset(head->getBeginLoc()), text_.token(head->getLocation()).end};
      result.tail = text_.range(rows->getSourceRange());
      out.push_back(std::move(result));
      return true;
    }
  }
  Expressions first, second;
  collect(left, {Access::Update, Sink::Host}, first);
  if (!swap && is_structure_of_numbers(right->getType()))
    collect_value(right, second);
  else
    collect(right, {swap ? Access::Update : Access::Read, Sink::Host}, second);
  context_.externals().refuse_written(nullptr, first);
  context_.externals().refuse_written(nullptr, second);
  if (!swap || method) refer_to_elements(first);
  if (method) refer_to_elements(second);
  const auto refused = [](const Expr& one) { return one.kind == Kind::ExternalCapture; };
  if (std::ranges::any_of(first, refused) || std::ranges::any_of(second, refused)) {
    out.insert(out.end(), first.begin(), first.end());
    out.insert(out.end(), second.begin(), second.end());
    return true;
  }
  const auto give = [swap](Expressions& targets, const Expressions& values) {
    Expr* written = first_written(targets);
    if (!written) return false;
    written->operands = values;
    written->repeated = swap;
    return true;
  };
  const bool given = give(first, second);
  if (swap) {
    Expressions plain;
    collect(left, {}, plain);
    give(second, plain);
  } else if (given) {
    second.clear();
  }
  Expressions operands = std::move(second);
  operands.insert(operands.end(), first.begin(), first.end());
  Expr result = wrapped(Kind::Opaque, source, std::move(operands));
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (swap && name) {  // ag::cxx::swap accepts elements that the graph selects
    result.kind = Kind::StandardCall;
    result.name = "swap";
    result.of_elements = true;
    result.head = {text_.offset(name->getBeginLoc()), text_.token(name->getLocation()).end};
    result.in_macro = result.in_macro || !text_.is_plain(name->getLocation());
  }
  out.push_back(std::move(result));
  return true;
}

bool LibraryCallBuilder::collect_standard_call(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  const bool of_values = is_library_function(callee);
  if (!callee || !(of_values || is_standard(callee)) || source->getNumArgs() == 0) return false;
  const std::string_view name = callee->getName();
  if (collect_extremum_of_list(source, out)) return true;
  Expressions operands;
  bool in_order = false;
  for (const clang::Expr* argument : source->arguments()) {
    const auto* address = llvm::dyn_cast<clang::UnaryOperator>(as_written(argument));
    if ((name == "frexp" || name == "modf") && address && address->getOpcode() == clang::UO_AddrOf) {
      Expressions target;  // receives a part of the result
      collect(address->getSubExpr(), {Access::Update, Sink::Host}, target);
      if (Expr* written = first_written(target)) {
        written->operands = operands;
        written->repeated = true;
        for (Expr& one : written->operands) one.repeated = true;
      }
      operands.insert(operands.end(), target.begin(), target.end());
      continue;
    }
    const bool compared =
        source->getNumArgs() == 2 && (name == "max" || name == "min") && is_compared_in_order(argument->getType());
    const bool value = compared || (of_values && is_library_value(argument->getType()));
    in_order = in_order || compared;
    if (!value && !is_stageable_number(argument->getType())) return false;
    operands.push_back(expression(argument, {}));
  }
  Expr result = wrapped(Kind::StandardCall, source, std::move(operands));
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!reference || !may_be_promoted(result)) result.kind = Kind::HostCall;
  if (reference) {
    result.head = {text_.offset(reference->getBeginLoc()), text_.token(reference->getLocation()).end};
    if (reference->hasExplicitTemplateArgs() && reference->getNumTemplateArgs() == 1) {  // for std::max<int>(a, b)
      result.head.end = text_.token(reference->getRAngleLoc()).end;
      result.number_type = text_.flat_text(text_.range(reference->template_arguments()[0].getSourceRange()));
    }
    result.in_macro = result.in_macro || !text_.is_plain(reference->getLocation());
  }
  result.name = (in_order ? "ordered::" : "") + std::string(name);
  out.push_back(std::move(result));
  return true;
}

bool LibraryCallBuilder::collect_value_or(const clang::CXXMemberCallExpr* source, Expressions& out) {
  const clang::CXXMethodDecl* method = source->getMethodDecl();
  const clang::Expr* object = source->getImplicitObjectArgument();
  if (!method->getIdentifier() || method->getName() != "value_or" || !is_optional(object->getType()) ||
      !is_structure_of_numbers(object->getType()) || !is_stageable_number(source->getType()))
    return false;
  Expressions operands;
  collect(object, {}, operands);
  if (operands.size() != 1 || operands.front().kind != Kind::Reference) return false;
  Expr holder = operands.front();
  operands.push_back(expression(source->getArg(0), {}));
  holder.takes_binding_time = holder.repeated = true;
  holder.operands = {operands.back()};
  operands.push_back(std::move(holder));
  out.push_back(wrapped(Kind::Opaque, source, std::move(operands)));
  return true;
}

/// Collects std::max({a, b, c}) and std::minmax({a, b, c}). The elements need one type, which the list cannot deduce if
/// only some of them are symbolic.
bool LibraryCallBuilder::collect_extremum_of_list(const clang::CallExpr* source, Expressions& out) {
  const std::string_view name = source->getDirectCallee()->getName();
  if ((name != "max" && name != "min" && name != "minmax") || source->getNumArgs() != 1) return false;
  const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(source->getArg(0)->IgnoreImplicit());
  const auto* elements = list ? llvm::dyn_cast<clang::InitListExpr>(list->getSubExpr()->IgnoreImplicit()) : nullptr;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!elements || !reference || elements->getNumInits() == 0) return false;
  const clang::QualType type = elements->getInit(0)->getType().getNonReferenceType().getUnqualifiedType();
  if (!is_stageable_number(type)) return false;
  Expressions operands;
  for (const clang::Expr* element : elements->inits()) operands.push_back(expression(element, {}));
  Expr result = wrapped(Kind::StandardCall, source, std::move(operands));
  if (!may_be_promoted(result)) result.kind = Kind::HostCall;
  const bool typed = reference->hasExplicitTemplateArgs();
  const model::Offset end = text_.token(typed ? reference->getRAngleLoc() : reference->getLocation()).end;
  result.head = {text_.offset(reference->getBeginLoc()), end};
  result.in_macro = result.in_macro || !text_.is_plain(reference->getLocation());
  result.name = std::string(name);
  result.list_type = type.getAsString(session_.ast().getPrintingPolicy());
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
