#pragma once
/// Which loops are rolled.
#include <cstddef>

#include "graph/graph.h"

namespace ag::passes {

/// A loop of few operations stays unrolled: it costs more than it saves.
struct RerollLimits {
  size_t count = 4;       // iterations at least
  size_t nodes = 128;     // in all of them
  size_t many = 1024;     // a graph of so many nodes has shorter loops rolled, for the sake of those around them,
  size_t few_nodes = 16;  // of at least so many
  size_t alike = 4;       // nodes in a row that tell where something begins again

  /// What repeats at all, for tests; AG_REROLL_ALL=1 in the environment asks for it.
  static RerollLimits all() { return {2, 2, 0, 2, 1}; }
};

/// Whether it changed the graph.
bool reroll_loops(ir::Graph& graph, const RerollLimits& limits);

}  // namespace ag::passes
