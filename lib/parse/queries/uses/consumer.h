#pragma once
/// For diagnostics: names the consumer that needs a host number, and the remedy if the number is symbolic.
#include <string>

#include "model/expr.h"
#include "parse/session/source_text.h"

namespace clang {
class Expr;
class FunctionDecl;
class InitListExpr;
}  // namespace clang

namespace agc::parse {

struct Consumer {
  std::string name;
  model::Remedy remedy = model::Remedy::Convert;
};

/// Describes the consumer of an argument of a call. `callee` is null if it is unknown.
Consumer describe_taker(const clang::FunctionDecl* callee, const clang::Expr* argument, const SourceText& text);

/// True for a function of ag that has a variant with a symbolic number for this parameter (ag/staging/symbolic_ops.h),
/// or that makes a tensor of the number.
bool takes_symbolic_number(const clang::FunctionDecl* callee, unsigned index);

/// Returns { a, b } as a std::initializer_list of numbers; null for other expressions.
const clang::InitListExpr* list_of_numbers(const clang::Expr* argument);

}  // namespace agc::parse
