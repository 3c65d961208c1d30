#pragma once
/// Functions on Clang's expressions and on lists of expressions of the model, shared by the files of FunctionBuilder.
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/ArrayRef.h>

#include <string>
#include <vector>

#include "model/function.h"

namespace agc::parse {

/// Returns the expression without parentheses, temporaries and implicit conversions, thus also without the conversion
/// of a tensor to bool that a condition adds.
const clang::Expr* as_written(const clang::Expr* source);

/// True if a part of the expression may be promoted to a symbolic number.
bool may_be_promoted(const model::Expr& expression);

/// Returns the variable that an assignment to the targets writes.
model::Expr* first_written(std::vector<model::Expr>& targets);

/// True for an expression that holds no function: nullptr, {}, or a default-constructed std::function.
bool is_no_function(const clang::Expr* written);

/// True if the lambda captures the variable.
bool names(const clang::LambdaExpr* lambda, const clang::VarDecl* variable);

/// True if an expression of the list changes a variable.
bool changes_variables(const std::vector<model::Expr>& list);

/// True for `this` and *this.
bool is_this(const clang::Expr* source);

/// True for static_cast<D*>(this) and static_cast<D&>(*this) to a class derived from that of the method.
bool is_this_as_derived(const clang::Expr* object);

/// True if the scope of the function has other functions of its name.
bool is_overloaded(const clang::FunctionDecl* function);

/// True if the argument of the constructor may be a symbolic number: it becomes a tensor, a dimension or an index, or
/// an element of a structure of numbers.
bool takes_staged(const clang::CXXConstructExpr* construct, unsigned index);

/// Requires the numbers in `list` to be known on the host, because `consumer` consumes them.
void need_known(std::vector<model::Expr>& list, const std::string& consumer);

/// True if the signature contains numbers, by value or in a structure that can be staged.
bool has_numbers_in_signature(const clang::FunctionDecl* function);

}  // namespace agc::parse
