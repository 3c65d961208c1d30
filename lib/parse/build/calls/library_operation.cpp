// Values of library classes that are made of numbers, such as std::complex and the results of <=>; comparisons of
// pairs, tuples and sequences of numbers; and std::visit, which calls its functions like converted code.
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "parse/build/calls/call_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/calls/library_call_builder.h"
#include "parse/build/values/expression_builder.h"
#include "parse/build/values/number_builder.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/library_value.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

namespace {

/// True for a library operator with an operand of such a class. The other operand is a number, or a pointer that stands
/// for a literal 0.
bool is_operation_on_values(const clang::CXXOperatorCallExpr* source) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  return callee && is_in_std(callee) && std::ranges::any_of(source->arguments(), [](const clang::Expr* one) {
           return is_library_value(one->getType());
         });
}

/// True if one of the alternatives is a number, which a generic lambda would have as its parameter.
bool may_hold_number(clang::QualType variant) {
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      variant.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || record->getTemplateArgs().size() == 0) return true;
  const clang::TemplateArgument& all = record->getTemplateArgs()[0];
  return all.getKind() != clang::TemplateArgument::Pack ||
         std::ranges::any_of(all.pack_elements(), [](const clang::TemplateArgument& one) {
           return one.getKind() != clang::TemplateArgument::Type || is_stageable_number(one.getAsType());
         });
}

std::string_view spelling(clang::BinaryOperatorKind operation) {
  switch (operation) {
    case clang::BO_LT:
      return ") < 0";
    case clang::BO_LE:
      return ") <= 0";
    case clang::BO_GT:
      return ") > 0";
    case clang::BO_GE:
      return ") >= 0";
    default:
      return ")";
  }
}

}  // namespace

bool LibraryCallBuilder::collect_library_value(const clang::CallExpr* source, Expressions& out) {
  if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source)) {
    if (!is_operation_on_values(operation) || operation->getOperator() == clang::OO_Equal) return false;
    if (operation->isAssignmentOp()) {
      context_.expressions().collect_assignment(operation->getArg(0), operation->getArg(1), Access::Update, out);
      return true;
    }
  } else if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(source)) {
    const clang::Expr* object = method->getImplicitObjectArgument();
    if (!method->getMethodDecl() || !method->getMethodDecl()->getIdentifier()) return false;
    const clang::QualType element = element_of_vector(source->getType());
    if (is_tensor(object->getType()) && !element.isNull() && method->getMethodDecl()->getName() == "to_vector") {
      out.push_back(context_.numbers().from_tensor(source, object, element));
      return true;
    }
    if (is_constant_span(object->getType()) && is_constant_span(source->getType())) {  // for x.subspan(1)
      Expressions operands;
      operands.push_back(expression(object, {}));
      for (const clang::Expr* argument : method->arguments()) collect_exit(argument, "a span", operands);
      out.push_back(wrapped(Kind::Opaque, source, std::move(operands)));
      return true;
    }
    if (!is_complex(object->getType())) return false;
    if (method->getNumArgs() == 1) {  // for z.real(x)
      context_.expressions().collect_assignment(object, method->getArg(0), Access::Update, out);
      return true;
    }
    out.push_back(wrapped(Kind::Opaque, source, {expression(object, {})}));
    return true;
  } else {
    return false;
  }
  Expressions operands;
  for (const clang::Expr* argument : source->arguments()) operands.push_back(expression(argument, {}));
  out.push_back(wrapped(Kind::Opaque, source, std::move(operands)));
  return true;
}

