#pragma once
/// Functions that may change a number which they also receive by constant reference.
#include <clang/AST/Decl.h>

#include <string>
#include <vector>

namespace agc::parse {

/// True for a constant reference to a number.
bool is_constant_number_reference(clang::QualType type);

/// True if an argument by constant reference may name a number that the function changes. Its staged variant would
/// receive the number as it is at the call.
bool may_change_constant_arguments(const clang::FunctionDecl* function);

/// An object through which a function may change a number that it also receives by constant reference.
struct ChangedObject {
  std::string name;  // of a parameter or a global variable; *this
  bool comparable;   // its address shows at the call whether the number is a part of it
};
std::vector<ChangedObject> changed_objects(const clang::FunctionDecl* function, clang::QualType number);

}  // namespace agc::parse
