#pragma once
/// Tail-call elimination for graphs: a self-call in tail position becomes an iteration of a loop, which needs no stack.
#include "graph/graph.h"

namespace ag::detail {

/// Wraps the body of `graph` in a loop if a path ends with a self-call. `callee` is the attribute that identifies the
/// call nodes. Calls in other positions stay.
void loop_tail_calls(ir::Graph& graph, const void* callee);

}  // namespace ag::detail
