#include "parse/queries/types/element_order.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>

#include "parse/queries/functions/functor.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/list_places.h"

namespace agc::parse {
namespace {

bool orders(const clang::FunctionDecl* function, clang::OverloadedOperatorKind kind) {
  const bool compares = function && function->getOverloadedOperator() == kind;
  return compares && function->hasBody() && !function->isDefaulted() && !function->isTemplated();
}

}  // namespace

const clang::FunctionDecl* own_order(clang::QualType element, clang::OverloadedOperatorKind kind) {
  const clang::CXXRecordDecl* record = element.isNull() ? nullptr : element->getAsCXXRecordDecl();
  if (!record || !is_value_class(record)) return nullptr;
  record = record->getDefinition();
  for (const clang::CXXMethodDecl* method : record->methods()) {
    if (orders(method, kind) && method->isConst() && method->getNumParams() == 1) return method;
  }
  for (const clang::FriendDecl* befriended : record->friends()) {
    const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(befriended->getFriendDecl());
    if (orders(function, kind) && function->isThisDeclarationADefinition()) return function;
  }
  return nullptr;
}

void call_order(const clang::FunctionDecl* definition, const model::Expr& element, model::Expr& call) {
  call.type = type_class(definition->getReturnType());
  call.called.of_staged_class = call.called.of_functor = call.repeated = true;
  call.name = definition->getNameAsString();
  call.callee = model::FunctionId::staged_method(definition);
  call.operands.assign(definition->getOverloadedOperator() == clang::OO_Call ? 3 : 2, element);
}

const clang::FunctionDecl* order_of_queue(clang::QualType queue, const SourceText& text) {
  const auto* record =
      llvm::cast<clang::ClassTemplateSpecializationDecl>(queue.getNonReferenceType()->getAsCXXRecordDecl());
  const clang::QualType element = record->getTemplateArgs()[0].getAsType(),
                        order = record->getTemplateArgs()[2].getAsType();
  const clang::CXXRecordDecl* compared = order->getAsCXXRecordDecl();
  if (!is_in_std(compared)) return functor_method(order, text);
  const bool greater = compared->getName() == "greater";
  return method_of_staged_class(own_order(element, greater ? clang::OO_Greater : clang::OO_Less), text);
}

bool is_comparable(clang::QualType element, const SourceText& text) {
  if (is_ordered(element)) return true;
  const clang::FunctionDecl* order = own_order(element);
  return order && method_of_staged_class(order, text);
}

bool compares_elements(const clang::FunctionDecl* algorithm, clang::QualType element, const SourceText& text) {
  static constexpr std::array<std::string_view, 5> kByOwnOrder{"sort", "stable_sort", "is_sorted", "max_element",
                                                               "min_element"};
  const bool own = std::ranges::any_of(kByOwnOrder, [&](std::string_view one) { return is_named(algorithm, one); });
  return is_ordered(element) || (own && is_comparable(element, text));
}

}  // namespace agc::parse
