#pragma once
/// Accessors: methods that return a reference to a part of their object, such as p.x(), v[i], m(i, j).
#include <clang/AST/DeclCXX.h>

#include <vector>

namespace agc::parse {

/// True if the method returns a reference to numbers or tensors of its object and has only number parameters.
/// `definition` has a body.
bool is_accessor(const clang::FunctionDecl* definition);

/// Returns the members of the object of which the result is a part, each once.
std::vector<const clang::FieldDecl*> fields_given(const clang::FunctionDecl* definition);

/// True if members of the object decide which part the accessor returns, as in data[i * columns + j].
bool is_found_by_object(const clang::FunctionDecl* accessor);

/// True for an accessor that returns one element of its object, which a symbolic number may select.
bool may_be_chosen(const clang::FunctionDecl* method);

/// Returns the definition of the called accessor, or null if the callee is no accessor.
const clang::CXXMethodDecl* called_accessor(const clang::CallExpr* call);

}  // namespace agc::parse
