#pragma once
/// Variables whose values refer to other variables: pointers, iterators, spans, views, std::reference_wrapper, tuples
/// of references, and classes that store references or pointers.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

namespace agc::parse {

/// The access that a value of a type provides to the objects that it refers to.
enum class Reach { Nothing, Reads, Writes };

/// Returns the access that a type provides. Containers and other values of the library, and tensors, own their
/// contents. A reference type counts as the type it refers to.
Reach reach(clang::QualType type);

/// True if the destruction of a variable of this type has no effect that could be observed later.
bool is_trivial_to_extend(clang::QualType type);

/// True for a pointer, or an iterator of the library: a change of the position does not change the object it refers to.
bool is_position(clang::QualType type);

/// A local variable or parameter, or a member of the object of a method, that a value refers to.
struct KeptReference {
  const clang::ValueDecl* variable = nullptr;
  const clang::MemberExpr* member = nullptr;
  const clang::LambdaExpr* lambda = nullptr;  // or none of them, but a function that may be called
  clang::SourceRange place;                   // where it is named
  clang::QualType part;                       // type of the referenced part
  bool captured = false;                      // by a lambda, whose body determines its effect
  bool changes_itself = false;                // none of them: a function object that a call changes
};

/// Returns the references that the value of an expression may contain.
std::vector<KeptReference> references_in(const clang::Expr* value);

/// The references that the variables of a function and of its lambdas may hold. The order of the statements is ignored.
class EscapingReferences {
 public:
  explicit EscapingReferences(const clang::Stmt* body);

  /// Returns the references that the initialiser and later assignments store in the variable directly.
  const std::vector<KeptReference>& given_to(const clang::ValueDecl* variable) const;
  /// Returns the references of given_to(), and transitively those of the variables referred to.
  std::vector<KeptReference> reached_from(const clang::ValueDecl* variable) const;

 private:
  friend class KeptReferencesFinder;
  llvm::DenseMap<const clang::ValueDecl*, std::vector<KeptReference>> given_;
};

}  // namespace agc::parse
