#pragma once
/// Functions that may be called through pointers. The callee of such a call is known only during tracing, so converted
/// code registers the staged variants of these functions.
#include <clang/AST/Type.h>

#include <string>

#include "model/function.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace agc::parse {

/// Returns the type of a function without references and const on its parameters: "double(ag::Tensor, double)".
/// Pointers and std::function objects whose types differ only in these may hold the same function.
std::string pointee_type(const clang::FunctionProtoType* type);
std::string pointee_type(const clang::FunctionDecl* function);

/// Sets how the end of the file refers to a function and its staged variant, if other code may hold a pointer to it:
/// the file names it as a value (`named`), or it is annotated and has a declaration for other files.
void describe_function_pointer(const clang::FunctionDecl* function, bool named, model::Function& result);

}  // namespace agc::parse
