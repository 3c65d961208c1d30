#pragma once
/// The called graphs of a graph, directly or indirectly, which become functions of its program.
#include <memory>
#include <vector>

#include "graph/callee.h"
#include "graph/graph.h"
#include "program/program.h"

namespace ag::codegen {

/// The graphs that native code may call without the runtime.
class CalledGraphs {
 public:
  CalledGraphs() = default;
  /// Collects all graphs reachable from `graph` by calls.
  CalledGraphs(const ir::Graph& graph, bool fast, ir::CalleeOf callee_of);

  struct One {
    std::shared_ptr<const ir::Graph> graph;
    SourceLocation location;  // the location of its function
  };
  const std::vector<One>& all() const { return all_; }
  /// Returns the index of the graph that a node of `graph` calls; kNone if the runtime makes the call.
  int32_t of(const ir::Graph& graph, const ir::Node& node) const;
  /// Removes a graph. The other graphs keep their indices until forget_dropped().
  void drop(size_t k) { all_[k].graph = nullptr; }
  void forget_dropped() {
    std::erase_if(all_, [](const One& one) { return !one.graph; });
  }

 private:
  void add(const ir::Graph& graph);

  bool fast_ = false;
  ir::CalleeOf callee_of_ = nullptr;
  std::vector<One> all_;
};

/// Makes a lowered function callable without the runtime: it then uses no tensors. Returns false if it needs tensors.
bool specialize_native_callee(Program& program);
/// Adds the function of program `of` to `program`.
void add_function(Program& program, Program of);

}  // namespace ag::codegen
