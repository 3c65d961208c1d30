#include "parse/build/values/number_builder.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <string_view>

#include "parse/build/values/expression_list.h"
#include "parse/build/values/subscript_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/braced_list.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/library_value.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {
namespace {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

const clang::CXXMemberCallExpr* tensor_call(const clang::Expr* source, std::string_view name) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(source);
  if (!call || !call->getMethodDecl() || !call->getMethodDecl()->getIdentifier()) return nullptr;
  if (call->getMethodDecl()->getName() != llvm::StringRef(name.data(), name.size())) return nullptr;
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
  if (!member || member->isArrow()) return nullptr;
  const clang::QualType object = call->getImplicitObjectArgument()->getType();
  if (!reads_as_tensor(object) && !is_ag_class(object, "Text")) return nullptr;
  return call;
}

/// Returns the number of arguments in the text.
unsigned explicit_arguments(const clang::CallExpr* call) {
  unsigned count = 0;
  for (const clang::Expr* argument : call->arguments()) {
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument)) ++count;
  }
  return count;
}

}  // namespace

Expr NumberBuilder::exit(const clang::Expr* argument, std::string why) {
  Expr inner = expression(argument, {});
  Expr result = inner;
  result.operands.clear();
  result.kind = Kind::Exit;
  result.in_macro = !text_.is_plain(argument->getBeginLoc()) || !text_.is_plain(argument->getEndLoc());
  result.detail = std::move(why);
  result.name = std::string(text_.text(result.range));
  result.operands.push_back(std::move(inner));
  return result;
}

void NumberBuilder::collect_exit(const clang::Expr* argument, std::string why, Expressions& out, model::Remedy remedy) {
  if (followed_array(argument->getType()) && is_structure_of_numbers(argument->getType()))
    return context_.subscripts().collect_whole_array(argument, std::move(why), Access::Read, out);
  const bool structure = is_structure_of_numbers(argument->getType());
  std::vector<const clang::Expr*> parts;
  if (structure && collect_braced(argument, text_, parts)) {
    for (const clang::Expr* part : parts) collect_exit(part, why, out, remedy);
    return;
  }
  const bool dependent = argument->isTypeDependent() && class_of(argument) == model::TypeClass::HostNumber;
  const bool numbers = structure || dependent || is_stageable_number(argument->getType());
  if (!numbers || llvm::isa<clang::CXXDefaultArgExpr>(argument)) {
    return collect(argument, {}, out);
  }
  Expr result = exit(argument, std::move(why));
  result.remedy = remedy;
  if (structure) result.number_type = plain_structure(argument, session_.ast().getPrintingPolicy());
  if (may_be_promoted(result)) {
    out.push_back(std::move(result));
  } else {
    Expr inner = std::move(result.operands.front());  // taken out of its parent first
    out.push_back(std::move(inner));
  }
}

Expr NumberBuilder::from_tensor(const clang::Expr* whole, const clang::Expr* tensor, clang::QualType type) {
  Expr operand = expression(tensor, {Access::Read, Sink::Tensor});
  const model::Range inner = operand.outer_range;
  Expressions operands;
  operands.push_back(std::move(operand));
  Expr result = wrapped(Kind::FromTensor, whole, std::move(operands));
  result.head = {result.range.begin, std::max(inner.begin, result.range.begin)};
  result.tail = {std::min(inner.end, result.range.end), result.range.end};
  result.of_bool = type->isBooleanType();
  result.number_type = type.getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  result.name = std::string(text_.text(result.range));
  return result;
}

/// Marks a variable, or a variable of which `target` is a part, as one to which `consumer` gets a reference.
static void take_reference(Expr& target, const std::string& consumer) {
  if (target.kind == Kind::Reference && target.access != Access::Read) {
    target.takes_reference = true;
    target.name = consumer;
  }
  const bool part = target.kind == Kind::Subscript || target.called.gives_part;
  for (Expr* inner = part ? &target.operands.front() : nullptr; inner;) {
    const bool opaque = inner->kind == Kind::Opaque && inner->operands.size() == 1;
    if (!opaque) take_reference(*inner, consumer);
    inner = opaque ? &inner->operands.front() : nullptr;
  }
}

void NumberBuilder::collect_changed_number(const clang::Expr* argument, std::string consumer, Expressions& out) {
  Expressions targets;
  collect(argument, {Access::Update, Sink::Host}, targets);
  context_.externals().refuse_written(nullptr, targets);
  refer_to_elements(targets);
  for (Expr& target : targets) {
    if (!consumer.empty()) take_reference(target, consumer);
    out.push_back(std::move(target));
  }
}

void NumberBuilder::collect_receiver(const clang::Expr* object, const clang::CXXMethodDecl* method, Use use,
                                     Expressions& out) {
  const auto* record = object->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || is_in_std(record) || !is_value_class(record)) return collect(object, use, out);
  const std::string name = "'" + method->getNameAsString() + "'";
  if (use.access == Access::Read) return collect_exit(object, name, out);
  Expressions targets;
  collect(object, use, targets);
  for (Expr& target : targets) {
    take_reference(target, method->getNameAsString());
    out.push_back(std::move(target));
  }
}

bool NumberBuilder::collect_dimension(const clang::CXXMemberCallExpr* source, Expressions& out) {
  const clang::CXXMemberCallExpr* shape = tensor_call(source, "shape");
  const clang::CXXMemberCallExpr* size = tensor_call(source, "size");
  const clang::CXXMemberCallExpr* defined = tensor_call(source, "defined");
  if (defined && is_ag_class(defined->getImplicitObjectArgument()->getType(), "Variable")) return false;
  if (!(shape && explicit_arguments(source) == 1) && !((size || defined) && explicit_arguments(source) == 0))
    return false;
  Expressions operands;
  operands.push_back(expression(source->getImplicitObjectArgument(), {}));
  const model::Offset object_end = operands.front().outer_range.end;
  if (shape) operands.push_back(exit(source->getArg(0), "the axis"));
  Expr result = wrapped(Kind::Dimension, source, std::move(operands));
  result.asks_defined = defined;
  result.head = {result.range.begin, result.range.begin};
  result.tail = {object_end, shape ? result.operands[1].outer_range.begin : result.range.end};
  out.push_back(std::move(result));
  return true;
}

bool NumberBuilder::collect_dimension(const clang::CXXOperatorCallExpr* source, Expressions& out) {
  if (source->getOperator() != clang::OO_Subscript) return false;
  const auto* shape = tensor_call(as_written(source->getArg(0)), "shape");
  if (!shape || explicit_arguments(shape) != 0) return false;
  Expressions operands;
  operands.push_back(expression(shape->getImplicitObjectArgument(), {}));
  const model::Offset object_end = operands.front().outer_range.end;
  operands.push_back(exit(source->getArg(1), "the axis"));
  Expr result = wrapped(Kind::Dimension, source, std::move(operands));
  result.head = {result.range.begin, result.range.begin};
  result.tail = {object_end, result.operands[1].outer_range.begin};
  result.operator_token = {result.operands[1].outer_range.end, result.range.end};
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
