#pragma once
/// Texts that a tensor may choose: values of const char* and std::string, and the variables and results that hold them.
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

#include <optional>
#include <utility>

#include "parse/source_text.h"

namespace agc::parse {

/// const char*, std::string, or std::string_view.
bool is_text_type(clang::QualType type);

/// std::string_view.
bool is_view(clang::QualType type);

/// True if the local variable holds a text, and every use of it takes one that the graph chooses as well: output,
/// assignments, +, ==, and results.
bool is_followed_text(const clang::VarDecl* variable);

/// True if the function gives a text, and never a null pointer.
bool is_text_result(const clang::FunctionDecl* function);

/// True if the function gives a std::pair or a std::tuple of texts, numbers and tensors, each time by its parts, one of
/// which is a local variable or a choice that holds a text.
bool is_result_with_text(const clang::FunctionDecl* function);

/// True for std::pair and std::tuple with a std::string in them, whose other parts are numbers and tensors.
bool holds_text(clang::QualType type);

/// The parts of {x, n, t}, std::tuple(x, n, t) and std::make_tuple(x, n, t); nothing for other values.
llvm::ArrayRef<const clang::Expr*> parts_of_result(const clang::Expr* value);

/// True if the expression names an array or a vector of texts whose elements are only read.
bool is_text_table(const clang::Expr* container, const SourceText& text);

/// The two sides of a + b of texts; none otherwise.
const clang::CXXOperatorCallExpr* text_sum(const clang::Expr* source);

/// True for a value of const char*, std::string or std::string_view, a literal, and a choice between literals of one
/// length.
bool gives_text(const clang::Expr* source);

/// The call s.push_back(c) or s.append(t) of a string that is named, or s.size(), s.length() or s.empty() of a string
/// or a view; none otherwise.
const clang::CXXMemberCallExpr* text_method(const clang::Expr* source);

/// t of std::string(t), std::string{t} and std::string_view(t); none otherwise.
const clang::Expr* text_of_conversion(const clang::Expr* source);

/// The expression std::string(t), std::string{t} or std::string_view(t) without what is implicit; none otherwise.
const clang::Expr* made_text(const clang::Expr* source);

/// t of the construction of a string or a view from one text, as that of s in std::string s(t); none otherwise.
const clang::Expr* text_of_construction(const clang::Expr* source);

/// The two sides of a != b of texts, which C++ makes of an ==; none otherwise.
std::optional<std::pair<const clang::Expr*, const clang::Expr*>> unequal_texts(
    const clang::CXXRewrittenBinaryOperator* source);

/// s of s.c_str(); none otherwise.
const clang::CXXMemberCallExpr* text_of_string(const clang::Expr* source);

}  // namespace agc::parse
