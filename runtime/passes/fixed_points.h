#pragma once
/// The pass `fixed_points` with limits of its own.
#include "passes/analysis/fixed_part.h"

namespace ag::passes {

/// Returns whether the graph changed.
bool stop_at_fixed_points_within(ir::Graph& graph, const FixedPointLimits& limits);

}  // namespace ag::passes
