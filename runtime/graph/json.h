#pragma once
/// A graph as JSON, for other programs.
#include <string>

#include "graph/graph.h"

namespace ag::ir {

/// {"name", "arguments": […], "nodes": [{"op", "operands", "attributes", "results": [{"id", "dtype", "shape"}], "file",
/// "line", "blocks"}], "results": […]}
std::string json(const Graph& graph);

}  // namespace ag::ir
