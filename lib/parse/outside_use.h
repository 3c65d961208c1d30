#pragma once
/// Uses of variables that calls of a function have in common, wherever they stand: in its text, in what it calls, and
/// in code that runs without standing in it: default arguments, initialisers of members, destructors.
#include <clang/AST/Decl.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace agc::parse {

/// The first variable outside of functions that may change and that the function names, itself or through what it
/// calls; null where there is none. What is marked AG_DO_NOT_CONVERT does what it does while the graph is made.
const clang::VarDecl* used_outside(const clang::FunctionDecl* function);

/// Is the static variable of a function given a value when its declaration is first reached?
bool computes_first_value(const clang::VarDecl* variable);

/// Code that runs where nothing of it is written, and names such a variable.
struct HiddenUse {
  clang::SourceLocation place;
  std::string code;  // "the destructor of 'Guard'"
  const clang::VarDecl* variable = nullptr;
};

/// What runs in the function, or in implicit code that it calls, without standing there.
std::vector<HiddenUse> hidden_uses(const clang::FunctionDecl* definition);

/// A function that is called, or constructed by, in the body of another one.
struct CalledFunction {
  clang::SourceLocation place;
  const clang::FunctionDecl* definition = nullptr;
  bool by_library = false;
};

/// Those of the user's whose definitions are seen, lambdas excepted; also those that functions of libraries call for
/// it, as std::sort does with an operator<. `libraries` has the functions that were looked through already.
std::vector<CalledFunction> called_functions(const clang::FunctionDecl* definition,
                                             std::set<const clang::FunctionDecl*>& libraries);

/// Numbers that the function passes by constant reference to what may change the variable that they are: a copy, which
/// a variable outside of the function is given as, would not show that. The callee of each, by the argument.
std::map<const clang::Expr*, const clang::FunctionDecl*> changed_arguments(const clang::FunctionDecl* definition);

}  // namespace agc::parse
