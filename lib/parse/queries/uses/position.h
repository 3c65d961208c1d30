#pragma once
/// Pointers and iterators that are followed to the container or object that they point into: local variables, all of
/// whose uses are visible.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace agc::parse {

/// True for a pointer to an object, or an iterator of the library.
bool is_position_type(clang::QualType type);

/// True if the variable is a pointer or an iterator that is only moved, compared, dereferenced and assigned.
bool is_followed_position(const clang::VarDecl* variable);

/// Returns the variable p of `p`, `p + 1`, `p++` and `std::next(p)`; null for other expressions.
const clang::VarDecl* position_variable(const clang::Expr* source);

/// Returns the possible values of an expression: for ?:, those of both branches.
llvm::SmallVector<const clang::Expr*, 2> values_of_choice(const clang::Expr* source);

/// Returns p of *p, p[k] and p->m, where p is a pointer or an iterator; null for other expressions.
const clang::Expr* dereferenced(const clang::Expr* source);

/// True if the parameter is a pointer that the function uses like a reference to a number, or to an object with
/// numbers: void f(int* n) { *n = 1; }.
bool is_output_pointer(const clang::ParmVarDecl* parameter);

}  // namespace agc::parse
