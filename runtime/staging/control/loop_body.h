#pragma once
/// Queries on the nodes of a loop body about its variables.
#include "graph/graph.h"

namespace ag::detail {

/// True if a node computes with the argument as a number of its own dtype. Otherwise the argument can take the dtype of
/// the other operand.
bool used_as_number(const ir::Graph& graph, ir::ValueId argument);

/// True if the nodes from `first` on pass on a variable without a value, or fail because it has none. Their behavior
/// may then depend on the value from the previous iteration.
bool passes_undefined(const ir::Graph& graph, size_t first);

}  // namespace ag::detail
