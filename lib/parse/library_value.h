#pragma once
/// Classes of the standard library whose objects are numbers, which ag has with symbolic ones: std::complex, and the
/// orderings that <=> gives.
#include <clang/AST/Expr.h>
#include <clang/AST/PrettyPrinter.h>

#include <string>

namespace agc::parse {

/// std::complex<float>, std::complex<double>.
bool is_complex(clang::QualType type);

/// std::strong_ordering, std::weak_ordering, std::partial_ordering.
bool is_ordering(clang::QualType type);

/// std::span<const T> of numbers, of a length that its type leaves open.
bool is_constant_span(clang::QualType type);

bool is_library_value(clang::QualType type);

/// The type of a structure of numbers that are known: of a span, that of what keeps such numbers.
std::string plain_structure(const clang::Expr* structure, const clang::PrintingPolicy& policy);

/// A pair, a tuple, an array or a vector of numbers, which are compared one by one.
bool is_compared_in_order(clang::QualType type);

/// A call of a function of the user that gives a map of numbers.
bool gives_map(const clang::Expr* value);

/// A function of <complex> or <compare> that ag::cxx has under the same name.
bool is_library_function(const clang::FunctionDecl* callee);

}  // namespace agc::parse
