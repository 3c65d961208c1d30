#pragma once
/// Construction of the loop that replaces unrolled iterations.
#include <map>
#include <vector>

#include "passes/reroll/iterations.h"

namespace ag::passes {

/// Constants of a graph by content, so that similar loops share them.
class SharedConstants {
 public:
  explicit SharedConstants(ir::Graph& graph) : graph_(graph) {}
  ir::ValueId of(const Tensor& value, const ir::TensorType& type, SourceLocation location);
  /// Returns the constants made, which are in no list of a block yet. They belong at the start of the body.
  const std::vector<ir::NodeId>& made() const { return made_; }

 private:
  void know_those_of_graph();

  ir::Graph& graph_;
  std::multimap<size_t, ir::ValueId> known_;  // by hash
  bool knows_graph_ = false;                  // filled on demand, because most graphs need none
  std::vector<ir::NodeId> made_;
};

struct RolledLoop {
  ir::NodeId loop = ir::kNone;       // its results are the carried values, then the collected ones
  std::vector<ir::NodeId> in_front;  // its initial values, in no list of a block yet
};

/// Makes a while_loop of `block`, in no list yet, that computes the examined iterations of the nodes.
RolledLoop roll(ir::Graph& graph, ir::BlockId block, const std::vector<ir::NodeId>& nodes, const Repeat& repeat,
                const Iterations& iterations, SharedConstants& constants);

}  // namespace ag::passes
