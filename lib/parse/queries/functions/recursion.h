#pragma once
/// Recursive functions.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <map>
#include <set>
#include <vector>

namespace agc::parse {

/// Returns the parameter through which a lambda without captures calls itself: me of [](auto& me, Tensor n) -> Tensor {
/// … me(me, n - 1) … }. It must be the only parameter with a deduced type, and the result type must be written. Null
/// for other lambdas.
const clang::ParmVarDecl* own_parameter(const clang::LambdaExpr* lambda);

/// True if the object of a recursive method can be passed to a graph, with its current numbers and tensors. Only called
/// for methods with an object.
bool can_pass_object(const clang::CXXMethodDecl* method, bool in_staged_class);

/// Finds the strongly connected components of calls among functions with visible definitions. (R. Tarjan, Depth-first
/// search and linear graph algorithms, SIAM Journal on Computing 1, 1972.)
class Recursions {
 public:
  /// True if a call of the function may lead to another call of it.
  bool calls_itself(const clang::FunctionDecl* definition);

 private:
  struct Visit {
    int number = 0;
    int lowest = 0;  // the lowest number reachable from it
    bool open = true;
  };
  const Visit& visit(const clang::FunctionDecl* definition);

  std::map<const clang::FunctionDecl*, Visit> visits_;
  std::vector<const clang::FunctionDecl*> path_;
  std::set<const clang::FunctionDecl*> recursive_;
  std::set<const clang::FunctionDecl*> libraries_;
};

}  // namespace agc::parse
