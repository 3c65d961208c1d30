#pragma once
/// Which variables are needed later: backward over the lowered tree, loops to their fixpoint.
#include "model/lowered.h"

namespace agc::analysis {

/// Sets `live_before` and `live_after` throughout the function. Generated flags count like the user's variables. What a
/// reference parameter refers to is needed after the function.
void find_liveness(model::LoweredFunction& lowered);

}  // namespace agc::analysis
