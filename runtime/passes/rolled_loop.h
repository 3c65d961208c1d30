#pragma once
/// The loop that iterations become.
#include <map>
#include <vector>

#include "passes/iterations.h"

namespace ag::passes {

/// Constants of a graph by what they hold: loops that are alike share theirs.
class SharedConstants {
 public:
  explicit SharedConstants(ir::Graph& graph) : graph_(graph) {}
  ir::ValueId of(const Tensor& value, const ir::TensorType& type, SourceLocation location);
  /// Those that were made, in no list of a block yet: for where constants stand.
  const std::vector<ir::NodeId>& made() const { return made_; }

 private:
  void know_those_of_graph();

  ir::Graph& graph_;
  std::multimap<size_t, ir::ValueId> known_;  // by hash
  bool knows_graph_ = false;                  // most graphs need none
  std::vector<ir::NodeId> made_;
};

struct RolledLoop {
  ir::NodeId loop = ir::kNone;       // its results are the carried values of the iterations, and the collected ones
  std::vector<ir::NodeId> in_front;  // what it begins with, in no list of a block yet
};

/// A while_loop in `block`, in no list yet, which computes what iterations of the nodes do that have been examined.
RolledLoop roll(ir::Graph& graph, ir::BlockId block, const std::vector<ir::NodeId>& nodes, const Repeat& repeat,
                const Iterations& iterations, SharedConstants& constants);

}  // namespace ag::passes
