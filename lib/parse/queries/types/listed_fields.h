#pragma once
/// Vectors in classes of numbers that are lists in the staged classes: elements are added to them, and lists support
/// all their uses.
#include <clang/AST/Decl.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace agc::parse {

class Session;

class ListedFields {
 public:
  explicit ListedFields(const Session& session);

  bool contains(const clang::FieldDecl* field) const { return fields_.contains(field->getCanonicalDecl()); }

 private:
  llvm::SmallPtrSet<const clang::FieldDecl*, 8> fields_;
};

}  // namespace agc::parse
