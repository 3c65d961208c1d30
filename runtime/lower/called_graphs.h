#pragma once
/// The graphs that a graph calls, and those call, as functions of its program.
#include <memory>
#include <vector>

#include "graph/callee.h"
#include "graph/graph.h"
#include "program/program.h"

namespace ag::codegen {

/// The graphs that code may call without the runtime, as far as is known.
class CalledGraphs {
 public:
  CalledGraphs() = default;
  /// All that `graph` leads to.
  CalledGraphs(const ir::Graph& graph, bool fast, ir::CalleeOf callee_of);

  struct One {
    std::shared_ptr<const ir::Graph> graph;
    SourceLocation location;  // where its function stands
  };
  const std::vector<One>& all() const { return all_; }
  /// The one that a node of `graph` calls; kNone where the runtime does that.
  int32_t of(const ir::Graph& graph, const ir::Node& node) const;
  /// It is none of them; others keep their numbers until they are told to.
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

/// Makes the function of a program that is lowered for it one that needs no tensors; false where it does need them.
bool specialize_native_callee(Program& program);
/// Makes the function of a program one of `program`.
void add_function(Program& program, Program of);

}  // namespace ag::codegen
