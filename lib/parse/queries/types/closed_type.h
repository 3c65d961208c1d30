#pragma once
/// Types of arguments that a traced call cannot take apart.
#include <clang/AST/Type.h>

namespace agc::parse {

/// True for a user's object whose members are not accessible, so that a traced call cannot take it as an argument.
bool is_closed(clang::QualType type);

}  // namespace agc::parse
