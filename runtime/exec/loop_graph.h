#pragma once
/// A part of a graph as a graph of its own: a loop, so that one that has begun in the interpreter can go on in native
/// code, and a block, so that it can run by itself.
#include <memory>
#include <vector>

#include "graph/graph.h"

namespace ag::exec {

struct LoopGraph {
  std::shared_ptr<ir::Graph> graph;   // arguments: what the loop carries, then `captured`; results: its results
  std::vector<ir::ValueId> captured;  // values from outside that the loop uses, in the graph it stands in
};

/// `loop` is a while_loop of `graph`.
LoopGraph make_loop_graph(const ir::Graph& graph, ir::NodeId loop);
/// The arguments of the block, then `captured`; its results. `captures_numbers`: constants of rank 0 are captured, too.
LoopGraph make_block_graph(const ir::Graph& graph, ir::BlockId block, bool captures_numbers = false);

}  // namespace ag::exec
