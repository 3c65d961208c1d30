#pragma once
/// What an operation costs for each element.
#include "graph/graph.h"

namespace ag::passes {

/// Whether a node takes only a few instructions for each element of its result: elementwise operations without
/// functions of the C library and without divisions, and what fills an array.
bool is_cheap(const ir::Graph& graph, const ir::Node& node);

}  // namespace ag::passes
