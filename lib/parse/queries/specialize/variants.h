#pragma once
/// Functions that get a staged variant: a second version for symbolic numbers.
#include <clang/AST/DeclCXX.h>

namespace agc::parse {

/// True if a parameter type has a staged class.
bool takes_structure(const clang::FunctionDecl* function);

/// True for an operator on a user's enum that depends on nothing but its operands.
bool is_enum_operator(const clang::FunctionDecl* function);

/// True if the function that plain callers see keeps the user's body, as a function must that returns a reference to
/// one of its arguments. Such a function depends on nothing but its arguments.
bool keeps_plain_body(const clang::FunctionDecl* function);

/// True if the body has a static variable, so that there cannot be two copies of the body.
bool has_static_variable(const clang::FunctionDecl* function);

/// True if the method can have a staged variant in its class. Other methods are converted in place, with numbers of the
/// host.
bool may_have_variant(const clang::CXXMethodDecl* method);

/// True if the operator can have a staged variant that overload resolution selects by the operands.
bool is_written_twice(const clang::FunctionDecl* operation);

/// True if the function names private or protected members, as only a friend may. A staged variant would not be a
/// friend. (All members of a staged class are public.)
bool uses_friendship(const clang::FunctionDecl* definition);

/// True for postfix n++ and n--, whose last parameter has no written argument.
bool is_postfix(const clang::FunctionDecl* callee);

/// True if a parameter is a function, which a tensor may choose.
bool takes_functions(const clang::FunctionDecl* function);

/// True if a result of the type may be symbolic.
bool gives_numbers(clang::QualType type);

}  // namespace agc::parse