bool LibraryCallBuilder::collect_three_way(const clang::Expr* source, clang::BinaryOperatorKind operation,
                                           clang::SourceLocation token, const clang::Expr* left,
                                           const clang::Expr* right, Expressions& out) {
  const bool numbers =
      operation == clang::BO_Cmp && is_stageable_number(left->getType()) && is_stageable_number(right->getType());
  if (!numbers && !(is_compared_in_order(left->getType()) && is_compared_in_order(right->getType()))) return false;
  Expressions operands;
  operands.push_back(expression(left, {}));
  operands.push_back(expression(right, {}));
  Expr result = wrapped(Kind::StandardCall, source, std::move(operands));
  const bool equality = operation == clang::BO_EQ || operation == clang::BO_NE;
  result.name = equality ? "equal_to" : "three_way";
  if (operation == clang::BO_NE) result.operation = model::LibraryOperation::NotEqual;
  result.detail = equality ? ")" : spelling(operation);
  result.operator_token = text_.token(token);
  result.in_macro = result.in_macro || !text_.is_plain(token);
  if (!may_be_promoted(result)) result.kind = Kind::HostCall;
  out.push_back(std::move(result));
  return true;
}

bool LibraryCallBuilder::collect_own_comparison(const clang::CXXRewrittenBinaryOperator* source, Expressions& out) {
  const auto form = source->getDecomposedForm();
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(form.InnerBinOp->IgnoreParenImpCasts());
  if (!call || source->isReversed()) return false;
  Expressions operands;
  context_.calls().collect_operator(call, {}, operands);
  if (operands.size() != 1 || operands.front().kind != Kind::Call || !operands.front().callee) return false;
  Expr result = wrapped(Kind::Opaque, source, std::move(operands));
  if (form.Opcode == clang::BO_NE) {  // == of a staged class returns no bool
    result.kind = Kind::StandardCall;
    result.operation = model::LibraryOperation::NegatedEqual;
    result.operator_token = text_.token(source->getOperatorLoc());
  }
  out.push_back(std::move(result));
  return true;
}

bool LibraryCallBuilder::collect_visit(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!callee || !callee->getIdentifier() || !is_in_std(callee) || callee->getName() != "visit" || !name ||
      source->getNumArgs() < 2 || name->hasExplicitTemplateArgs())
    return false;
  std::vector<const clang::Expr*> functions;
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(as_written(source->getArg(0)));
  if (const auto* made = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(as_written(source->getArg(0))))
    list = llvm::dyn_cast<clang::InitListExpr>(made->getSubExpr()->IgnoreImplicit());
  if (list)  // overloaded{[](A a) { … }, [](B b) { … }}
    functions.assign(list->inits().begin(), list->inits().end());
  else
    functions.push_back(source->getArg(0));
  if (!std::ranges::all_of(functions,
                           [this](const clang::Expr* one) { return context_.lambdas().lambda_of(one) != nullptr; }))
    return false;
  const bool generic = std::ranges::any_of(functions, [this](const clang::Expr* one) {
    return context_.lambdas().lambda_of(one)->getDependentCallOperator() != nullptr;
  });
  const auto given = llvm::ArrayRef(source->getArgs(), source->getNumArgs()).drop_front();
  if (generic && std::ranges::any_of(given, [](const clang::Expr* one) { return may_hold_number(one->getType()); }))
    return false;
  Expressions operands;
  for (const clang::Expr* variant : given) operands.push_back(expression(variant, {}));
  for (const clang::Expr* function : functions) {
    const clang::LambdaExpr* lambda = context_.lambdas().lambda_of(function);
    context_.lambdas().note_called(as_written(function));
    Expressions object;
    collect(function, {}, object);
    Expr call = wrapped(Kind::Call, function, std::move(object));
    call.called.of_lambda = true;
    call.called.of_generic = lambda->getDependentCallOperator() != nullptr;
    call.type = type_class(source->getType());
    call.name = "lambda";
    call.callee = context_.lambdas().identity_of(lambda);
    operands.push_back(std::move(call));
  }
  Expr result = wrapped(Kind::StandardCall, source, std::move(operands));
  result.name = "visit";
  result.head = {text_.offset(name->getBeginLoc()), text_.token(name->getLocation()).end};
  result.in_macro = result.in_macro || !text_.is_plain(name->getLocation());
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
