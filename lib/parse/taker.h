#pragma once
/// What gets a number that has to be known, as messages name it, and what helps where the number is not.
#include <string>

#include "model/expr.h"
#include "parse/source_text.h"

namespace clang {
class Expr;
class FunctionDecl;
class InitListExpr;
}  // namespace clang

namespace agc::parse {

struct Taker {
  std::string name;
  model::Remedy remedy = model::Remedy::Convert;
};

/// Of an argument of a call; `callee` is none where it is not known.
Taker describe_taker(const clang::FunctionDecl* callee, const clang::Expr* argument, const SourceText& text);

/// A function of ag that has a form for a symbolic number in place of this parameter (ag/symbolic_ops.h), or one that
/// makes a tensor of it.
bool takes_symbolic_number(const clang::FunctionDecl* callee, unsigned index);

/// { a, b } as a std::initializer_list of numbers; null where it is something else.
const clang::InitListExpr* list_of_numbers(const clang::Expr* argument);

}  // namespace agc::parse
