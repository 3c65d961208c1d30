#pragma once
/// The user's classes whose fields are all tensors, or structures of tensors.
#include <clang/AST/DeclCXX.h>

#include <vector>

namespace agc::parse {

/// True if an operator of the class, a member or not, or a conversion of it takes or returns a number. An operator
/// cannot have a second name for a staged variant, so such a class has a staged class.
bool operates_on_numbers(const clang::CXXRecordDecl* record);

/// True for a class of tensors alone that is not an aggregate, is copied member by member, and has no staged class. A
/// friend returns its fields, so that its objects can be state.
bool is_tensor_class(const clang::CXXRecordDecl* record);

/// Adds the classes for which `is_tensor_class` holds in a type, those of members first.
void collect_tensor_classes(clang::QualType type, std::vector<const clang::CXXRecordDecl*>& out);

}  // namespace agc::parse
