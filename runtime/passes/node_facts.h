#pragma once
/// What passes ask of a node before they move it, drop it or do it for nothing.
#include "graph/graph.h"

namespace ag::passes {

/// Whether a run of the node may end with an error, or not at all (a loop). False only where types and known operands
/// rule it out.
bool may_raise(const ir::Graph& graph, ir::NodeId node);

/// Whether nothing that a value is computed from may raise: it can be dropped without an error being lost that the
/// program would have. Looks at a few nodes, and not through control flow.
bool is_surely_defined(const ir::Graph& graph, ir::ValueId value);

/// How often nodes and blocks use each value.
std::vector<int> count_uses(const ir::Graph& graph);

}  // namespace ag::passes
