#pragma once
/// Functions that call themselves.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <map>
#include <set>
#include <vector>

namespace agc::parse {

/// me of [](auto& me, Tensor n) -> Tensor { … me(me, n - 1) … }: the parameter through which a lambda that captures
/// nothing calls itself, where it is the only one with a deduced type and the result is written; null for other
/// lambdas.
const clang::ParmVarDecl* own_parameter(const clang::LambdaExpr* lambda);

/// Can the object of a method that calls itself be given to a graph, with the numbers and tensors that it has then?
/// It is asked of methods that have one.
bool can_pass_object(const clang::CXXMethodDecl* method, bool in_twin);

/// Finds the cycles of calls among functions whose definitions are seen. (R. Tarjan, Depth-first search and linear
/// graph algorithms, SIAM Journal on Computing 1, 1972.)
class Recursions {
 public:
  /// Whether a call of the function may lead to another one of it.
  bool calls_itself(const clang::FunctionDecl* definition);

 private:
  struct Visit {
    int number = 0;
    int lowest = 0;  // number of what it leads back to
    bool open = true;
  };
  const Visit& visit(const clang::FunctionDecl* definition);

  std::map<const clang::FunctionDecl*, Visit> visits_;
  std::vector<const clang::FunctionDecl*> path_;
  std::set<const clang::FunctionDecl*> recursive_;
  std::set<const clang::FunctionDecl*> libraries_;
};

}  // namespace agc::parse
