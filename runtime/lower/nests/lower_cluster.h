#pragma once
/// Emission of the loops of a cluster.
#include "lower/fusion.h"

namespace ag::codegen {

/// Emits the loop nest of a closed cluster.
void lower_cluster(LoweringContext& context, const Cluster& cluster);

}  // namespace ag::codegen
