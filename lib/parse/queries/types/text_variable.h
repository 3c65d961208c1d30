#pragma once
/// Texts that may depend on a tensor: values of const char* and std::string, and the variables and results that hold
/// them.
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

#include <optional>
#include <utility>

#include "parse/session/source_text.h"

namespace agc::parse {

/// True for const char*, std::string and std::string_view.
bool is_text_type(clang::QualType type);

/// True for a text, and for a vector, an array, a pair or a tuple of texts. A staged class has such a member as it is:
/// the host knows its value.
bool is_text_member(clang::QualType type);

/// True for std::string.
bool is_string(clang::QualType type);

/// True for std::string_view.
bool is_view(clang::QualType type);

/// True if the local variable holds a text and all its uses accept a symbolic text: output, assignments, +, ==, and
/// results.
bool is_followed_text(const clang::VarDecl* variable);

/// True if the function returns a text, and never a null pointer.
bool is_text_result(const clang::FunctionDecl* function);

/// True if the function returns a std::pair or a std::tuple of texts, numbers and tensors, always as a list of its
/// parts, one of which is a text in a local variable or a ?: expression.
bool is_result_with_text(const clang::FunctionDecl* function);

/// True for std::pair and std::tuple with a std::string in them, whose other parts are numbers and tensors.
bool holds_text(clang::QualType type);

/// Returns the parts of {x, n, t}, std::tuple(x, n, t) and std::make_tuple(x, n, t); empty for other values.
llvm::ArrayRef<const clang::Expr*> parts_of_result(const clang::Expr* value);

/// True if the expression names an array or a vector of texts whose elements are only read.
bool is_text_table(const clang::Expr* container, const SourceText& text);

/// Returns the call a + b of texts; null for other expressions.
const clang::CXXOperatorCallExpr* text_sum(const clang::Expr* source);

/// True for a value of const char*, std::string or std::string_view, a literal, and a ?: between literals of one
/// length.
bool gives_text(const clang::Expr* source);

/// Returns the call s.push_back(c) or s.append(t) on a named string, or s.size(), s.length() or s.empty() on a string
/// or a view; null for other expressions.
const clang::CXXMemberCallExpr* text_method(const clang::Expr* source);

/// Returns t of std::string(t), std::string{t} and std::string_view(t); null for other expressions.
const clang::Expr* text_of_conversion(const clang::Expr* source);

/// Returns the expression std::string(t), std::string{t} or std::string_view(t) without implicit nodes; null for other
/// expressions.
const clang::Expr* made_text(const clang::Expr* source);

/// Returns t of the construction of a string or a view from one text, such as std::string s(t); null for other
/// expressions.
const clang::Expr* text_of_construction(const clang::Expr* source);

/// Returns the two operands of a != b on texts, which C++ rewrites as !(a == b); nullopt otherwise.
std::optional<std::pair<const clang::Expr*, const clang::Expr*>> unequal_texts(
    const clang::CXXRewrittenBinaryOperator* source);

/// Returns the call s.c_str(); null for other expressions.
const clang::CXXMemberCallExpr* text_of_string(const clang::Expr* source);

}  // namespace agc::parse
