#pragma once
/// A graph becomes a program: numbers become registers, control flow becomes statements, elementwise operations and
/// reductions become fused loops, and everything else is a call of the operation's kernel.
#include "graph/callee.h"
#include "graph/graph.h"
#include "program/program.h"
#include "program_passes/pipeline.h"

namespace ag::codegen {

struct LowerOptions {
  bool fuse = true;       // false: every operation on arrays is a call of its kernel
  bool fast = false;      // floating-point numbers may be rounded as Rounding says, and functions be less exact
  bool can_stop = false;  // Program::can_stop
  ir::CalleeOf callee_of = nullptr;  // of nodes that call graphs, which may become functions of the program
  ir::PassOptions passes = program_pass_options_from_environment();
};

/// The graph must be verified. The program is, too.
Program lower(const ir::Graph& graph, const LowerOptions& options = {});

}  // namespace ag::codegen
