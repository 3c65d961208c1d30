#include "parse/queries/types/list_type.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>

#include "parse/queries/types/element_order.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {
namespace {

const clang::ClassTemplateSpecializationDecl* of_library(clang::QualType type) {
  if (type.isNull() || type->isDependentType()) return nullptr;
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && is_in_std(record) && record->getIdentifier() ? record : nullptr;
}

/// Returns the types of the parts of a pair or tuple; empty for other types.
llvm::SmallVector<clang::QualType, 4> parts_of(const clang::ClassTemplateSpecializationDecl* type) {
  llvm::SmallVector<clang::QualType, 4> result;
  if (type->getName() != "pair" && type->getName() != "tuple") return result;
  for (const clang::TemplateArgument& argument : type->getTemplateArgs().asArray()) {
    if (argument.getKind() == clang::TemplateArgument::Type) result.push_back(argument.getAsType());
    if (argument.getKind() != clang::TemplateArgument::Pack) continue;
    for (const auto& part : argument.pack_elements()) result.push_back(part.getAsType());
  }
  return result;
}

bool can_be_element(clang::QualType type) {
  if (is_ag_class(type, "Tensor") || is_stageable_number(type)) return true;
  const model::TypeClass kind = type_class(type);
  if (kind != model::TypeClass::NumberStructure && kind != model::TypeClass::TensorStructure) return false;
  return type->isRecordType() && !is_optional(type);
}

/// Returns the staged class of a comparison class without members: struct ByCost { bool operator()(…) const; }.
std::optional<std::string> order_of_class(clang::QualType type, clang::QualType element) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || record->isLambda() || !is_value_class(record) || !record->isEmpty() || !record->isAggregate())
    return std::nullopt;
  if (!is_ordered(element) && type_class(element) != model::TypeClass::NumberStructure) return std::nullopt;
  const clang::PrintingPolicy& policy = record->getASTContext().getPrintingPolicy();
  return "ag::staged_t<" + type.getCanonicalType().getUnqualifiedType().getAsString(policy) + ">";
}

/// Returns the comparison of an ordered container, if it is std::less or std::greater on elements that the runtime
/// or their class compares, or a comparison class.
std::optional<std::string> order_of(clang::QualType type, clang::QualType element) {
  const auto* order = of_library(type);
  if (!order) return order_of_class(type, element);
  if (order->getName() == "less" && own_order(element)) return "";
  if (order->getName() == "greater" && own_order(element, clang::OO_Greater)) return "std::greater<>";
  if (!is_ordered(element)) return std::nullopt;
  if (order->getName() == "less") return "";
  if (order->getName() == "greater") return "std::greater<>";
  return std::nullopt;
}

/// True if the runtime finds such keys: numbers, pairs and tuples of them, and objects of numbers with an operator <.
bool can_be_key(clang::QualType key) {
  return is_ordered(key) || (own_order(key) && type_class(key) == model::TypeClass::NumberStructure);
}

std::optional<ListType> set_type(const clang::ClassTemplateSpecializationDecl* record) {
  const clang::QualType key = record->getTemplateArgs()[0].getAsType();
  const auto* order = of_library(record->getTemplateArgs()[1].getAsType());
  if (!order || order->getName() != "less" || !can_be_key(key)) return std::nullopt;
  return ListType{model::ListKind::SortedSet, key, {}, true};
}

/// Returns the list type of a map. A map becomes a list when a symbolic key is used.
std::optional<ListType> map_type(const clang::ClassTemplateSpecializationDecl* record) {
  const clang::QualType held = record->getTemplateArgs()[1].getAsType();
  const auto* order = of_library(record->getTemplateArgs()[2].getAsType());
  const clang::QualType key = record->getTemplateArgs()[0].getAsType();
  if (!order || order->getName() != "less" || !can_be_key(key) || !is_stageable_number(held)) return std::nullopt;
  return ListType{model::ListKind::SortedMap, key, {}, false, held.getAsString()};
}

/// Returns the list type of ag::List<Tensor>. Nullopt for an ag::List of numbers, which holds known numbers.
std::optional<ListType> written_list(clang::QualType type) {
  const auto* record =
      llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || record->getTemplateArgs().size() == 0) return std::nullopt;
  const clang::QualType element = record->getTemplateArgs()[0].getAsType();
  if (!is_tensor(element)) return std::nullopt;
  ListType result{model::ListKind::List, element, {}, false, {}, true};
  return result;
}

}  // namespace

bool is_keyed(const ListType& type) {
  return type.kind == model::ListKind::SortedSet || type.kind == model::ListKind::SortedMap;
}

bool is_ordered(clang::QualType element) {
  if (is_stageable_number(element)) return true;
  const auto* record = of_library(element);
  const auto parts = record ? parts_of(record) : llvm::SmallVector<clang::QualType, 4>();
  return !parts.empty() && llvm::all_of(parts, is_ordered);
}

