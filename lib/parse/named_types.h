#pragma once
/// Where a declaration that names types can stand: behind the user's classes and enums in them.
#include <clang/AST/Decl.h>
#include <clang/AST/TemplateBase.h>

#include <string>

#include "parse/source_text.h"

namespace agc::parse {

/// The types of a declaration that belongs behind `first`, the declaration of a template.
class NamedTypes {
 public:
  NamedTypes(const clang::FunctionDecl* first, const SourceText& text) : first_(first), text_(text) {}

  /// False where something in it has no name, or one that is not known outside of a function.
  bool add(clang::QualType type);
  bool add(llvm::ArrayRef<clang::TemplateArgument> arguments);

  /// Where it stands if not at `behind_template`.
  model::Offset place(model::Offset behind_template) const;

  /// What leads from the namespaces there to those of the template: "namespace a { ", or "} namespace a { " out of
  /// another one; and what leads back.
  struct Way {
    std::string there, back;
  };
  Way way() const;

 private:
  const clang::FunctionDecl* first_;
  const SourceText& text_;
  const clang::TagDecl* last_ = nullptr;  // of those that are declared behind the template, with what is around it
};

/// Behind the semicolon of its definition, and with that behind the variables that are declared with it.
model::Offset end_of_declaration(const clang::TagDecl* tag, const SourceText& text);

}  // namespace agc::parse
