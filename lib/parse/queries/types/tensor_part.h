#pragma once
/// Numbers that the standard library converts to tensors: parts of a pair or a tuple, and elements of containers. A
/// symbolic number converts to a tensor like a known one, so a host number is not needed there.
namespace clang {
class CXXConstructExpr;
class FunctionDecl;
class QualType;
}  // namespace clang

namespace agc::parse {

/// True if a value of this type is constructed from a number by converting it to a tensor: ag::Tensor,
/// std::optional<Tensor>.
bool becomes_tensor(clang::QualType type);

/// True if the constructor converts the argument, any number, to a tensor: std::pair<Tensor, Tensor>(x, n).
bool makes_tensor(const clang::CXXConstructExpr* construct, unsigned index);

/// True if a method of a container or an optional converts the argument to a tensor: v.emplace_back(x, n),
/// o.value_or(n).
bool makes_tensor(const clang::FunctionDecl* method, unsigned index);

}  // namespace agc::parse
