#pragma once
/// Equivalence of nodes, as a hash and a comparison.
#include "graph/graph.h"

namespace ag::passes {

/// Combines two hashes.
inline size_t mix(size_t seed, size_t value) { return (seed ^ value) * size_t{0x9e3779b97f4a7c15} + (seed >> 29); }

/// Returns equal hashes for nodes that are equal by `same_node`.
size_t hash_node(const ir::Graph& graph, const ir::Node& node);

/// True if both nodes are pure, have no blocks, and compute the same from the same operands.
bool same_node(const ir::Graph& graph, const ir::Node& a, const ir::Node& b);

}  // namespace ag::passes
