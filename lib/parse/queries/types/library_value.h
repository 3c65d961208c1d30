#pragma once
/// Classes of the standard library whose objects are numbers, and which ag provides with symbolic values: std::complex,
/// and the results of <=>.
#include <clang/AST/Expr.h>
#include <clang/AST/PrettyPrinter.h>

#include <string>

namespace agc::parse {

/// True for std::complex<float> and std::complex<double>.
bool is_complex(clang::QualType type);

/// True for std::strong_ordering, std::weak_ordering and std::partial_ordering.
bool is_ordering(clang::QualType type);

/// True for std::span<const T> of numbers, with a dynamic extent.
bool is_constant_span(clang::QualType type);

bool is_library_value(clang::QualType type);

/// Returns the type of a structure of known numbers. For a span, the type of a structure that owns such numbers.
std::string plain_structure(const clang::Expr* structure, const clang::PrintingPolicy& policy);

/// True for a pair, a tuple, an array or a vector of numbers, which are compared element by element.
bool is_compared_in_order(clang::QualType type);

/// True for a call of a user's function that returns a map of numbers.
bool gives_map(const clang::Expr* value);

/// True for a function of <complex> or <compare> that ag::cxx provides under the same name.
bool is_library_function(const clang::FunctionDecl* callee);

}  // namespace agc::parse
