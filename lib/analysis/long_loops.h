#pragma once
/// Loops over numbers of the host that are long enough to be loops of the graph.
#include "model/function.h"

namespace agc::analysis {

/// The numbers that a long loop counts with, if its body can do with symbolic ones and the loop can carry all that it
/// writes. None: the loop stays, and is unrolled while tracing.
model::VariableSet counters_of_long_loop(const model::Function& function, const model::Stmt& loop);

/// True if a symbolic number is given to the function that makes the range of a loop over numbers: the range has
/// symbolic bounds then.
bool gives_symbolic_range(const model::Stmt& loop);

}  // namespace agc::analysis
