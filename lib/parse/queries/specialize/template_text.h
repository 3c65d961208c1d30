#pragma once
/// Facts about the text of a function template that its instantiations determine.
#include <clang/AST/Decl.h>

#include "model/function.h"

namespace agc::parse {

/// Sets whether the function is a template whose numbers are symbolic if its callers' numbers are, and whether it
/// returns numbers.
void describe_template(const clang::FunctionDecl* source, model::Function& result);

/// True if the function handles tensors, or if an instantiation of the template does, or if there are no
/// instantiations.
bool any_handles_tensors(const clang::FunctionDecl* source);

/// True if the text of a template reads a value of a tensor as a number whose type depends on a parameter: x.item<T>(),
/// ag::item<T>(x).
bool reads_values_of_parameter_type(const clang::FunctionDecl* source);

/// True if an instantiation of the template takes a function of host numbers: std::less<double>, or a lambda of a
/// function that is not converted.
bool takes_functions_of_the_host(const clang::FunctionDecl* source);

}  // namespace agc::parse
