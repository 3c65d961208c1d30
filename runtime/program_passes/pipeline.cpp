#include "program_passes/pipeline.h"

#include <array>

#include "program/program_text.h"
#include "program/verify_program.h"
#include "program/walk.h"
#include "program_passes/buffers.h"
#include "program_passes/fuse_partial_producers.h"
#include "program_passes/fuse_reductions.h"
#include "program_passes/hoist_loads.h"
#include "program_passes/masked_loops/tile_masked_loops.h"
#include "program_passes/narrow_index_arrays.h"
#include "program_passes/rotate_loops.h"

namespace ag::codegen {

namespace {

constexpr std::array kPasses{
#define AG_PROGRAM_PASS(name, function, reason) ProgramPass{{#name, reason}, &ir::call_pass<&function, Program>},
#include "program_passes/program_passes.def"
#undef AG_PROGRAM_PASS
};

struct ProgramTraits {
  static const std::string& name(const Program& program) { return program.name; }
  static std::string text(const Program& program) { return print(program); }
  static void verify(const Program& program, const std::string& after) {
    codegen::verify(program, after, Linkage::Unlinked);
  }
  /// Returns the number of statements.
  static size_t size(const Program& program) {
    size_t count = 0;
    for_each(program.body, [&](const Statement&) { ++count; });
    return count;
  }
};

}  // namespace

std::span<const ProgramPass> all_program_passes() { return kPasses; }

ir::PassOptions program_pass_options_from_environment() {
  return ir::PassOptions::from_environment("AG_PROGRAM_PASSES", ir::Stage::ProgramPasses);
}

std::vector<ir::PassRun> run_program_passes(Program& program, const ir::PassOptions& options) {
  return ir::run_passes<ProgramTraits>(program, all_program_passes(), options, 1);
}

}  // namespace ag::codegen
