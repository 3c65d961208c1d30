#pragma once
/// Finds the local maps of numbers of a function whose numbers may be symbolic.
#include <clang/AST/Expr.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace agc::parse {

struct KeyedUses;

/// True for a std::map or std::unordered_map of numbers.
bool is_map_of_numbers(clang::QualType type);

/// True if the function returns such a map by value.
bool gives_map_of_numbers(const clang::FunctionDecl* function);

/// The local maps in `body` with supported uses only, outside of lambdas: m[k], m.at(k), m.size(), m.empty(),
/// m.count(k), m.contains(k), m.clear(), m.erase(k), `for (auto& [k, v] : m)`, `for (auto& kv : m)` where only the
/// members of kv are named, and the positions in `places`.
using PromotableMaps = llvm::SmallPtrSet<const clang::ValueDecl*, 4>;
PromotableMaps find_promotable_maps(const clang::Stmt* body, const KeyedUses& places);

/// True for kv.first of an element of such a map. A key is always known.
bool is_key_of_map(const clang::MemberExpr* member);

}  // namespace agc::parse
