#pragma once
/// The namespaces of the runtime and of the standard library.
namespace clang {
class Decl;
}

namespace agc::parse {

/// True for a declaration in namespace ag, at any depth.
bool is_in_ag(const clang::Decl* declaration);

/// True for a declaration in namespace std, at any depth.
bool is_in_std(const clang::Decl* declaration);

}  // namespace agc::parse
