#pragma once
/// Determines a position for a declaration that names types: after the user's classes and enums among them.
#include <clang/AST/Decl.h>
#include <clang/AST/TemplateBase.h>

#include <string>

#include "parse/session/source_text.h"

namespace agc::parse {

/// The types of a declaration that belongs after `first`, the declaration of a template.
class NamedTypes {
 public:
  NamedTypes(const clang::FunctionDecl* first, const SourceText& text) : first_(first), text_(text) {}

  /// Adds a type. Returns false if a part of it has no name, or only a name local to a function.
  bool add(clang::QualType type);
  bool add(llvm::ArrayRef<clang::TemplateArgument> arguments);

  /// Returns the position of the declaration: after the last of its types, or `behind_template` if all are declared
  /// earlier.
  model::Offset place(model::Offset behind_template) const;

  /// The text that closes the namespaces at that position and opens those of the template ("namespace a { ", or "}
  /// namespace a { " inside of another one), and the text that reverses it.
  struct Way {
    std::string there, back;
  };
  Way way() const;

 private:
  const clang::FunctionDecl* first_;
  const SourceText& text_;
  const clang::TagDecl* last_ = nullptr;  // the last type that is declared after the template, with its enclosing class
};

/// Returns the end of the semicolon of the definition, thus after variables that are declared with it.
model::Offset end_of_declaration(const clang::TagDecl* tag, const SourceText& text);

}  // namespace agc::parse
