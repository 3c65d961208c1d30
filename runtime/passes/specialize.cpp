#include "passes/specialize.h"

#include "graph/verify.h"
#include "passes/manager.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

std::shared_ptr<const ir::Graph> specialize(const ir::Graph& graph, std::span<const Shape> shapes,
                                            const ir::PassOptions& options) {
  auto special = std::make_shared<ir::Graph>(graph);
  const std::vector<ir::ValueId> arguments = special->block(special->body()).arguments;
  for (size_t k = 0; k < arguments.size(); ++k) {
    ir::TensorType wanted = special->value(arguments[k]).type;
    if (wanted.shape.known()) continue;
    wanted.shape = shapes[k];
    // If an operation rejects the type, the graph keeps the general one: that is an error of the run, if execution
    // reaches it.
    if (users_take(*special, arguments[k], wanted)) special->value(arguments[k]).type.shape = wanted.shape;
  }
  optimize(*special, options);
  ir::verify(*special, "specialisation");
  return special;
}

}  // namespace

std::shared_ptr<const ir::Graph> specialize(const ir::Graph& graph, std::span<const Shape> shapes) {
  return specialize(graph, shapes, options_from_environment());
}

std::shared_ptr<const ir::Graph> specialize_with_fixed_points(const ir::Graph& graph, std::span<const Shape> shapes) {
  ir::PassOptions options = options_from_environment();
  options.optional.push_back("fixed_points");
  return specialize(graph, shapes, options);
}

}  // namespace ag::passes
