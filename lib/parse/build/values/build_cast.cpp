// Explicit conversions to numbers: int(t), static_cast<float>(n).
#include <clang/AST/ASTContext.h>

#include "parse/build/function_builder.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {

using model::Expr;
using Kind = Expr::Kind;

/// Collects int(t), static_cast<float>(n), U{n}, and bool(o) of an optional. Returns false for other expressions.
/// `type` is the written type, `converted` the operand.
bool FunctionBuilder::collect_number_cast(const clang::Expr* source, clang::QualType type, const clang::Expr* converted,
                                          Expressions& out) {
  if (!is_stageable_number(type)) return false;
  const clang::Expr* written = as_written(converted);
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(written); list && list->getNumInits() == 1) {
    written = as_written(list->getInit(0));
  }
  const bool tensor = written->isTypeDependent() && class_of(written) == model::TypeClass::Tensor;
  if (tensor || reads_as_tensor(written->getType())) {
    out.push_back(from_tensor(source, written, type));
    return true;
  }
  const bool asks_for_value = type->isBooleanType() && is_optional(written->getType());
  const bool number = is_stageable_number(written->getType()) ||
                      (written->isTypeDependent() && class_of(written) == model::TypeClass::HostNumber);
  if (!number && !asks_for_value && !converts_object(converted)) return false;
  const bool listed = llvm::isa<clang::InitListExpr>(as_written(converted));
  Expr operand = expression(listed || asks_for_value ? written : converted, {});
  const model::Range inner = operand.outer_range;
  const bool relevant = may_be_raised(operand);
  Expressions operands;
  operands.push_back(std::move(operand));
  Expr result = wrapped(relevant ? Kind::Cast : Kind::Opaque, source, std::move(operands));
  result.head = {result.range.begin, inner.begin};
  result.tail = {inner.end, result.range.end};
  result.number_type = type.getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
