#include "passes/specialize.h"

#include "graph/verify.h"
#include "passes/analysis/extent_numbers.h"
#include "passes/manager.h"
#include "passes/rewrite.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

/// If an operation rejects the shape, the graph keeps the general type: that is an error of the run, if execution
/// reaches it.
void set_shape(ir::Graph& graph, ir::ValueId argument, const Shape& shape) {
  ir::TensorType wanted = graph.value(argument).type;
  if (wanted.shape.known()) return;
  wanted.shape = shape;
  if (users_take(graph, argument, wanted)) graph.value(argument).type.shape = shape;
}

/// Replaces the uses of an integer argument by a constant. The argument itself stays in the signature.
void set_number(ir::Graph& graph, ir::ValueId argument, int64_t number) {
  const ir::TensorType type = graph.value(argument).type;
  const Tensor value = detail::allocate(type.dtype, type.shape);
  detail::store_scalar(value.impl()->data(), type.dtype, detail::scalar_of(number));
  value.impl()->weak = type.weak;
  const SourceLocation location = SourceLocation::named("", 0);
  const ir::NodeId constant = make_node(graph, graph.body(), ops::Op::constant, {}, {value}, type, location);
  put_first(graph, {constant});
  graph.replace_uses(argument, graph.node(constant).results[0]);
}

std::shared_ptr<const ir::Graph> specialize(const ir::Graph& graph, std::span<const exec::ArgumentFacts> facts,
                                            const ir::PassOptions& options) {
  auto special = std::make_shared<ir::Graph>(graph);
  const std::vector<ir::ValueId> arguments = special->block(special->body()).arguments;
  for (size_t k = 0; k < arguments.size(); ++k) {
    set_shape(*special, arguments[k], facts[k].shape);
    if (facts[k].number) set_number(*special, arguments[k], *facts[k].number);
  }
  optimize(*special, options);
  ir::verify(*special, "specialization");
  return special;
}

std::shared_ptr<const ir::Graph> specialize_by_default(const ir::Graph& graph,
                                                       std::span<const exec::ArgumentFacts> facts) {
  return specialize(graph, facts, options_from_environment());
}

std::shared_ptr<const ir::Graph> specialize_with_fixed_points(const ir::Graph& graph,
                                                              std::span<const exec::ArgumentFacts> facts) {
  ir::PassOptions options = options_from_environment();
  options.optional.push_back("fixed_points");
  return specialize(graph, facts, options);
}

}  // namespace

exec::Specialization specialization(bool fixed_points) {
  return {&extent_numbers, fixed_points ? &specialize_with_fixed_points : &specialize_by_default};
}

}  // namespace ag::passes
