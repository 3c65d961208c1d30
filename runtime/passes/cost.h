#pragma once
/// What an operation costs for each element.
#include "graph/graph.h"

namespace ag::passes {

/// Whether a node takes only a few instructions for each element of its result: elementwise operations without
/// functions of the C library and without divisions, and what fills an array.
bool is_cheap(const ir::Graph& graph, const ir::Node& node);

/// About how many instructions on numbers a run of the node takes, with what stands in its blocks; an extent that is
/// not known counts as 64, and so do the rounds of a loop.
int64_t work_of(const ir::Graph& graph, ir::NodeId node);

}  // namespace ag::passes
