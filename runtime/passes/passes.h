#pragma once
/// The passes, each in a file of its own, as the table passes.def lists them. Each gives whether it changed the graph.
///
/// A pass changes no value, not by a bit (any NaN counts as any other), moves no effect, and leaves every error to the
/// place and the point of time at which the program has it. An error of a value that nothing needs vanishes with it.
#include "graph/graph.h"

namespace ag::passes {

#define AG_PASS(name, function, reason) bool function(ir::Graph& graph);
#include "passes/passes.def"
#undef AG_PASS

}  // namespace ag::passes
