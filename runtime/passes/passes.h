#pragma once
/// The graph passes, each in a file of its own, as the table passes.def lists them. Each pass returns whether it
/// changed the graph.
///
/// A pass changes no bit of a value (all NaNs count as equal), moves no effect, and keeps every error at its place and
/// time in the program. An error of a value that nothing uses disappears with the value.
#include "base/machine.h"
#include "graph/graph.h"

namespace ag::passes {

#define AG_PASS(name, function, reason) bool function(ir::Graph& graph);
#define AG_MACHINE_PASS(name, function, reason) bool function(ir::Graph& graph, const detail::Machine& machine);
#include "passes/passes.def"
#undef AG_MACHINE_PASS
#undef AG_PASS

}  // namespace ag::passes
