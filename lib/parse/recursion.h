#pragma once
/// Functions that call themselves.
#include <clang/AST/DeclCXX.h>

#include <map>
#include <set>
#include <vector>

namespace agc::parse {

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
