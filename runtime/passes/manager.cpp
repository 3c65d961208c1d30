#include "passes/manager.h"

#include <array>
#include <cstdlib>

#include "graph/text.h"
#include "graph/verify.h"
#include "passes/passes.h"

namespace ag::passes {

namespace {

constexpr int kMaxIterations = 8;  // each is linear in the size of the graph; most graphs need two or three

constexpr std::array kPasses{
#define AG_PASS(name, function, reason) Pass{{#name, reason}, &ir::call_pass<&function, ir::Graph>},
#define AG_OPTIONAL_PASS(name, function, reason) Pass{{#name, reason, true}, &ir::call_pass<&function, ir::Graph>},
#define AG_MACHINE_PASS AG_PASS
#include "passes/passes.def"
#undef AG_MACHINE_PASS
#undef AG_OPTIONAL_PASS
#undef AG_PASS
};

struct GraphTraits {
  static const std::string& name(const ir::Graph& graph) { return graph.name(); }
  static size_t size(const ir::Graph& graph) { return ir::count_nodes(graph); }
  static void verify(const ir::Graph& graph, const std::string& after) { ir::verify(graph, after.c_str()); }
  static std::string text(const ir::Graph& graph) {
    ir::PrintOptions shortened;
    shortened.constant_elements = 16;
    return ir::print(graph, shortened);
  }
};

}  // namespace

std::span<const Pass> all_passes() { return kPasses; }

ir::PassOptions options_from_environment() {
  ir::PassOptions options = ir::PassOptions::from_environment("AG_PASSES", ir::Stage::Passes);
  const char* all = std::getenv("AG_FIXED_POINTS_ALL");
  if (all && *all && std::string_view(all) != "0") options.optional.push_back("fixed_points");
  return options;
}

std::vector<ir::PassRun> optimize(ir::Graph& graph, const ir::PassOptions& options) {
  return ir::run_passes<GraphTraits>(graph, all_passes(), options, kMaxIterations);
}

}  // namespace ag::passes
