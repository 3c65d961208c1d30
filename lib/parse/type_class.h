#pragma once
/// What C++ types are to the converter.
#include <clang/AST/Type.h>

#include "model/variable.h"

namespace clang {
class ASTContext;
class CXXMethodDecl;
class CXXRecordDecl;
class Decl;
}  // namespace clang

namespace agc::parse {

/// Of the type itself; references are looked through.
model::TypeClass type_class(clang::QualType type);

/// ag::Tensor, or derived from it.
bool is_tensor(clang::QualType type);

/// A tensor, or a structure with a tensor in it.
bool contains_tensor(clang::QualType type);

/// False: an object of a class without a copy constructor.
bool can_be_copied(clang::QualType type);

/// A number that can be known only when the graph runs: arithmetic types and enums, but for those that graphs lack
/// (long double, 128-bit integers).
bool is_stageable_number(clang::QualType type);

/// The type as an array of C that is followed like a std::array; text (const char[]) and arrays of unknown length are
/// not. References are looked through.
const clang::ConstantArrayType* followed_array(clang::QualType type);

/// std::pair, tuple, array, vector, arrays of C and value classes (value_class.h) with such numbers in them, at any
/// depth.
bool is_structure_of_numbers(clang::QualType type);

/// Returns the type of the function that a pointer, a std::function, or a reference to one holds; null for other types.
const clang::FunctionProtoType* type_of_callee(clang::QualType type);
/// A std::function, or a pointer to a function.
bool is_function_type(clang::QualType type);

/// The type that a std::function, or a pointer to a function, calls, where that takes or gives numbers which may be
/// symbolic; null for everything else. References are looked through.
const clang::FunctionProtoType* function_of_numbers(clang::QualType type);
/// The same for a function that takes or returns numbers or tensors.
const clang::FunctionProtoType* function_of_values(clang::QualType type);
/// std::vector and std::array of such functions.
bool holds_functions(clang::QualType type);

/// Is there a function ag_fields for the class, which gives its parts: a friend, or one beside it?
bool has_fields_function(const clang::CXXRecordDecl* record);

/// Whether an object of the user's class may have other ones of the same class in it, as elements of a container: how
/// many levels there are is known to the host only. Pointers are not followed.
bool contains_itself(const clang::CXXRecordDecl* record);

/// A class with this name in namespace ag.
bool is_ag_class(clang::QualType type, const char* name);
/// A std::optional. References are looked through.
bool is_optional(clang::QualType type);
/// The rows of a tensor, ag::range with a tensor among its bounds, datasets, and what enumerates or zips such ranges.
bool runs_over_tensors(clang::QualType range);

/// Declared in namespace ag, at any depth, or in std.
bool is_in_ag(const clang::Decl* declaration);
bool is_in_std(const clang::Decl* declaration);

/// std::vector or std::array
bool is_sequence(clang::QualType type);

/// Of std::vector, except that of bool; null for other types.
clang::QualType element_of_vector(clang::QualType type);
/// Of std::shared_ptr, and std::unique_ptr without a deleter of its own; null for other types.
clang::QualType object_of_pointer(clang::QualType type);
/// Whether a method is not const, or its class has members that are `mutable`.
bool may_change_object(const clang::CXXMethodDecl* method);

/// An object of a class of the user, or a lambda, that changes when it is called.
bool has_changing_call(clang::QualType type);

}  // namespace agc::parse