std::optional<ListType> list_type(clang::QualType type) {
  if (is_ag_class(type, "List")) return written_list(type);
  const auto* record = of_library(type);
  if (!record || record->getTemplateArgs().size() == 0) return std::nullopt;
  const clang::TemplateArgument& first = record->getTemplateArgs()[0];
  if (first.getKind() != clang::TemplateArgument::Type || !can_be_element(first.getAsType())) return std::nullopt;
  const clang::QualType element = first.getAsType();
  const llvm::StringRef name = record->getName();
  if (name == "vector" && !element->isBooleanType()) return ListType{model::ListKind::List, element, {}, false};
  if (name == "deque" || name == "list") return ListType{model::ListKind::List, element, {}, true};
  if (name == "stack") return ListType{model::ListKind::Stack, element, {}, true};
  if (name == "set") return set_type(record);
  if (name == "map") return map_type(record);
  if (name == "queue") return ListType{model::ListKind::Queue, element, {}, true};
  if (name != "priority_queue") return std::nullopt;
  const std::optional<std::string> order = order_of(record->getTemplateArgs()[2].getAsType(), element);
  if (!order) return std::nullopt;
  return ListType{model::ListKind::PriorityQueue, element, *order, true};
}

model::TypeClass element_class(clang::QualType element) {
  if (is_stageable_number(element)) return model::TypeClass::HostNumber;
  return is_structure_of_numbers(element) ? model::TypeClass::NumberStructure : model::TypeClass::Other;
}

std::span<const ListMethod> list_methods() {
  static constexpr std::array<ListMethod, 36> kMethods{{{"push_back", "v"},    {"emplace_back", "", true},
                                                        {"push_front", "v"},   {"emplace_front", "", true},
                                                        {"push", "v"},         {"pop_back", ""},
                                                        {"pop_front", ""},     {"pop", ""},
                                                        {"clear", ""},         {"size", ""},
                                                        {"empty", ""},         {"front", ""},
                                                        {"back", ""},          {"top", ""},
                                                        {"at", "n"},           {"reserve", "n"},
                                                        {"shrink_to_fit", ""}, {"resize", "n"},
                                                        {"resize", "nv"},      {"assign", "nv"},
                                                        {"assign", "rr"},      {"insert", "iv"},
                                                        {"insert", "irr"},     {"insert", "inv"},
                                                        {"erase", "i"},        {"erase", "ii"},
                                                        {"swap", "l"},         {"reverse", ""},
                                                        {"begin", "-"},        {"end", "-"},
                                                        {"cbegin", "-"},       {"cend", "-"},
                                                        {"rbegin", "-"},       {"rend", "-"},
                                                        {"crbegin", "-"},      {"crend", "-"}}};
  return kMethods;
}

std::span<const ListMethod> set_methods() {
  static constexpr std::array<ListMethod, 8> kMethods{{{"insert", "v"},
                                                       {"erase", "v"},
                                                       {"count", "v"},
                                                       {"contains", "v"},
                                                       {"at", "v"},
                                                       {"clear", ""},
                                                       {"size", ""},
                                                       {"empty", ""}}};
  return kMethods;
}

bool holds_list(clang::QualType type) {
  if (const auto list = list_type(type)) return !list->adapts && !is_keyed(*list);
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !is_in_std(record)) return false;
  const llvm::StringRef name = record->getName();
  if (name != "pair" && name != "tuple" && name != "optional") return false;
  const auto holds = [](const clang::TemplateArgument& one) {
    return one.getKind() == clang::TemplateArgument::Type && holds_list(one.getAsType());
  };
  return llvm::any_of(record->getTemplateArgs().asArray(), [&](const clang::TemplateArgument& one) {
    return one.getKind() == clang::TemplateArgument::Pack ? llvm::any_of(one.pack_elements(), holds) : holds(one);
  });
}

bool has_lists_in_signature(const clang::FunctionDecl* function) {
  return holds_list(function->getReturnType()) ||
         std::ranges::any_of(function->parameters(), [](const auto* one) { return holds_list(one->getType()); });
}

Resize resize_of(std::string_view method) {
  static constexpr std::array<std::string_view, 9> kGrow{"push_back", "emplace_back", "insert",
                                                         "emplace",   "push_front",   "emplace_front",
                                                         "push",      "try_emplace",  "insert_or_assign"};
  static constexpr std::array<std::string_view, 8> kSet{"pop_back", "erase", "clear",     "resize",
                                                        "assign",   "swap",  "pop_front", "pop"};
  if (std::ranges::find(kGrow, method) != kGrow.end()) return Resize::Grows;
  return std::ranges::find(kSet, method) != kSet.end() ? Resize::Sets : Resize::No;
}

}  // namespace agc::parse
