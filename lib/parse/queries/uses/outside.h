#pragma once
/// Classes whose objects keep state between calls. Their members are read and written in place.
#include <clang/AST/DeclCXX.h>

#include <vector>

#include "parse/session/source_text.h"

namespace agc::parse {

/// Marks such classes in the main file: those with a traced method, those of global and static variables, and the
/// classes of their members and bases.
void mark_keepers(const SourceText& text);

/// True if the class is marked.
bool is_keeper(const clang::CXXRecordDecl* record);

/// Returns the marked classes among the class and its derived classes in the main file, in source order.
std::vector<const clang::CXXRecordDecl*> kept_family(const clang::CXXRecordDecl* base, const SourceText& text);

/// True for a method that accesses the members of its object in place. False for constructors and destructors, where
/// the lifetime of the object begins or ends.
bool works_in_place(const clang::FunctionDecl* function);

/// True if the body names its object.
bool names_object(const clang::FunctionDecl* function);

/// True if a variable has an identity (held_tensor.h). A parameter of a template must have one in all instantiations.
bool is_identified(const clang::ValueDecl* declaration);

}  // namespace agc::parse
