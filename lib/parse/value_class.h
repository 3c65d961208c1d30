#pragma once
/// The user's classes of numbers and tensors that can have a twin with symbolic numbers.
#include <clang/AST/DeclCXX.h>

#include <vector>

#include "model/function.h"
#include "parse/source_text.h"

namespace agc::parse {

class ListedFields;

/// A class at namespace or class scope of the user's files without bases, whose fields are numbers, tensors, structures
/// of these and other such classes, with a number among them; that is copied member by member, and whose constructors
/// are seen.
bool is_value_class(const clang::CXXRecordDecl* record);

/// The value classes in a type, those of members first.
void collect_value_classes(clang::QualType type, std::vector<const clang::CXXRecordDecl*>& out);
/// Returns the same classes as identities, for the `classes` of an expression.
std::vector<const void*> value_classes_in(clang::QualType type);

/// An object of a class without fields and bases, such as a function object.
bool is_stateless(clang::QualType type);

/// Can the field be one of a twin: a number, a tensor, a structure of these, or an object without state?
bool is_part_of_twin(const clang::FieldDecl* field);

/// Have the fields of the class and of its bases different names?
bool names_differ(const clang::CXXRecordDecl* record);

/// Can its methods name outside of it what they name in it? (A twin declares the types and the static members again.)
bool shows_its_members(const clang::CXXRecordDecl* record);

/// Is the operator defaulted, in a value class whose members are all compared as numbers are?
bool is_default_comparison(const clang::FunctionDecl* function);

/// An object of the user that nobody sees into, so a traced call cannot take it as an argument.
bool is_closed(clang::QualType type);

/// Of a value class, or of one with virtual methods.
model::ValueClass describe_value_class(const clang::CXXRecordDecl* record, const SourceText& text,
                                       const ListedFields& listed);

}  // namespace agc::parse
