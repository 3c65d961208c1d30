#pragma once
/// Subscripts whose bounds are known.
#include <vector>

#include "graph/graph.h"
#include "passes/analysis/ranges.h"

namespace ag::passes {

/// Moves constant bounds of a subscript from the operands of an `index` or `index_update` into the attributes. Returns
/// whether there are any. The type rule may refuse the result: an index out of range is an error of the run.
bool take_known_bounds(const ir::Graph& graph, const ir::OpDef& op, std::vector<ir::ValueId>& operands,
                       ir::Attributes& attributes);

/// True if the node is an `index` of a known shape whose computed indices and windows are certain to be inside.
bool is_certainly_inside(const ir::Graph& graph, Ranges& ranges, const ir::Node& node);

/// True if the node is an `index` or `index_update` whose bounds are attributes and whose shapes are known. The type
/// rule has then checked everything.
bool has_known_bounds(const ir::Graph& graph, const ir::Node& node);

}  // namespace ag::passes
