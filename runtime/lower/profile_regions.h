#pragma once
/// What of a program is timed where somebody profiles: outermost loops, and calls of kernels.
#include "graph/graph.h"
#include "program/program.h"

namespace ag::codegen {

/// Marks them. They are named by the operations of the graph that the program was made of.
void mark_spans(Program& program, const ir::Graph& graph);

}  // namespace ag::codegen
