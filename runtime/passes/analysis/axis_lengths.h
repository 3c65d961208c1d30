#pragma once
/// Facts about the lengths of axes that types do not tell: least and greatest lengths.
#include "graph/graph.h"
#include "passes/analysis/ranges.h"

namespace ag::passes {

/// True if an axis of a value is certain to have elements: a slice of an array with a known length, and the
/// results of elementwise operations and products of it.
bool has_elements(const ir::Graph& graph, Ranges& ranges, ir::ValueId value, size_t axis);

/// True if the length of an axis of such a value has an upper bound.
bool has_bound(const ir::Graph& graph, Ranges& ranges, ir::ValueId value, size_t axis);

}  // namespace ag::passes
