#pragma once
/// The user's classes of numbers and tensors that can have a staged class with symbolic numbers.
#include <clang/AST/DeclCXX.h>

#include <vector>

#include "model/function.h"
#include "parse/session/source_text.h"

namespace agc::parse {

class ListedFields;
class SelectedStrings;

/// True for a class at namespace or class scope of the user's files, or a plain local aggregate, whose bases are such
/// classes or hold no numbers. Its fields are numbers, tensors, structures of these and other value classes, with a
/// number among them. The class must be copied member by member, and its constructors must be visible.
bool is_value_class(const clang::CXXRecordDecl* record);

/// Adds the value classes in a type, those of members first.
void collect_value_classes(clang::QualType type, std::vector<const clang::CXXRecordDecl*>& out);
/// Returns the same classes as identities, for the `classes` of an expression.
std::vector<const void*> value_classes_in(clang::QualType type);

/// True for an object of a class without fields and bases, such as a function object.
bool is_stateless(clang::QualType type);

/// True for a constant reference to a tensor.
bool is_tensor_reference(const clang::FieldDecl* field);

/// Marks a class whose objects are confined (confined_objects.h), if it is a value class with these references.
void mark_confined(const clang::CXXRecordDecl* record);
/// True for a class with constant references to tensors whose objects are confined: its staged class can have these.
bool is_confined(const clang::CXXRecordDecl* record);

/// True if a staged class can have the field: a number, a tensor, a structure of these, a text, a constant reference to
/// a tensor of a confined object, or an object without state.
bool is_part_of_staged_class(const clang::FieldDecl* field);

/// True if the fields of the class and of its bases have different names.
bool names_differ(const clang::CXXRecordDecl* record);

/// True if the names that its methods use are accessible outside of it. (A staged class declares the types and the
/// static members again.)
bool shows_its_members(const clang::CXXRecordDecl* record);

/// True if the operator is defaulted, in a value class whose members are all compared as numbers are.
bool is_default_comparison(const clang::FunctionDecl* function);

/// Describes a value class, or a class with virtual methods.
model::ValueClass describe_value_class(const clang::CXXRecordDecl* record, const SourceText& text,
                                       const ListedFields& listed, const SelectedStrings& strings);

}  // namespace agc::parse
