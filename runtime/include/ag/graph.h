#pragma once
/// A read-only view of the graph of a traced function.
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "ag/detail/export.h"
#include "ag/error.h"

namespace ag {

namespace ir {
class Graph;
}

/// One operation of a graph.
struct NodeInfo {
  std::string op;
  std::string file;  // of the user's source
  uint32_t line = 0;
  std::string function;  // the enclosing function of the program, if known
};

/// A traced graph. It is immutable and shared by copies.
///
///     std::cout << ag::function_of(f).graph(x);
class AG_API Graph {
 public:
  /// An empty graph.
  Graph();
  /// For internal use by the runtime.
  explicit Graph(std::shared_ptr<const ir::Graph> graph);

  /// The name of the traced function.
  const std::string& name() const;
  /// The number of operations, including those inside branches and loops.
  size_t node_count() const;
  /// The operations in the order of the text form.
  std::vector<NodeInfo> nodes() const;
  /// Returns the text form: one operation per line. It can be parsed back.
  std::string str() const;
  /// Returns a drawing in the Graphviz language, for dot -Tsvg.
  std::string dot() const;
  /// Returns the graph as JSON.
  std::string json() const;

  /// For internal use by the runtime.
  const ir::Graph& ir() const { return *graph_; }

 private:
  std::shared_ptr<const ir::Graph> graph_;
};

/// Prints the text form with large constants shortened.
AG_API std::ostream& operator<<(std::ostream& stream, const Graph& graph);

}  // namespace ag
