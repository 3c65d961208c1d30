// Calls of lambdas with numbers in their signatures, which are as symbolic as the arguments.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "parse/build/calls/call_builder.h"
#include "parse/build/calls/converted_call_builder.h"
#include "parse/build/calls/function_value_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/values/algorithm_builder.h"
#include "parse/build/values/list_builder.h"
#include "parse/build/values/number_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/returned_lambda.h"
#include "parse/queries/functions/type_queries.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;

namespace {

/// Names the type of arguments that deduce one template parameter of a generic lambda together, as in `[]<class T>(T a,
/// T b)`: if one argument is symbolic, the others are converted to its type.
void name_shared_types(const clang::FunctionDecl* pattern, const clang::FunctionDecl* callee, Expressions& arguments) {
  const auto deduced = [&](size_t k) -> const clang::TemplateTypeParmType* {
    const auto at = static_cast<unsigned>(k);
    if (at >= pattern->getNumParams() || may_change_argument(callee, at)) return nullptr;
    return pattern->getParamDecl(at)->getType().getNonReferenceType()->getAs<clang::TemplateTypeParmType>();
  };
  for (size_t k = 0; k < arguments.size(); ++k) {
    const clang::TemplateTypeParmType* own = deduced(k);
    if (!own) continue;
    bool shared = false;
    for (size_t other = 0; other < arguments.size(); ++other) {
      const clang::TemplateTypeParmType* its = other == k ? nullptr : deduced(other);
      shared = shared || (its && its->getIndex() == own->getIndex());
    }
    const clang::QualType type = callee->getParamDecl(static_cast<unsigned>(k))->getType();
    if (!shared || !is_stageable_number(type)) continue;
    arguments[k].shares_type = true;
    arguments[k].number_type =
        type.getNonReferenceType().getUnqualifiedType().getAsString(callee->getASTContext().getPrintingPolicy());
  }
}

}  // namespace

Expressions LambdaBuilder::arguments_by_binding_time(const clang::FunctionDecl* callee,
                                                     llvm::ArrayRef<const clang::Expr*> arguments) {
  Expressions result;
  pass_lambdas(callee, arguments);
  for (unsigned k = 0; k < arguments.size(); ++k) {
    const Access access = may_change_argument(callee, k) ? Access::Update : Access::Read;
    if (returned_lambda(as_written(arguments[k])->getType()->getAsCXXRecordDecl())) {  // for g(line(c), x)
      result.push_back(context_.function_values().function_value(arguments[k]));
    } else if (container_of(arguments[k])) {  // the elements are as symbolic as the container
      Expressions range;
      context_.algorithms().collect_iterator(arguments[k], access, range);
      result.push_back(wrapped(Expr::Kind::Opaque, arguments[k], std::move(range)));
    } else {
      result.push_back(context_.numbers().value(arguments[k], {access, model::Sink::Host}));
      context_.lists().note_list(callee, k, arguments[k], k, result);
    }
  }
  return result;
}

bool LambdaBuilder::collect_lambda_call(const clang::CXXOperatorCallExpr* source, Expressions& out) {
  if (source->getOperator() != clang::OO_Call) return false;
  const clang::LambdaExpr* lambda = lambda_of(source->getArg(0));
  const clang::Expr* object = as_written(source->getArg(0));
  const clang::FunctionDecl* callee = source->getDirectCallee();
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  const void* returned = lambda || !method ? nullptr : returned_lambda(method->getParent());
  if (returned && has_numbers_in_signature(method) &&
      !context_.converted_calls().is_callable_parameter(object)) {  // for line(c)(x)
    Expressions operands = arguments_by_binding_time(callee, {source->getArgs() + 1, source->getNumArgs() - 1});
    const size_t count = operands.size();
    collect(object, {}, operands);
    Expr result = wrapped(Expr::Kind::Call, source, std::move(operands));
    result.called.of_lambda = true;
    result.argument_count = count;
    result.name = "lambda";
    result.callee = returned;
    out.push_back(std::move(result));
    return true;
  }
  if (!lambda) return false;
  called_.insert(object);
  const bool of_object = method && !method->getParent()->isLambda();  // the ag::function object made of the lambda
  if (of_object && !lambda->getDependentCallOperator()) callee = lambda->getCallOperator();
  const bool matters =
      callee && ((of_object && method != callee) || has_numbers_in_signature(callee) || has_lists_in_signature(callee));
  if (!matters || has_annotation(lambda->getCallOperator(), "ag.do_not_convert")) return false;
  context_.calls().note_callee(callee);
  Expressions operands = arguments_by_binding_time(callee, {source->getArgs() + 1, source->getNumArgs() - 1});
  const size_t count = operands.size();
  collect(object, {}, operands);
  const clang::FunctionTemplateDecl* generic = lambda->getDependentCallOperator();
  if (generic) name_shared_types(generic->getTemplatedDecl(), callee, operands);
  if (generic && asks_for_types(generic->getTemplatedDecl())) {
    for (unsigned k = 0; k < count; ++k) {
      Expressions known;
      collect_exit(source->getArg(k + 1), "this lambda, which asks for its type,", known);
      if (known.size() == 1 && known.front().kind == Expr::Kind::Exit) operands[k] = std::move(known.front());
    }
  }
  Expr result = wrapped(Expr::Kind::Call, source, std::move(operands));
  result.called.of_lambda = true;
  result.called.of_generic = generic != nullptr;
  result.argument_count = count;
  result.name = "lambda";
  result.callee = identity_of(lambda);
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
