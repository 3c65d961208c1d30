#pragma once
/// Variables whose values refer to other variables: pointers, iterators, spans, views, std::reference_wrapper, tuples
/// of references, and classes that keep references or pointers.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

namespace agc::parse {

/// What whoever has a value of a type can do to objects that the value refers to.
enum class Reach { Nothing, Reads, Writes };

/// Containers and other values of the library, and tensors, own what they hold. References are not looked through.
Reach reach(clang::QualType type);

/// True if the end of the life of a variable of this type has no effect that could be observed later.
bool is_trivial_to_extend(clang::QualType type);

/// A pointer, or an iterator of the library: to change it changes nothing that it refers to.
bool is_position(clang::QualType type);

/// A local variable or parameter that something refers to, or a member of the object of a method.
struct KeptReference {
  const clang::ValueDecl* variable = nullptr;
  const clang::MemberExpr* member = nullptr;
  const clang::LambdaExpr* lambda = nullptr;  // or none of them, but a function that may be called
  clang::SourceRange place;                   // where it is named
  clang::QualType part;                       // of what is referred to
  bool captured = false;                      // by a lambda, whose body says what it does to it
  bool changes_itself = false;                // none of them: a function object that changes when it is called
};

/// The references that the value of an expression may have in it.
std::vector<KeptReference> references_in(const clang::Expr* value);

/// All variables of a function, and of the lambdas in it, that may refer to others. In which order statements run
/// is not asked.
class KeptReferences {
 public:
  explicit KeptReferences(const clang::Stmt* body);

  /// What the variable may refer to by itself: what it is initialised with, and what is given to it later.
  const std::vector<KeptReference>& given_to(const clang::ValueDecl* variable) const;
  /// ... also through other variables.
  std::vector<KeptReference> reached_from(const clang::ValueDecl* variable) const;

 private:
  friend class KeptReferencesFinder;
  llvm::DenseMap<const clang::ValueDecl*, std::vector<KeptReference>> given_;
};

}  // namespace agc::parse
