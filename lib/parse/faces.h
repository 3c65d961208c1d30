#pragma once
/// Functions that are written twice: once more for symbolic numbers.
#include <clang/AST/DeclCXX.h>

namespace agc::parse {

/// Has it a parameter whose type has a twin?
bool takes_structure(const clang::FunctionDecl* function);

/// Is it an operator on an enum of the user, which looks at nothing but its operands?
bool is_enum_operator(const clang::FunctionDecl* function);

/// Does what is declared for everyone else keep the body that the user wrote, as what gives a reference to one of its
/// arguments has to? It looks at nothing else.
bool keeps_plain_body(const clang::FunctionDecl* function);

/// Can the method have a second face in its class? Others are converted as they stand, with the numbers of the host.
bool may_have_face(const clang::CXXMethodDecl* method);

/// Can the operator be written twice, so that its operands say which of the two is meant?
bool is_written_twice(const clang::FunctionDecl* operation);

/// Does it name what its class keeps to itself, as only friends may? A second function would be none. (The twin of a
/// class shows everything.)
bool uses_friendship(const clang::FunctionDecl* definition);

/// n++, n--: its last parameter has no value that anybody wrote.
bool is_postfix(const clang::FunctionDecl* callee);

/// True if a parameter is a function, which a tensor may choose.
bool takes_functions(const clang::FunctionDecl* function);

/// True if a result of the type may be symbolic.
bool gives_numbers(clang::QualType type);

}  // namespace agc::parse
