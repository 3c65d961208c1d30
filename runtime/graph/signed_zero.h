#pragma once
/// Signed zeros. Code that computes an equal number in another order returns the same bits if -0.0 cannot occur.
#include "graph/graph.h"

namespace ag::ir {

/// True if no element is -0.0. `steps` is the length of the path that led to the value.
bool has_no_negative_zero(const Graph& graph, ValueId value, int steps = 0);

}  // namespace ag::ir
