#pragma once
/// Names of the user's functions in the generated text.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/PrettyPrinter.h>

#include <string>

namespace agc::parse {

/// True if the method is accessible through a public name. The dynamic type of the object may be any derived class, so
/// the method has to be visible there.
bool is_public(const clang::CXXMethodDecl* method);

/// Returns the template arguments, such as <T, N>, with which the text of a function template names its own
/// instantiation. Empty if it cannot, as for parameters without names, methods, and deduced results.
std::string template_arguments(const clang::FunctionDecl* function);

/// The place of a reference to a function. At the end of the file, the names of types are qualified.
enum class Place { InScope, AtEndOfFile };

/// Returns `&f`, or a cast that selects the overload.
std::string reference_to(const clang::FunctionDecl* function, const std::string& name, clang::PrintingPolicy policy,
                         Place place);

}  // namespace agc::parse
