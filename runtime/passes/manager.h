#pragma once
/// The pipeline of passes over graphs (passes.def), repeated until no pass changes the graph.
#include <span>
#include <vector>

#include "graph/graph.h"
#include "graph/pass_manager.h"

namespace ag::passes {

using Pass = ir::Pass<ir::Graph>;

/// All passes, in the order of passes.def.
std::span<const Pass> all_passes();

/// The options with AG_PASSES as the selection and AG_DUMP=passes. AG_FIXED_POINTS_ALL=1 adds the pass fixed_points.
ir::PassOptions options_from_environment();

/// Repeats the selected passes until one iteration changes nothing. Throws ag::Error invalid_argument for an unknown
/// name.
std::vector<ir::PassRun> optimize(ir::Graph& graph, const ir::PassOptions& options = options_from_environment());

}  // namespace ag::passes
