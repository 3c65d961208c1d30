#pragma once
/// User-written copy constructors, assignments and destructors that are equivalent to the implicit ones.
#include <clang/AST/DeclCXX.h>

namespace agc::parse {

/// True if a copy constructor or assignment copies every member and does nothing else, or if a destructor does nothing.
/// False for a class with bases.
bool acts_as_default(const clang::CXXMethodDecl* method);

/// True if the class has a user-written copy constructor, copy assignment or destructor.
bool copies_itself(const clang::CXXRecordDecl* record);

}  // namespace agc::parse
