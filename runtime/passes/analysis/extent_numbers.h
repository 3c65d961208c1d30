#pragma once
/// The numbers among the arguments of a graph that decide extents.
#include <vector>

#include "graph/graph.h"

namespace ag::passes {

/// Returns the indices of the arguments, integers of rank 0, from which integer arithmetic computes an extent that the
/// graph does not know: a dimension of a new array, or a bound of a slice.
std::vector<size_t> extent_numbers(const ir::Graph& graph);

}  // namespace ag::passes
