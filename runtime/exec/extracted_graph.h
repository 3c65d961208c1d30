#pragma once
/// Extraction of a part of a graph as a separate graph: a loop, for on-stack replacement, or a block.
#include <memory>
#include <vector>

#include "graph/graph.h"

namespace ag::exec {

struct ExtractedGraph {
  std::shared_ptr<ir::Graph> graph;   // arguments: the carried values, then `captured`; results: those of the loop
  std::vector<ir::ValueId> captured;  // outer values that the loop uses, as ids of the original graph
};

/// `loop` is a while_loop of `graph`.
ExtractedGraph make_loop_graph(const ir::Graph& graph, ir::NodeId loop);
/// The arguments are those of the block, then `captured`; the results are those of the block. With `captures_numbers`,
/// constants of rank 0 are captured as well.
ExtractedGraph make_block_graph(const ir::Graph& graph, ir::BlockId block, bool captures_numbers = false);

}  // namespace ag::exec
