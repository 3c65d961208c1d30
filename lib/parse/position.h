#pragma once
/// Pointers and iterators that are followed to what they lead into: local variables, all of whose uses are seen.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace agc::parse {

/// A pointer to an object, or an iterator of the library.
bool is_position_type(clang::QualType type);

/// True if the variable is a pointer or an iterator that is only moved, compared, read and written through.
bool is_followed_position(const clang::VarDecl* variable);

/// The variable of `p`, `p + 1`, `p++`, `std::next(p)`; none where the expression is another one.
const clang::VarDecl* position_variable(const clang::Expr* source);

/// The values that an expression may have: those of ?: are both sides.
llvm::SmallVector<const clang::Expr*, 2> values_of_choice(const clang::Expr* source);

/// p of *p, p[k] and p->m, where that is a pointer or an iterator; none where the expression is another one.
const clang::Expr* dereferenced(const clang::Expr* source);

/// True if the parameter is a pointer to a number, or an object with numbers, that the function reads and writes as a
/// reference: void f(int* n) { *n = 1; }
bool is_output_pointer(const clang::ParmVarDecl* parameter);

}  // namespace agc::parse
