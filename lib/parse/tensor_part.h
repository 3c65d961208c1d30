#pragma once
/// Numbers that the standard library makes tensors of: parts of a pair or a tuple, and elements of containers. A
/// symbolic number converts to a tensor as a known one does, so nothing has to be known there.
namespace clang {
class CXXConstructExpr;
class FunctionDecl;
class QualType;
}  // namespace clang

namespace agc::parse {

/// Whether a value of this type is made of one number by making a tensor of it: ag::Tensor, std::optional<Tensor>.
bool becomes_tensor(clang::QualType type);

/// Whether the constructor makes a tensor of the argument, whatever number it is: std::pair<Tensor, Tensor>(x, n).
bool makes_tensor(const clang::CXXConstructExpr* construct, unsigned index);

/// Whether a method of a container or an optional makes a tensor of the argument: v.emplace_back(x, n), o.value_or(n).
bool makes_tensor(const clang::FunctionDecl* method, unsigned index);

}  // namespace agc::parse
