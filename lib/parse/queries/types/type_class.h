#pragma once
/// Classification of C++ types for the converter.
#include <clang/AST/Type.h>

#include "model/variable.h"
#include "parse/session/known_namespaces.h"

namespace clang {
class ASTContext;
class CXXMethodDecl;
class CXXRecordDecl;
class Decl;
}  // namespace clang

namespace agc::parse {

/// Returns the class of the type. References are looked through.
model::TypeClass type_class(clang::QualType type);

/// True for ag::Tensor and classes derived from it.
bool is_tensor(clang::QualType type);

/// True for a tensor, or a structure with a tensor in it.
bool contains_tensor(clang::QualType type);

/// False for a class without a copy constructor.
bool can_be_copied(clang::QualType type);

/// True for a number that may be known only when the graph runs: arithmetic types and enums, except those that graphs
/// lack (long double, 128-bit integers).
bool is_stageable_number(clang::QualType type);

/// Returns the type as a C array that is followed like a std::array; null for text (const char[]) and arrays of unknown
/// length. References are looked through.
const clang::ConstantArrayType* followed_array(clang::QualType type);

/// True for std::pair, tuple, array, vector, C arrays and value classes (value_class.h) that contain such numbers, at
/// any depth.
bool is_structure_of_numbers(clang::QualType type);

/// Returns the type of the function that a pointer, a std::function, or a reference to one holds; null for other types.
const clang::FunctionProtoType* type_of_callee(clang::QualType type);
/// True for a std::function, or a pointer to a function.
bool is_function_type(clang::QualType type);

/// Returns the type that a std::function, or a pointer to a function, calls, if it takes or returns numbers that may be
/// symbolic; null for other types. References are looked through.
const clang::FunctionProtoType* function_of_numbers(clang::QualType type);
/// Returns the type that a std::function, or a pointer to a function, calls, if it takes or returns numbers or tensors;
/// null for other types.
const clang::FunctionProtoType* function_of_values(clang::QualType type);
/// std::vector and std::array of such functions.
bool holds_functions(clang::QualType type);

/// True if there is a function ag_fields that returns the parts of the class: a friend, or a function in its namespace.
bool has_fields_function(const clang::CXXRecordDecl* record);

/// True if an object of the user's class may contain others of the same class, as elements of a container. The depth of
/// the nesting is known to the host only. Pointers are not followed.
bool contains_itself(const clang::CXXRecordDecl* record);

/// True for a class with this name in namespace ag.
bool is_ag_class(clang::QualType type, const char* name);
/// True for a std::optional. References are looked through.
bool is_optional(clang::QualType type);
/// True for the rows of a tensor, ag::range with a tensor among its bounds, datasets, and enumerations and zips of such
/// ranges.
bool runs_over_tensors(clang::QualType range);

/// True for std::vector and std::array.
bool is_sequence(clang::QualType type);

/// Returns the element type of std::vector, except that of bool; null for other types.
clang::QualType element_of_vector(clang::QualType type);
/// Returns the pointee type of std::shared_ptr, and of std::unique_ptr with the default deleter; null for other types.
clang::QualType object_of_pointer(clang::QualType type);
/// True if a method is not const, or its class has `mutable` members.
bool may_change_object(const clang::CXXMethodDecl* method);

/// True for an object of a user's class, or a lambda, that changes when it is called.
bool has_changing_call(clang::QualType type);

}  // namespace agc::parse
