#pragma once
/// Pointers to variables of the same function, and references that ?: is bound to, where a tensor may decide which
/// variable is meant: all their values are known by name.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <optional>
#include <vector>

namespace agc::parse {

struct SelectedPointer {
  std::vector<const clang::VarDecl*> connected;  // it, and pointers that it is copied to or from or compared with
  bool moves = false;                            // one of them goes through an array
};

/// Nothing where a value of the variable, or a use of it, cannot be followed. A pointer has to be one that
/// is_followed_position() accepts.
std::optional<SelectedPointer> selected_pointer(const clang::VarDecl* variable);

/// The array or vector that a value of a pointer leads into; none where it is the address of a variable.
const clang::Expr* array_of_pointer(const clang::Expr* value);

/// True if the variable may be changed behind the place.
bool may_change_later(const clang::FunctionDecl* function, const clang::ValueDecl* variable,
                      clang::SourceLocation place);

}  // namespace agc::parse
