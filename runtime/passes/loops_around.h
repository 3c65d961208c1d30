#pragma once
/// The loops around nodes, for passes that take out of them what no iteration changes.
#include <vector>

#include "graph/graph.h"

namespace ag::passes {

class LoopsAround {
 public:
  explicit LoopsAround(ir::Graph& graph) : graph_(graph) {}

  /// visit(node) for all of the block and of the blocks inside of it, which may change the node and add others.
  template <class Visit>
  void walk(ir::BlockId block, Visit&& visit) {
    for (ir::NodeId id : std::vector(graph_.block(block).nodes)) {
      const std::vector<ir::NodeId> around = enter(id);
      for (ir::BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner, visit);
      loops_ = around;
      visit(id);
    }
  }

  /// The outermost loop around the node that is visited which does not change the value; kNone where none leaves it
  /// alone, or where the node is in an arm of a branch: only the loop decides which arm runs.
  ir::NodeId leaving(ir::ValueId value) const;

  /// Puts a new node in front of the loop.
  void put_before(ir::NodeId loop, ir::NodeId node);

 private:
  /// Gives the loops that were around so far.
  std::vector<ir::NodeId> enter(ir::NodeId id);

  ir::Graph& graph_;
  std::vector<ir::NodeId> loops_;  // around the block that is walked, without an arm between
};

}  // namespace ag::passes
