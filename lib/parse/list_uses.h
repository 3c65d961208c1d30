#pragma once
/// How the local vectors of a function are used: what of it an ag::List has as well, and what not.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <functional>
#include <vector>

#include "model/variable.h"
#include "parse/source_text.h"

namespace agc::parse {

using RefusedUses = llvm::DenseMap<const clang::ValueDecl*, std::vector<model::Growth::Use>>;
struct ListUses {
  RefusedUses refused;                                       // the uses that a list has not, of each vector
  llvm::SmallPtrSet<const clang::DeclRefExpr*, 4> returned;  // names that the function gives, alone or as parts
  llvm::SmallPtrSet<const clang::ValueDecl*, 4> grown;       // what elements are added to, and what is given a list
};
/// What a function may do with its lists.
struct ListScope {
  bool may_return = false;
  std::function<bool(const clang::FunctionDecl*)> may_take;  // a function that they are passed to
  std::function<bool(const clang::FieldDecl*)> may_hold;     // a member of an object
};

/// How the vectors in `body` and in its lambdas are used.
ListUses find_list_uses(const clang::Stmt* body, const SourceText& text, ListScope scope);

/// The algorithm that gives an iterator; null where it is something else.
const clang::CallExpr* list_algorithm_call(const clang::Expr* iterator);

/// True if lists have the algorithm: of elements that the runtime compares (`ordered`), or of all.
bool is_list_algorithm(const clang::CallExpr* call, bool ordered);

}  // namespace agc::parse
