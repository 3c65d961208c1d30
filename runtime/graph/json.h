#pragma once
/// A graph as JSON, for other programs.
#include <string>
#include <string_view>

#include "graph/graph.h"

namespace ag::ir {

/// Returns {"name", "arguments": […], "nodes": [{"op", "operands", "attributes", "results": [{"id", "dtype", "shape"}],
/// "file", "line", "blocks"}], "results": […]}.
std::string json(const Graph& graph);

/// Returns a JSON string; bytes that are not valid UTF-8 become the replacement character.
std::string quote_json(std::string_view text);

}  // namespace ag::ir
