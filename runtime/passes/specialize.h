#pragma once
/// Specialization of a graph with symbolic dimensions for given shapes of its arguments.
#include <memory>
#include <span>

#include "graph/graph.h"

namespace ag::passes {

/// `shapes` are the shapes of the arguments and fit their types. The returned graph is optimized. Its results have the
/// types of the general graph, or more specific ones.
std::shared_ptr<const ir::Graph> specialize(const ir::Graph& graph, std::span<const Shape> shapes);
/// The same, with the pass fixed_points.
std::shared_ptr<const ir::Graph> specialize_with_fixed_points(const ir::Graph& graph, std::span<const Shape> shapes);

}  // namespace ag::passes
