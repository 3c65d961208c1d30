// Conversions to numbers, such as int(t) and static_cast<float>(n), and values that go into structures of numbers.
#include <clang/AST/ASTContext.h>

#include "model/visit.h"
#include "parse/build/values/number_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

namespace {

/// True for a number that a constructor of the user converts implicitly.
bool is_converted(const clang::Expr* value, const clang::Expr* written) {
  return is_stageable_number(written->getType()) && is_value_class(value->getType()->getAsCXXRecordDecl()) &&
         value->getSourceRange() == written->getSourceRange();
}

/// Returns v[n] of a std::vector<bool>, which a conversion operator makes a bool.
const clang::Expr* element_of_bits(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(source->IgnoreParenImpCasts());
  if (!call || !llvm::isa_and_nonnull<clang::CXXConversionDecl>(call->getMethodDecl())) return nullptr;
  const clang::CXXRecordDecl* record = call->getRecordDecl();
  const bool bit = is_in_std(record) && record->getIdentifier() && record->getName().ends_with("it_reference");
  return bit ? call->getImplicitObjectArgument() : nullptr;
}

/// True if an object of a value class becomes a number by a conversion operator of the class.
bool converts_object(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(source->IgnoreParenImpCasts());
  return call && llvm::isa_and_nonnull<clang::CXXConversionDecl>(call->getMethodDecl()) &&
         is_stageable_number(call->getType()) && is_value_class(call->getRecordDecl());
}

}  // namespace

bool NumberBuilder::collect_number_cast(const clang::Expr* source, clang::QualType type, const clang::Expr* converted,
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
  const bool relevant = may_be_promoted(operand);
  Expressions operands;
  operands.push_back(std::move(operand));
  Expr result = wrapped(relevant ? Kind::Cast : Kind::Opaque, source, std::move(operands));
  result.head = {result.range.begin, inner.begin};
  result.tail = {inner.end, result.range.end};
  result.number_type = type.getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  out.push_back(std::move(result));
  return true;
}

bool NumberBuilder::collect_conversion(const clang::ImplicitCastExpr* source, Expressions& out) {
  if (source->getCastKind() != clang::CK_UserDefinedConversion || !is_stageable_number(source->getType())) return false;
  // A proxy of an element of std::vector<bool> becomes the number itself if it is symbolic.
  const clang::Expr* element = element_of_bits(source->getSubExpr());
  Expressions inner;
  collect(element ? element : source->getSubExpr(), {}, inner);
  const bool computed =
      inner.size() == 1 && (inner.front().kind == Kind::HostCall || !inner.front().called.converted_to.empty());
  const bool runs = element || computed;
  if (!runs) {  // of a tensor, or has_value of an optional
    out.insert(out.end(), inner.begin(), inner.end());
    return true;
  }
  Expr result = wrapped(Kind::Structure, source, std::move(inner));
  result.type = model::TypeClass::HostNumber;
  const clang::QualType number = source->getType().getCanonicalType().getUnqualifiedType();
  result.number_type = number.getAsString(session_.ast().getPrintingPolicy());
  out.push_back(std::move(result));
  return true;
}

void NumberBuilder::collect_value(const clang::Expr* value, Expressions& out) {
  const clang::Expr* written = as_written(value);
  const auto* copy = llvm::dyn_cast<clang::CXXConstructExpr>(written);  // v(other), v{other}
  const bool copies = copy && copy->getConstructor()->isCopyOrMoveConstructor() && copy->getNumArgs() == 1;
  if (copies && !llvm::isa<clang::CXXTemporaryObjectExpr>(copy)) return collect_value(copy->getArg(0), out);
  Expressions inner;
  collect(value, {}, inner);
  if (is_converted(value, written)) {  // the conversion is written out if needed
    Expr result = wrapped(Kind::Structure, written, std::move(inner));
    result.type = model::TypeClass::NumberStructure;
    result.number_type = value->getType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
    return out.push_back(std::move(result));
  }
  const bool named = llvm::isa<clang::CXXTemporaryObjectExpr>(written) ||
                     llvm::isa<clang::CXXFunctionalCastExpr>(value->IgnoreParens()->IgnoreImplicit());
  const bool adapts = llvm::isa<clang::InitListExpr, clang::CXXDefaultInitExpr>(written) ||
                      (llvm::isa<clang::CXXConstructExpr>(written) && !named);
  const bool braced = text_.text(text_.range(written->getSourceRange())).starts_with("{");
  const bool structure = is_structure_of_numbers(value->getType()) && is_structure_of_numbers(written->getType());
  if (!structure || adapts || braced || written->getSourceRange().isInvalid()) {
    out.insert(out.end(), inner.begin(), inner.end());
    return;
  }
  Expr result = wrapped(Kind::Structure, written, std::move(inner));
  result.classes = value_classes_in(written->getType());
  out.push_back(std::move(result));
}

Expr NumberBuilder::value(const clang::Expr* source, Use use) {
  Expr result = expression(source, use);
  if (use.access == Access::Read && result.kind == Kind::Opaque && is_structure_of_numbers(source->getType())) {
    result.operands.clear();
    collect_value(source, result.operands);
  }
  return result;
}

}  // namespace agc::parse
