#include "parse/queries/types/tensor_part.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/queries/types/type_class.h"

namespace agc::parse {
namespace {

/// Returns the specialization of a class template of the standard library; null for other types.
const clang::ClassTemplateSpecializationDecl* library_instance(clang::QualType type) {
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && is_in_std(record) && record->getIdentifier() ? record : nullptr;
}

bool is_pair_or_tuple(const clang::ClassTemplateSpecializationDecl* record) {
  return record && (record->getName() == "pair" || record->getName() == "tuple");
}

/// Returns the template arguments that are types, with packs expanded.
llvm::SmallVector<clang::QualType, 4> types_of(const clang::ClassTemplateSpecializationDecl* record) {
  llvm::SmallVector<clang::QualType, 4> result;
  for (const clang::TemplateArgument& argument : record->getTemplateArgs().asArray()) {
    if (argument.getKind() == clang::TemplateArgument::Type) result.push_back(argument.getAsType());
    if (argument.getKind() != clang::TemplateArgument::Pack) continue;
    for (const clang::TemplateArgument& one : argument.pack_elements()) {
      if (one.getKind() == clang::TemplateArgument::Type) result.push_back(one.getAsType());
    }
  }
  return result;
}

/// True if part `index` of a value of this type, constructed from `count` parts, becomes a tensor.
bool part_becomes_tensor(clang::QualType whole, unsigned index, unsigned count) {
  const clang::ClassTemplateSpecializationDecl* record = library_instance(whole);
  if (is_pair_or_tuple(record)) {
    const auto parts = types_of(record);
    return parts.size() == count && index < count && becomes_tensor(parts[index]);
  }
  if (count == 1) return becomes_tensor(whole);
  const clang::CXXRecordDecl* aggregate = record ? nullptr : whole.getNonReferenceType()->getAsCXXRecordDecl();
  if (!aggregate || !aggregate->hasDefinition() || !aggregate->isAggregate() || aggregate->getNumBases() != 0)
    return false;
  const auto fields = aggregate->fields();
  if (index >= static_cast<unsigned>(std::distance(fields.begin(), fields.end()))) return false;
  return becomes_tensor((*std::next(fields.begin(), index))->getType());
}

}  // namespace

bool becomes_tensor(clang::QualType type) {
  if (is_tensor(type)) return true;
  const clang::ClassTemplateSpecializationDecl* record = library_instance(type);
  if (!record) return false;
  const auto types = types_of(record);
  if (record->getName() == "optional") return becomes_tensor(types[0]);
  // Only one alternative can be constructed from a number.
  const auto takes_number = [](clang::QualType one) { return is_stageable_number(one); };
  return record->getName() == "variant" && std::ranges::count_if(types, becomes_tensor) == 1 &&
         std::ranges::none_of(types, takes_number);
}

bool makes_tensor(const clang::CXXConstructExpr* construct, unsigned index) {
  if (!is_in_std(construct->getConstructor())) return false;
  return part_becomes_tensor(construct->getType(), index, construct->getNumArgs());
}

bool makes_tensor(const clang::FunctionDecl* callee, unsigned index) {
  static constexpr std::array<std::string_view, 4> kOfKey{"emplace", "try_emplace", "insert_or_assign", "emplace_hint"};
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  if (!method || !method->getIdentifier() || !is_in_std(method)) return false;
  const auto* record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent());
  if (!record || !record->getIdentifier()) return false;
  const std::string_view name = method->getName(), container = record->getName();
  const auto types = types_of(record);
  if (types.empty()) return false;
  if (container == "map" || container == "unordered_map") {
    const unsigned key = name == "emplace_hint" ? 1 : 0;
    return std::ranges::find(kOfKey, name) != kOfKey.end() && index == key + 1 && becomes_tensor(types[1]);
  }
  if (container == "optional") return (name == "value_or" || name == "emplace") && becomes_tensor(types[0]);
  if (name == "emplace") return index > 0 && part_becomes_tensor(types[0], index - 1, method->getNumParams() - 1);
  const bool adds = name == "emplace_back" || name == "emplace_front";
  return adds && part_becomes_tensor(types[0], index, method->getNumParams());
}

}  // namespace agc::parse
