#pragma once
/// Copy constructors, assignments and destructors of the user that do what the compiler's own would do.
#include <clang/AST/DeclCXX.h>

namespace agc::parse {

/// Copies a constructor, or an assignment, every member as it is and does nothing else; does a destructor nothing? Of
/// a class without bases.
bool acts_as_default(const clang::CXXMethodDecl* method);

/// Has the class such methods?
bool copies_itself(const clang::CXXRecordDecl* record);

}  // namespace agc::parse
