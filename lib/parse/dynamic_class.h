#pragma once
/// Classes of numbers and tensors with virtual methods. Variables of them stay what they are; a method that is called
/// with symbolic numbers runs on a twin that is made of the object for the call, of the class that the object has.
#include <clang/AST/DeclCXX.h>

#include <vector>

#include "parse/source_text.h"

namespace agc::parse {

/// A class with virtual methods at namespace scope of the user's files, whose fields are those of a value class, and
/// whose bases are such classes, or value classes.
bool is_dynamic_class(const clang::CXXRecordDecl* record);

/// Those of its bases that have virtual methods, the nearest first.
std::vector<const clang::CXXRecordDecl*> dynamic_bases(const clang::CXXRecordDecl* record);

/// All such classes that the hierarchy of the class has in this file, in the order of the source.
std::vector<const clang::CXXRecordDecl*> family_of(const clang::CXXRecordDecl* record, const SourceText& text);

/// Adds these, and what their fields and bases are made of; of a value class, itself with that.
void collect_family(const clang::CXXRecordDecl* record, const SourceText& text,
                    std::vector<const clang::CXXRecordDecl*>& out);

/// The first declaration of a virtual method, in the base that all classes with it have; others are their own.
const clang::CXXMethodDecl* first_declaration(const clang::CXXMethodDecl* method);

/// What a call of the method of such a class may come to: definitions, and declarations of pure methods. Nothing where
/// the twin of one of the classes cannot have it.
std::vector<const clang::FunctionDecl*> methods_called(const clang::CXXMethodDecl* method, const SourceText& text);

}  // namespace agc::parse
