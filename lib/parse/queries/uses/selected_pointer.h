#pragma once
/// Pointers to local variables, and references bound to ?:, whose target may depend on a tensor. All their values are
/// known by name.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <optional>
#include <vector>

namespace agc::parse {

struct SelectedPointer {
  std::vector<const clang::VarDecl*> connected;  // it, and pointers that it is copied to or from or compared with
  bool moves = false;                            // one of them goes through an array
};

/// Returns nullopt if a value or a use of the variable cannot be followed. A pointer must satisfy
/// is_followed_position().
std::optional<SelectedPointer> selected_pointer(const clang::VarDecl* variable);

/// Returns the array or vector that a value of a pointer points into; null for the address of a variable.
const clang::Expr* array_of_pointer(const clang::Expr* value);

/// True if the variable may be changed after the position.
bool may_change_later(const clang::FunctionDecl* function, const clang::ValueDecl* variable,
                      clang::SourceLocation place);

}  // namespace agc::parse
