#pragma once
/// The pipeline of passes over programs, listed in program_passes.def. Each pass runs once.
#include <span>
#include <vector>

#include "graph/pass_manager.h"
#include "program/program.h"

namespace ag::codegen {

using ProgramPass = ir::Pass<Program>;

/// Returns all passes, in the order of program_passes.def.
std::span<const ProgramPass> all_program_passes();

/// Returns the options with AG_PROGRAM_PASSES as the selection, and with dumps if AG_DUMP=program_passes.
ir::PassOptions program_pass_options_from_environment();

/// Runs the selected passes on a program whose functions are not linked. Throws ag::Error invalid_argument for an
/// unknown name.
std::vector<ir::PassRun> run_program_passes(Program& program, const ir::PassOptions& options);

}  // namespace ag::codegen
