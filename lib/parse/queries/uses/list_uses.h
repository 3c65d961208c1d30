#pragma once
/// Finds the uses of the local vectors of a function, and those that an ag::List does not support.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <functional>
#include <vector>

#include "model/variable.h"
#include "parse/session/source_text.h"

namespace agc::parse {

using RefusedUses = llvm::DenseMap<const clang::ValueDecl*, std::vector<model::Growth::Use>>;
struct ListUses {
  RefusedUses refused;                                       // the uses of each vector that a list does not support
  llvm::SmallPtrSet<const clang::DeclRefExpr*, 4> returned;  // names that the function returns, alone or as parts
  llvm::SmallPtrSet<const clang::ValueDecl*, 4> grown;       // elements are added, or a list is assigned
};
struct KeyedUses;
/// The operations that a function may apply to its lists.
struct ListScope {
  bool may_return = false;
  std::function<bool(const clang::FunctionDecl*)> may_take;  // a function that they are passed to
  std::function<bool(const clang::FieldDecl*)> may_hold;     // a member of an object
  const KeyedUses& places;                                   // positions in sets and maps
};

/// Returns how the vectors in `body` and in its lambdas are used.
ListUses find_list_uses(const clang::Stmt* body, const SourceText& text, ListScope scope);

/// Returns the algorithm that produces an iterator; null for other expressions.
const clang::CallExpr* list_algorithm_call(const clang::Expr* iterator);

/// True if lists provide the algorithm. `ordered`: the runtime compares the elements.
bool is_list_algorithm(const clang::CallExpr* call, bool ordered);

}  // namespace agc::parse
