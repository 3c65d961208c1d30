#pragma once
/// Analysis of signed zeros. Code that computes an equal number in another order returns the same bits if the
/// sign of a zero cannot be observed.
#include "lower/analysis/graph_analysis.h"

namespace ag::codegen {

/// True if the signs of zeros among the elements cannot be observed in later results.
bool hides_signs_of_zeros(const ir::Graph& graph, const GraphAnalysis& analysis, ir::ValueId value, int steps = 0);

}  // namespace ag::codegen
