#pragma once
/// What is known of a loop before it runs.
#include <optional>

#include "graph/graph.h"

namespace ag::passes {

/// What the test of a while_loop yields the first time, where known initial values tell.
std::optional<bool> first_verdict(const ir::Graph& graph, const ir::Node& loop);

}  // namespace ag::passes
