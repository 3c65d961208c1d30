#pragma once
/// Calls that a graph makes of itself as the last thing on a path: they become another round of a loop, which needs no
/// memory for the calls before it.
#include "graph/graph.h"

namespace ag::detail {

/// Puts the body of `graph` into a loop where that ends a path with such a call. `callee`: what the nodes keep that
/// call the graph. Calls that are not the last thing stay.
void loop_tail_calls(ir::Graph& graph, const void* callee);

}  // namespace ag::detail
