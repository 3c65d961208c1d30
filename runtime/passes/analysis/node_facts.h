#pragma once
/// Facts about nodes that passes need before they move, drop or speculate them.
#include "graph/graph.h"

namespace ag::passes {

/// Returns the value of a constant, or null for any other value.
const Tensor* constant_of(const ir::Graph& graph, ir::ValueId value);

/// True if the node may end with an error, or may not end (a loop). False only if types and known operands exclude it.
bool may_raise(const ir::Graph& graph, ir::NodeId node);

/// True if an elementwise node may end with an error even if the shapes of its operands fit.
bool has_failing_elements(const ir::Graph& graph, ir::NodeId node);

/// True if no computation that a value depends on may raise an error, so that dropping the value loses no error. Visits
/// a limited number of nodes and does not look through control flow.
bool is_surely_defined(const ir::Graph& graph, ir::ValueId value);

/// Returns the number of uses of each value, by nodes and blocks.
std::vector<int> count_uses(const ir::Graph& graph);

}  // namespace ag::passes
