#pragma once
/// Methods of the standard library and of ag whose calls are analysed in a way of their own.
#include <clang/AST/DeclCXX.h>

#include "model/expr.h"
#include "parse/session/known_namespaces.h"

namespace agc::parse {

/// Returns the operation of a method; Other for most methods, and for those of the user's classes.
inline model::LibraryOperation operation_of(const clang::CXXMethodDecl* method) {
  using model::LibraryOperation;
  if (!method->getIdentifier() || !(is_in_std(method) || is_in_ag(method))) return LibraryOperation::Other;
  const llvm::StringRef name = method->getName();
  if (name == "reserve") return LibraryOperation::Reserve;
  if (name == "erase") return LibraryOperation::Erase;
  if (name == "defined") return LibraryOperation::IsDefined;
  const bool at_end = name == "push_back" || name == "emplace_back" || name == "pop_back";
  return at_end ? LibraryOperation::ChangeEnd : LibraryOperation::Other;
}

}  // namespace agc::parse
