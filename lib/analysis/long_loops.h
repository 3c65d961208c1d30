#pragma once
/// Loops over host numbers with so many iterations that they become loops of the graph.
#include "model/function.h"

namespace agc::analysis {

/// Returns the induction variables of a long loop, if its body works with symbolic numbers and the loop can carry every
/// variable that it writes. Otherwise returns an empty set: the loop stays on the host, and tracing unrolls it.
model::VariableSet counters_of_long_loop(const model::Function& function, const model::Stmt& loop);

/// True for a long loop over a range of host numbers with a tensor as its variable, if the loop can carry every
/// variable that it writes.
bool is_long_range_of_tensors(const model::Function& function, const model::Stmt& loop);

/// True if the function that makes the range of a loop over numbers receives a symbolic number, so that the range has
/// symbolic bounds.
bool gives_symbolic_range(const model::Stmt& loop);

}  // namespace agc::analysis
