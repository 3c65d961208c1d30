// What must not be done in a branch that is traced and never taken: to name an element that is not there, and to divide
// by zero. Which of them are known to be harmless.
#include "parse/function_builder.h"

namespace agc::parse {

using model::Expr;

/// Does it name an element of the container wherever it is reached?
bool FunctionBuilder::is_in_bounds(const clang::Expr* container, const clang::Expr* index) const {
  for (const FunctionBuilder* at = this; at; at = at->parent_) {
    if (at->loops_.is_in_bounds(container, index, session_.ast())) return true;
  }
  return false;
}

/// Do a constant, or the loops around it, say that it is none?
bool FunctionBuilder::is_known_not_zero(const clang::Expr* number) const {
  for (const FunctionBuilder* at = this; at; at = at->parent_) {
    if (at->loops_.is_not_zero(number, session_.ast())) return true;
  }
  return false;
}

/// May it be of integers, the second of which is zero?
bool FunctionBuilder::may_divide_by_zero(const clang::BinaryOperator* source) const {
  const clang::Expr* by = source->getRHS();
  const auto operation = source->getOpcode();
  const bool divides = operation == clang::BO_Div || operation == clang::BO_Rem || operation == clang::BO_DivAssign ||
                       operation == clang::BO_RemAssign;
  return divides && by->getType()->isIntegerType() && !source->isTypeDependent() && !is_known_not_zero(by);
}

/// `source`: what an integer is divided by.
Expr FunctionBuilder::divisor(const clang::Expr* source) {
  Expressions operands;
  collect_value(source, operands);
  Expr result = wrapped(Expr::Kind::Opaque, source, std::move(operands));
  result.may_be_zero = true;
  return result;
}

}  // namespace agc::parse
