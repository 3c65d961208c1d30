#pragma once
/// Regions of a program that the profiler times: outermost loops and kernel calls.
#include "graph/graph.h"
#include "program/program.h"

namespace ag::codegen {

/// Marks the regions and names each after the operations of the graph that it was lowered from.
void mark_profile_regions(Program& program, const ir::Graph& graph);

}  // namespace ag::codegen
