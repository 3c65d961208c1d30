#pragma once
/// Specialization of a graph for the facts of a call: shapes in place of symbolic dimensions, and the numbers that
/// decide extents.
#include "exec/executor.h"

namespace ag::passes {

/// The specialized graph is optimized; with `fixed_points`, by the pass of that name, too. Its results have the types
/// of the general graph, or more specific ones.
exec::Specialization specialization(bool fixed_points = false);

}  // namespace ag::passes
