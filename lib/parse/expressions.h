#pragma once
/// Functions on Clang's expressions, and on lists of those of the model, that the files of FunctionBuilder share.
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/ArrayRef.h>

#include <string>
#include <vector>

#include "model/function.h"

namespace agc::parse {

/// The expression as it is written: without parentheses, temporaries and implicit conversions, so also without the
/// conversion of a tensor to bool that a condition adds.
const clang::Expr* as_written(const clang::Expr* source);

/// Is there anything in it that may be a symbolic number?
bool may_be_raised(const model::Expr& expression);

/// The variable that an assignment to these goes to.
model::Expr* first_written(std::vector<model::Expr>& targets);

/// No function: nullptr, {}, or the value that a std::function has by itself.
bool is_no_function(const clang::Expr* written);

/// Does the lambda capture the variable?
bool names(const clang::LambdaExpr* lambda, const clang::VarDecl* variable);

/// Does something in it change a variable?
bool changes_variables(const std::vector<model::Expr>& list);

/// `this`, or *this.
bool is_this(const clang::Expr* source);

/// Are there other functions of this name in its scope?
bool is_overloaded(const clang::FunctionDecl* function);

/// May the argument of the constructor be a symbolic number as well? It may where a tensor, a dimension or an index is
/// made of it, or an element of a structure of numbers.
bool takes_staged(const clang::CXXConstructExpr* construct, unsigned index);

/// The numbers that `taker` gets have to be known.
void need_known(std::vector<model::Expr>& list, const std::string& taker);

/// Has the function numbers in its signature, by value or in a structure that can be staged?
bool has_numbers_in_signature(const clang::FunctionDecl* function);

/// The template of the function that `callee` is an instantiation of, if that template computes in the same way with
/// symbolic numbers in place of numbers; none otherwise.
const clang::FunctionDecl* number_template(const clang::FunctionDecl* callee);

}  // namespace agc::parse
