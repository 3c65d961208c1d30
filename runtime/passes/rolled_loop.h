#pragma once
/// The loop that iterations become.
#include <vector>

#include "passes/iterations.h"

namespace ag::passes {

struct RolledLoop {
  ir::NodeId loop = ir::kNone;        // its results are the carried values of the iterations, and the collected ones
  std::vector<ir::NodeId> in_front;   // what it begins with, in no list of a block yet
  std::vector<ir::NodeId> constants;  // the same, for where constants stand
};

/// A while_loop in `block`, in no list yet, which computes what iterations of the nodes do that have been examined.
RolledLoop roll(ir::Graph& graph, ir::BlockId block, const std::vector<ir::NodeId>& nodes, const Repeat& repeat,
                const Iterations& iterations);

}  // namespace ag::passes
