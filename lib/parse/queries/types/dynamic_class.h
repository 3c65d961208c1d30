#pragma once
/// Classes of numbers and tensors with virtual methods. Their variables are not rewritten. A method call with symbolic
/// numbers runs on a staged object, made from the object for that call, of the staged class of its dynamic type.
#include <clang/AST/DeclCXX.h>

#include <vector>

#include "parse/session/source_text.h"

namespace agc::parse {

/// True for a class with virtual methods at namespace scope of the user's files, whose fields are those of a value
/// class, and whose bases are such classes or value classes.
bool is_dynamic_class(const clang::CXXRecordDecl* record);

/// Returns the bases that have virtual methods, the nearest first.
std::vector<const clang::CXXRecordDecl*> dynamic_bases(const clang::CXXRecordDecl* record);

/// Returns all dynamic classes in this file that belong to the hierarchy of the class, in source order.
std::vector<const clang::CXXRecordDecl*> family_of(const clang::CXXRecordDecl* record, const SourceText& text);

/// Adds the classes of family_of() and those of their fields and bases. For a value class, adds it and the classes of
/// its parts.
void collect_family(const clang::CXXRecordDecl* record, const SourceText& text,
                    std::vector<const clang::CXXRecordDecl*>& out);

/// Returns the first declaration of a virtual method, in the base that introduces it. Other methods are their own first
/// declaration.
const clang::CXXMethodDecl* first_declaration(const clang::CXXMethodDecl* method);

/// Returns the possible targets of a method call on a dynamic class: definitions, and declarations of pure methods.
/// Empty if one of the classes cannot have the method in its staged class.
std::vector<const clang::FunctionDecl*> methods_called(const clang::CXXMethodDecl* method, const SourceText& text);

}  // namespace agc::parse
