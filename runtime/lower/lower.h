#pragma once
/// Lowers a graph to a program: numbers become registers, control flow becomes statements, elementwise operations and
/// reductions become fused loops, and all other operations become kernel calls.
#include "base/machine.h"
#include "graph/callee.h"
#include "graph/graph.h"
#include "program/program.h"
#include "program_passes/pipeline.h"

namespace ag::codegen {

struct LowerOptions {
  bool fuse = true;                  // false: each operation on arrays is a kernel call
  bool fast = false;                 // rounding as Rounding allows, and less accurate functions
  bool can_stop = false;             // Program::can_stop
  ir::CalleeOf callee_of = nullptr;  // returns the callees of nodes that call graphs; they may become functions
  ir::PassOptions passes = program_pass_options_from_environment();
  detail::Machine machine = detail::machine();  // that the program is for; also that of the passes
};

/// Requires a verified graph. Returns a verified program.
Program lower(const ir::Graph& graph, const LowerOptions& options = {});

}  // namespace ag::codegen
