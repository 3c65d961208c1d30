#pragma once
/// A graph for arguments of certain shapes, made of one that takes more.
#include <memory>
#include <span>

#include "graph/graph.h"

namespace ag::passes {

/// `shapes` are those of the arguments, and of their types. The graph is optimized; its results are of the types of the
/// general one, or of more specific ones.
std::shared_ptr<const ir::Graph> specialize(const ir::Graph& graph, std::span<const Shape> shapes);
/// The same with the pass fixed_points.
std::shared_ptr<const ir::Graph> specialize_with_fixed_points(const ir::Graph& graph, std::span<const Shape> shapes);

}  // namespace ag::passes
