#pragma once
/// Methods that hand out a reference to a part of their object: p.x(), v[i], m(i, j).
#include <clang/AST/DeclCXX.h>

#include <vector>

namespace agc::parse {

/// Gives the method a reference to numbers or tensors of its object, and takes nothing but numbers? `definition` has a
/// body.
bool is_accessor(const clang::FunctionDecl* definition);

/// The members of its object that what it gives is a part of, each once.
std::vector<const clang::FieldDecl*> fields_given(const clang::FunctionDecl* definition);

/// Do members of the object say which part of it is meant, as in data[i * columns + j]?
bool is_found_by_object(const clang::FunctionDecl* accessor);

/// Is it an accessor, and is there one element of its object that a symbolic number may choose?
bool may_be_chosen(const clang::FunctionDecl* method);

/// The definition of the accessor that is called; none where something else is.
const clang::CXXMethodDecl* called_accessor(const clang::CallExpr* call);

}  // namespace agc::parse
