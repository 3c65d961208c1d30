#pragma once
/// Positions in sets and maps: m.begin(), m.find(k), m.insert(e).first, and local variables that hold one.
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <string_view>

namespace agc::parse {

/// True for a set that may become a list, and for a map of numbers.
bool is_keyed_container(clang::QualType type);

/// A position in a set or a map, without offsets.
struct KeyedPlace {
  const clang::CallExpr* call = nullptr;        // m.find(k), std::max_element(m.begin(), m.end()), m.insert(e)
  const clang::DeclRefExpr* named = nullptr;    // ... or the variable that holds the position
  const clang::ValueDecl* container = nullptr;  // m

  explicit operator bool() const { return container != nullptr; }
  bool is_in_map() const;
};
KeyedPlace keyed_place(const clang::Expr* source);

/// Returns the expression that an iterator is constructed or converted from: v.begin() of const_iterator(v.begin()).
const clang::Expr* unconverted_iterator(const clang::Expr* source);

/// Returns the call of `insert`, `emplace`, `try_emplace` or `insert_or_assign` of a set or a map; null for other
/// expressions.
const clang::CXXMemberCallExpr* keyed_insertion(const clang::Expr* source);

/// Returns the variable of a set or map whose method is called; null for other calls.
const clang::ValueDecl* keyed_object(const clang::CXXMemberCallExpr* call);

/// The key and the value of an element that an insertion into a map names; null if it names none.
struct InsertedElement {
  const clang::Expr *key = nullptr, *value = nullptr;
};
InsertedElement inserted_element(const clang::CXXMemberCallExpr* insertion);

/// The calls whose results are positions, or pairs with one, that are used in a supported way: an element is read, the
/// value of a map is changed, positions are compared, an element is erased. `variables` hold such positions.
struct KeyedUses {
  llvm::SmallPtrSet<const clang::CallExpr*, 16> calls;
  llvm::SmallPtrSet<const clang::VarDecl*, 4> variables;

  /// True if the position is produced by such a call, or held by such a variable.
  bool follow(const KeyedPlace& place) const;
};
KeyedUses find_keyed_uses(const clang::Stmt* body);

}  // namespace agc::parse
