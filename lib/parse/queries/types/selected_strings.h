#pragma once
/// String members of classes that a tensor may select: the staged class has an ag::StagedString for them.
#include <clang/AST/Decl.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace agc::parse {

class Session;

/// The other strings of staged classes stay as they are: those that references, views or pointers name, which would
/// show the text of another branch, those of class templates, and those of headers, whose staged class has to be the
/// same in all files.
class SelectedStrings {
 public:
  explicit SelectedStrings(const Session& session);

  /// True for a std::string, or an array of these, in a class of the main file to which no reference is kept.
  bool contains(const clang::FieldDecl* field) const;

 private:
  llvm::SmallPtrSet<const clang::FieldDecl*, 8> referred_;
};

}  // namespace agc::parse
