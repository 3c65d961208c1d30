#pragma once
/// What the nodes of a loop's body tell about its variables.
#include "graph/graph.h"

namespace ag::detail {

/// Whether something computes with the argument as a number of its own dtype, instead of letting it take the dtype of
/// what it meets.
bool used_as_number(const ir::Graph& graph, ir::ValueId argument);

/// Whether the nodes from `first` on pass on a variable that has no value, or fail because it has none: what they do
/// may then depend on the value that the iteration before gave it.
bool passes_undefined(const ir::Graph& graph, size_t first);

}  // namespace ag::detail
