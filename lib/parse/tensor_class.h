#pragma once
/// The user's classes whose fields are all tensors, or structures of tensors.
#include <clang/AST/DeclCXX.h>

#include <vector>

namespace agc::parse {

/// True if an operator of the class, a member or not, or a conversion of it takes or gives a number. An operator has no
/// second name that a face with symbolic numbers could have beside it, so such a class has a twin.
bool operates_on_numbers(const clang::CXXRecordDecl* record);

/// True for a class of tensors alone that is no aggregate, is copied member by member, and has no twin: a friend gives
/// its fields, so that an object of it is state.
bool is_tensor_class(const clang::CXXRecordDecl* record);

/// Adds the classes for which `is_tensor_class` holds in a type, those of members first.
void collect_tensor_classes(clang::QualType type, std::vector<const clang::CXXRecordDecl*>& out);

}  // namespace agc::parse
