#include "lower/lower.h"

#include <optional>

#include "lower/graph_lowering.h"
#include "lower/product_order.h"
#include "lower/product_scales.h"
#include "lower/string_ids.h"
#include "program/verify_program.h"

namespace ag::codegen {

namespace {

/// Returns the graph with the rewrites that precede lowering; nullopt if it needs none.
std::optional<ir::Graph> rewritten_for_lowering(const ir::Graph& graph, const LowerOptions& options) {
  std::optional<ir::Graph> changed = with_string_ids_in_tensors(graph);
  if (options.fast) {
    ir::Graph& products = changed ? *changed : changed.emplace(graph);
    reorder_products(products);
    move_scales_behind_products(products);
  }
  return changed;
}

/// Without fusion, the program has kernel calls but no loops over elements, so the other passes are skipped.
ir::PassOptions passes_of(const LowerOptions& options) {
  ir::PassOptions passes = options.passes;
  passes.machine = options.machine;
  if (!options.fuse) passes.selection = "hoist_copies";
  return passes;
}

/// Lowers all called graphs. A function that needs tensors is called through the runtime, so its callers need tensors
/// too. The process is repeated until no further function is dropped.
std::vector<Program> lower_functions(CalledGraphs& called, const LowerOptions& options) {
  for (;;) {
    std::vector<Program> functions;
    bool dropped = false;
    for (size_t k = 0; k < called.all().size(); ++k) {
      const CalledGraphs::One one = called.all()[k];
      if (!one.graph) continue;
      const std::optional<ir::Graph> changed = rewritten_for_lowering(*one.graph, options);
      Program& program = functions.emplace_back(
          LoweringContext(changed ? *changed : *one.graph, options, called).lowering().run_function(one.location));
      run_program_passes(program, passes_of(options));
      if (specialize_native_callee(program)) continue;
      called.drop(k);
      dropped = true;
    }
    if (!dropped) return functions;
    called.forget_dropped();
  }
}

}  // namespace

Program lower(const ir::Graph& graph, const LowerOptions& options) {
  const std::optional<ir::Graph> changed = rewritten_for_lowering(graph, options);
  CalledGraphs called(graph, options.fast, options.callee_of);
  std::vector<Program> functions = lower_functions(called, options);
  Program program = LoweringContext(changed ? *changed : graph, options, called).lowering().run();
  program.can_stop = options.can_stop;
  run_program_passes(program, passes_of(options));
  for (Program& function : functions) add_function(program, std::move(function));
  infer_requirements(program);
  verify(program, "lowering");
  return program;
}

}  // namespace ag::codegen
