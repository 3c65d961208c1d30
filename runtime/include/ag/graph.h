#pragma once
/// The graph that a function became, for looking at.
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "ag/error.h"
#include "ag/export.h"

namespace ag {

namespace ir {
class Graph;
}

/// One operation of a graph.
struct NodeInfo {
  std::string op;
  std::string file;  // the user's source
  uint32_t line = 0;
  std::string function;  // the function of the program in which it stands, where that is known
};

/// A traced graph. Copies share it; it does not change.
///
///     std::cout << ag::function_of(f).graph(x);
class AG_API Graph {
 public:
  /// An empty graph.
  Graph();
  /// For the runtime's own layers.
  explicit Graph(std::shared_ptr<const ir::Graph> graph);

  /// The name of the function.
  const std::string& name() const;
  /// How many operations there are, those inside branches and loops included.
  size_t node_count() const;
  /// The operations in the order of the text.
  std::vector<NodeInfo> nodes() const;
  /// The text form: one operation per line. Reads back.
  std::string str() const;
  /// A picture in the language of Graphviz: dot -Tsvg.
  std::string dot() const;
  /// For other programs.
  std::string json() const;

  /// For the runtime's own layers.
  const ir::Graph& ir() const { return *graph_; }

 private:
  std::shared_ptr<const ir::Graph> graph_;
};

/// The text form, with large constants shortened.
AG_API std::ostream& operator<<(std::ostream& stream, const Graph& graph);

}  // namespace ag
