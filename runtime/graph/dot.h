#pragma once
/// A drawing of a graph in the DOT language of Graphviz: nested blocks are boxes, effects are marked, edges carry
/// types.
#include <string>

#include "graph/graph.h"

namespace ag::ir {

std::string dot(const Graph& graph);

}  // namespace ag::ir
