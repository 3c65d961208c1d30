#pragma once
/// Liveness of variables: backward dataflow over the lowered tree, with a fixpoint for loops.
#include "model/lowered.h"

namespace agc::analysis {

/// Sets `live_before` and `live_after` throughout the function. Generated flags count like the user's variables. The
/// target of a reference parameter is live at the end of the function.
void find_liveness(model::LoweredFunction& lowered);

}  // namespace agc::analysis
