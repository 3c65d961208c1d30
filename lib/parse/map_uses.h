#pragma once
/// How the local maps of numbers of a function are used: those whose numbers may be symbolic.
#include <clang/AST/Expr.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace agc::parse {

/// std::map or std::unordered_map of numbers.
bool is_map_of_numbers(clang::QualType type);

/// True if the function gives such a map by value.
bool gives_map_of_numbers(const clang::FunctionDecl* function);

/// The local maps in `body` that are named in no other way than m[k], m.at(k), m.size(), m.empty(), m.count(k),
/// m.contains(k), m.clear(), m.erase(k), `for (auto& [k, v] : m)` and `for (auto& kv : m)`, where of kv the members are
/// named, and outside of lambdas.
using RaisableMaps = llvm::SmallPtrSet<const clang::ValueDecl*, 4>;
RaisableMaps find_raisable_maps(const clang::Stmt* body);

/// kv.first of an element of such a map: always known.
bool is_key_of_map(const clang::MemberExpr* member);

}  // namespace agc::parse
