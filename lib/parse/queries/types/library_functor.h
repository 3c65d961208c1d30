#pragma once
/// Function objects of <functional> that compute with numbers: std::greater<double>, std::plus<>.
#include <clang/AST/Type.h>

namespace agc::parse {

/// Returns the type of the call operator of a function object for one type of numbers, such as std::greater<double>;
/// null for other types.
const clang::FunctionProtoType* library_functor(clang::QualType type);

/// True for a function object that takes operands of any type, such as std::greater<>.
bool is_transparent_functor(clang::QualType type);

}  // namespace agc::parse
