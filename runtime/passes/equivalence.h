#pragma once
/// When two nodes compute the same.
#include "graph/graph.h"

namespace ag::passes {

/// A hash of both.
inline size_t mix(size_t seed, size_t value) { return (seed ^ value) * size_t{0x9e3779b97f4a7c15} + (seed >> 29); }

/// Equal for nodes that are the same by `same_node`.
size_t hash_node(const ir::Graph& graph, const ir::Node& node);

/// Whether both compute the same from the same operands: pure nodes without blocks.
bool same_node(const ir::Graph& graph, const ir::Node& a, const ir::Node& b);

}  // namespace ag::passes
