#pragma once
/// How the generated text names the user's functions.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/PrettyPrinter.h>

#include <string>

namespace agc::parse {

/// The object that a method is called on may be of any derived class: what it is called by has to be visible.
bool is_public(const clang::CXXMethodDecl* method);

/// <T, N>: how the text of a function template names the instantiation that it is; nothing where it cannot, as for
/// parameters without names, methods, and results that are deduced.
std::string template_arguments(const clang::FunctionDecl* function);

/// `&f`, or a cast that picks the overload.
std::string reference_to(const clang::FunctionDecl* function, const std::string& name,
                         const clang::PrintingPolicy& policy);

}  // namespace agc::parse
