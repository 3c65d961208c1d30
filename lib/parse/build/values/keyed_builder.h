#pragma once
/// Builds positions in sets and maps, and the accesses through them. Internal to `parse`.
#include <llvm/ADT/DenseMap.h>

#include <string>

#include "parse/build/builder_part.h"
#include "parse/queries/uses/keyed_places.h"

namespace agc::parse {

class KeyedBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Finds the positions in sets and maps of the outermost function.
  void find_uses(const clang::FunctionDecl* function);
  /// Returns the positions of the outermost function.
  const KeyedUses& uses() const;
  /// Notes the variable of a loop over a map.
  void note_pair(const clang::ValueDecl* variable, const clang::ValueDecl* map) { pairs_[variable] = map; }
  /// Declares auto it = m.find(k). Returns false for other variables.
  bool declare_keyed_place(const clang::VarDecl* variable, Expressions& out);
  /// Collects m.insert(e), m.erase(it) and it->second. Returns false for other expressions.
  bool collect_keyed(const clang::Stmt* source, Use use, Expressions& out);
  /// Collects kv.first in a loop over a map. Returns false for other keys, which the host knows.
  bool collect_key_of_pair(const clang::MemberExpr* source, Expressions& out);
  /// Collects a key that has to be known, unless its map becomes a list.
  void collect_known_key(const clang::Expr* key, const std::string& consumer, Expressions& out);
  /// Returns the keys in the initialiser list of a map that may become a list, which may then be symbolic.
  Expressions take_keys(const clang::VarDecl* map, Expressions& entries) const;
  /// Collects the operator < that orders the keys of a declared set or map, and its first keys.
  void collect_key_order(const clang::VarDecl* variable, const Expressions& keys, Expressions& out);

 private:
  bool is_followed_keyed(const clang::ValueDecl* container) const;
  bool follows_place(const clang::Expr* position) const;
  bool collect_keyed_member(const clang::MemberExpr* source, Use use, Expressions& out);
  bool collect_keyed_sides(const clang::Expr* source, const clang::Expr* left, const clang::Expr* right, Expressions&);
  bool collect_keyed_method(const clang::CXXMemberCallExpr* source, Expressions& out);
  void collect_keyed_place(const clang::Expr* position, Expressions& out);
  void collect_keyed_element(const clang::Expr* source, const clang::Expr* position, Use use, Expressions& out);
  void collect_key(const clang::Expr* key, const clang::ValueDecl* container, Expressions& out);
  void collect_insertion(const clang::CXXMemberCallExpr* source, Expressions& out);
  model::Expr keyed_length(const clang::Expr* source, const clang::ValueDecl* container);

  KeyedUses uses_;                                                          // of the outermost function
  llvm::DenseMap<const clang::ValueDecl*, const clang::ValueDecl*> pairs_;  // in loops over maps, and these
};

}  // namespace agc::parse
