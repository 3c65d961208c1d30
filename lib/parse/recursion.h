#pragma once
/// Functions that call themselves.
#include <clang/AST/Decl.h>

#include <map>
#include <set>
#include <vector>

namespace agc::parse {

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
