#pragma once
/// Uses of variables that all calls of a function share, in its text, in its callees, and in implicit code: default
/// arguments, member initialisers, destructors.
#include <clang/AST/Decl.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace agc::parse {

/// Returns the first mutable variable outside of functions that the function names, directly or through its callees;
/// null if there is none. AG_DO_NOT_CONVERT functions are excluded, because they run while the graph is built.
const clang::VarDecl* used_outside(const clang::FunctionDecl* function);

/// Returns the variables outside of functions that the function may write, directly or through its callees, and that
/// are or may contain a number of this type.
std::vector<const clang::VarDecl*> written_outside(const clang::FunctionDecl* function, clang::QualType number);

/// True if a reference to a number of this type may name a part of an object of type `holder`, or of an object that it
/// points to.
bool may_hold(clang::QualType holder, clang::QualType number);

/// True if the static variable of a function is initialised dynamically, when its declaration is first reached.
bool computes_first_value(const clang::VarDecl* variable);

/// Implicit code that names such a variable.
struct HiddenUse {
  clang::SourceLocation place;
  std::string code;  // "the destructor of 'Guard'"
  const clang::VarDecl* variable = nullptr;
};

/// Returns the implicit code that runs in the function, or in implicit code that it calls.
std::vector<HiddenUse> hidden_uses(const clang::FunctionDecl* definition);

/// A function that is called, or a constructor that runs, in the body of another function.
struct CalledFunction {
  clang::SourceLocation place;
  const clang::FunctionDecl* definition = nullptr;
  bool by_library = false;
};

/// Returns the user's functions with visible definitions that `definition` calls, except lambdas. Includes those that
/// library functions call for it, as std::sort calls an operator<. `libraries` is the set of library functions already
/// visited.
std::vector<CalledFunction> called_functions(const clang::FunctionDecl* definition,
                                             std::set<const clang::FunctionDecl*>& libraries);

/// Returns the numbers that the function passes by constant reference to a callee that may change the variable, with
/// that callee. An external variable is passed as a copy, which would not show the change.
std::map<const clang::Expr*, const clang::FunctionDecl*> changed_arguments(const clang::FunctionDecl* definition);

}  // namespace agc::parse
