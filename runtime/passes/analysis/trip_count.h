#pragma once
/// Facts about the trip count of a loop.
#include <optional>

#include "graph/graph.h"

namespace ag::passes {

/// Returns the first result of the test of a while_loop, if the known initial values determine it.
std::optional<bool> first_test_result(const ir::Graph& graph, const ir::Node& loop);

}  // namespace ag::passes
