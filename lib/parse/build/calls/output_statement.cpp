// Output statements: std::cout << …, printf and puts.
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "parse/build/calls/call_builder.h"
#include "parse/build/calls/library_call_builder.h"
#include "parse/build/values/text_builder.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/output.h"

namespace agc::parse {

using model::Expr;
using model::Sink;

namespace {

/// Returns the operands of <<, including a << that depends on a template parameter.
std::optional<std::pair<const clang::Expr*, const clang::Expr*>> shift(const clang::Expr* source) {
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(source);
      binary && binary->getOpcode() == clang::BO_Shl)
    return std::pair(binary->getLHS(), binary->getRHS());
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source);
  if (!call || call->getOperator() != clang::OO_LessLess || call->getNumArgs() != 2) return std::nullopt;
  return std::pair(call->getArg(0), call->getArg(1));
}

bool is_stream_of_process(const clang::DeclRefExpr* reference) {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (!variable || !is_in_std(variable) || !variable->getIdentifier()) return false;
  const llvm::StringRef name = variable->getName();
  return name == "cout" || name == "cerr" || name == "clog";
}

/// Returns the number of arguments that the format takes, or nothing if ag::cxx::printf does not support the format.
std::optional<size_t> arguments_of(std::string_view format) {
  size_t count = 0;
  for (size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at + 1)) {
    if (format.substr(at, 2) == "%%") {
      ++at;
      continue;
    }
    const size_t letters = format.find_first_not_of("-+ #0123456789.", at + 1);
    const size_t last = format.find_first_not_of("hlqjzt", std::min(letters, format.size()));
    if (last == std::string_view::npos) return std::nullopt;
    const bool wide = last != letters && (format[last] == 's' || format[last] == 'c');
    if (wide || std::string_view("diouxXcsfFeEgGaAp").find(format[last]) == std::string_view::npos) return std::nullopt;
    ++count;
    at = last;
  }
  return count;
}

std::optional<Output> call_of(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const auto* head = llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (!callee || !callee->getIdentifier() || !callee->isExternC() || !head || call->getNumArgs() == 0)
    return std::nullopt;
  if (callee->getName() == "puts" && call->getNumArgs() == 1)
    return Output{head, model::LibraryOperation::Puts, {call->getArg(0)}};
  if (callee->getName() != "printf") return std::nullopt;
  const auto* format = llvm::dyn_cast<clang::StringLiteral>(call->getArg(0)->IgnoreParenImpCasts());
  if (!format || !format->isOrdinary() || arguments_of(format->getString()) != call->getNumArgs() - 1)
    return std::nullopt;
  Output result{head, model::LibraryOperation::Printf, {}};
  for (unsigned k = 1; k < call->getNumArgs(); ++k) {
    const clang::Expr* argument = call->getArg(k)->IgnoreImpCasts();
    const clang::QualType type = argument->getType();
    if (!is_stageable_number(type) && !type->isPointerType() && !type->isArrayType()) return std::nullopt;
    result.items.push_back(argument);
  }
  return result;
}

}  // namespace

std::optional<Output> output_of(const clang::Expr* source) {
  source = source->IgnoreParenImpCasts();
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(source); call && !llvm::isa<clang::CXXOperatorCallExpr>(call))
    return call_of(call);
  Output result;
  while (const auto operands = shift(source)) {
    result.items.push_back(operands->second);
    source = operands->first->IgnoreParenImpCasts();
  }
  result.head = llvm::dyn_cast<clang::DeclRefExpr>(source);
  if (result.items.empty() || !result.head || !is_stream_of_process(result.head)) return std::nullopt;
  std::reverse(result.items.begin(), result.items.end());
  return result;
}

bool LibraryCallBuilder::collect_output(const clang::Stmt* source, Use use, Expressions& out) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(source);
  if (!expression || use.sink != Sink::Discarded) return false;
  const std::optional<Output> output = output_of(expression);
  if (!output) return false;
  Expressions operands;
  for (const clang::Expr* item : output->items) {
    if (is_structure_of_numbers(item->getType()))
      collect_exit(item, "what writes it", operands);
    else if (gives_text(item))
      operands.push_back(context_.texts().text_value(item));
    else
      collect(item, {}, operands);
  }
  const clang::Expr* part = expression->IgnoreParenImpCasts();
  while (const auto sides = shift(part)) {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part)) context_.calls().note_callee(call->getDirectCallee());
    part = sides->first->IgnoreParenImpCasts();
  }
  Expr result = wrapped(Expr::Kind::Output, expression, std::move(operands));
  result.head = {text_.offset(output->head->getBeginLoc()), text_.token(output->head->getLocation()).end};
  result.in_macro = !text_.is_plain(output->head->getLocation()) || !text_.is_plain(output->head->getBeginLoc());
  result.operation = output->operation;
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
