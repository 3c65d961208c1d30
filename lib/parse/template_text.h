#pragma once
/// What the instantiations of a function template say of its text.
#include <clang/AST/Decl.h>

#include "model/function.h"

namespace agc::parse {

/// Notes whether it is a template whose numbers are as symbolic as its callers make them, and whether it gives some.
void describe_template(const clang::FunctionDecl* source, model::Function& result);

/// True if the function handles tensors, or one of the instantiations of the template does, or if there is none.
bool any_handles_tensors(const clang::FunctionDecl* source);

/// True if the text of a template reads a value of a tensor as a number whose type depends on a parameter:
/// x.item<T>(), ag::item<T>(x).
bool reads_values_of_parameter_type(const clang::FunctionDecl* source);

/// True if an instantiation of the template is given a function of numbers of the host: std::less<double>, or a lambda
/// of a function that is not converted.
bool takes_functions_of_the_host(const clang::FunctionDecl* source);

}  // namespace agc::parse
