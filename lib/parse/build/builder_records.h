#pragma once
/// Records that the parts of the builder share. Internal to `parse`.
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

#include "model/function.h"
#include "parse/queries/uses/outside_place.h"

namespace agc::parse {

/// The consumer of a key in the initialiser list of a map, for messages.
inline constexpr const char* kKey = "a key";

using Expressions = std::vector<model::Expr>;
using Outside = OutsidePlace;

/// How the enclosing expression uses the value of an expression.
struct Use {
  model::Access access = model::Access::Read;
  model::Sink sink = model::Sink::Host;
};

/// A reference to `target`, or to a part of it.
struct Alias {
  model::VariableId target = model::kNoVariable;
  bool whole = true;
  const clang::ValueDecl* named = nullptr;          // the named variable, if the target is one
  model::VariableId borrower = model::kNoVariable;  // the reference itself; its element may depend on a tensor
};

/// The effects of a lambda on the variables around it, where it is created and where it is called.
struct Closure {
  Expressions created;
  Expressions called;
  bool changes_itself = false;  // a call changes a variable captured by value
  model::LambdaState state;     // its state, if a staged statement could carry it
};

/// A lambda in a function, at any depth; each is a function of its own.
struct NestedLambda {
  const clang::LambdaExpr* source = nullptr;
  model::Function function;
};

/// The fields of its object that a method may change.
struct MethodEffects {
  llvm::SmallPtrSet<const clang::FieldDecl*, 8> fields;
  bool anything = false;
};

/// A lambda that a variable holds.
struct LocalLambda {
  const clang::LambdaExpr* source = nullptr;
  Expressions called;  // effects of a call on captured variables
};

/// A function that a call passes on to converted code.
struct Given {
  const clang::FunctionDecl* consumer;
  size_t index;
  const clang::Expr* value;
  const clang::CallExpr* call;
};

/// Functions that the built function calls and that have to be converted with it, in order.
struct Callees {
  llvm::SetVector<const clang::FunctionDecl*> functions;       // with a body in the user's files
  llvm::SetVector<const clang::FunctionDecl*> staged_methods;  // of value classes, which may get symbolic numbers
  llvm::SetVector<const clang::FunctionDecl*> variants;        // methods that may get a staged variant
  llvm::SetVector<const clang::FunctionDecl*> instances;       // of templates, which may get symbolic numbers

  /// Adds those of a lambda in the function.
  void insert(const Callees& other) {
    functions.insert(other.functions.begin(), other.functions.end());
    staged_methods.insert(other.staged_methods.begin(), other.staged_methods.end());
    variants.insert(other.variants.begin(), other.variants.end());
    instances.insert(other.instances.begin(), other.instances.end());
  }
};

}  // namespace agc::parse
