#pragma once
/// Limits of the pass `reroll`.
#include <cstddef>

#include "graph/graph.h"

namespace ag::passes {

/// A loop of few operations stays unrolled, because the loop would cost more than it saves.
struct RerollLimits {
  size_t count = 4;       // minimum number of iterations
  size_t nodes = 128;     // minimum number of nodes in all iterations, weighted by the time to compile them
  size_t many = 1024;     // size of a graph in which shorter loops are rolled, so that their enclosing loops can be,
  size_t few_nodes = 16;  // with at least this many nodes
  size_t alike = 4;       // consecutive nodes that identify the beginning of an iteration

  /// Limits that roll every repetition, for tests. AG_REROLL_ALL=1 in the environment selects them.
  static RerollLimits all() { return {2, 2, 0, 2, 1}; }
};

/// Returns whether the graph changed.
bool reroll_loops(ir::Graph& graph, const RerollLimits& limits);

}  // namespace ag::passes
