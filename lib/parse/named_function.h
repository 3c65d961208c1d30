#pragma once
/// Functions that are called through pointers: which function such a call comes to is known when the graph is made.
#include <clang/AST/Type.h>

#include <string>

#include "model/function.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace agc::parse {

/// The type of the function that a pointer or a std::function leads to; null where the type is no such thing.
/// References are looked through.
const clang::FunctionProtoType* type_of_callee(clang::QualType type);

/// The type of a function, without what its parameters say of constants and references: "double(ag::Tensor, double)".
/// Pointers and std::function objects of one such type may lead to one function.
std::string type_of_pointer(const clang::FunctionProtoType* type);
std::string type_of_pointer(const clang::FunctionDecl* function);

/// How the end of the file names a function and its staged variant, if other code may have a pointer to it: it is
/// `named` in the file, or annotated and declared for others.
void describe_pointer(const clang::FunctionDecl* function, bool named, model::Function& result);

}  // namespace agc::parse
