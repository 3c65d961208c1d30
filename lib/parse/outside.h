#pragma once
/// Classes whose objects keep state between calls: their members are read and written where they are.
#include <clang/AST/DeclCXX.h>

#include <vector>

#include "parse/source_text.h"

namespace agc::parse {

/// Marks the classes of the main file that are such: those with a traced method, those of variables outside of every
/// function, and the classes of their members and bases.
void mark_keepers(const SourceText& text);

/// Is it marked?
bool is_keeper(const clang::CXXRecordDecl* record);

/// The class and those derived from it in the main file, as far as they are marked, in the order of the source.
std::vector<const clang::CXXRecordDecl*> kept_family(const clang::CXXRecordDecl* base, const SourceText& text);

/// Does a method of it refer to members of its object where they are: neither constructors nor destructors do, whose
/// object begins or ends.
bool works_in_place(const clang::FunctionDecl* function);

/// Does the body name its object?
bool names_object(const clang::FunctionDecl* function);

/// Whether a variable has an identity (held_tensor.h); a parameter of a template: in all of its instantiations.
bool is_identified(const clang::ValueDecl* declaration);

}  // namespace agc::parse
