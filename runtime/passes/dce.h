#pragma once
/// Dead code elimination.
#include "graph/graph.h"

namespace ag::passes {

/// Removes pure nodes whose results nobody uses, in every block, together with the errors they would raise. Returns
/// whether anything was removed.
bool eliminate_dead_nodes(ir::Graph& graph);

}  // namespace ag::passes
