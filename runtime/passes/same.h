#pragma once
/// When two nodes compute the same.
#include "graph/graph.h"

namespace ag::passes {

/// Equal for nodes that are the same by `same_node`.
size_t hash_node(const ir::Graph& graph, const ir::Node& node);

/// Whether both compute the same from the same operands: pure nodes without blocks.
bool same_node(const ir::Graph& graph, const ir::Node& a, const ir::Node& b);

}  // namespace ag::passes
