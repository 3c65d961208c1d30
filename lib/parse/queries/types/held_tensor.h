#pragma once
/// Classes of the runtime that hold tensors or have an identity.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include "parse/queries/types/type_class.h"

namespace agc::parse {

/// True for ag::Tensor, and for ag::Variable, which reads as the tensor that it holds.
inline bool reads_as_tensor(clang::QualType type) { return is_tensor(type) || is_ag_class(type, "Variable"); }

/// True for ag::Tensor, and for ag::Text, which holds one.
inline bool holds_tensor(clang::QualType type) { return is_tensor(type) || is_ag_class(type, "Text"); }

inline bool is_module(const clang::CXXRecordDecl* record) {
  if (!record) return false;
  if (record->getIdentifier() && record->getName() == "Module" && is_in_ag(record)) return true;
  if (!record->hasDefinition()) return false;
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    if (is_module(base.getType()->getAsCXXRecordDecl())) return true;
  }
  return false;
}

/// True for a parameter that refers to a module. A call passes modules by identity.
inline bool names_module(const clang::VarDecl* variable) {
  return llvm::isa<clang::ParmVarDecl>(variable) && variable->getType()->isLValueReferenceType() &&
         is_module(variable->getType()->getPointeeType()->getAsCXXRecordDecl());
}

/// True for types whose objects have an identity: variables, function objects, generators, datasets, iterators,
/// modules, and vectors and arrays of these. A change through such an object is an ordered side effect, or state that
/// its own methods track.
inline bool has_identity(clang::QualType type) {
  if (type.isNull()) return false;
  type = type.getNonReferenceType();
  for (const char* name : {"Callable", "DatasetOf", "Generator", "IteratorOf", "Variable"}) {
    if (is_ag_class(type, name)) return true;
  }
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (is_module(record)) return true;
  const auto* container = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (!container || !is_in_std(container) || !container->getIdentifier()) return false;
  if (container->getName() != "vector" && container->getName() != "array") return false;
  return has_identity(container->getTemplateArgs()[0].getAsType());
}

}  // namespace agc::parse
